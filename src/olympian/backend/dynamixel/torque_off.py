"""The packet that lets go of all servos on a bus."""

from olympian.dynamixel import BROADCAST, Instruction, Packet, codec

TORQUE_ENABLE = {1: bytes((24, 0)), 2: bytes((64, 0, 0))}
"""Address and value that switch a motor off, by protocol: the same in all models."""


def torque_off(protocol: int) -> bytes:
    """The bytes that switch all motors off."""
    return codec(protocol).encode(Packet(BROADCAST, Instruction.WRITE, TORQUE_ENABLE[protocol]))
