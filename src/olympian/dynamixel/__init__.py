"""Dynamixel servos on a serial bus: packets of both protocols, ports, and the master of a bus."""

from olympian.dynamixel.decoder import Decoder
from olympian.dynamixel.fast_read import FastReply, fast_blocks
from olympian.dynamixel.packet import BROADCAST, Instruction, Packet, Status
from olympian.dynamixel.port import Port
from olympian.dynamixel.protocol import PROTOCOL_1, PROTOCOL_2, Codec, codec

__all__ = [
    "BROADCAST",
    "PROTOCOL_1",
    "PROTOCOL_2",
    "Codec",
    "Decoder",
    "FastReply",
    "Instruction",
    "Packet",
    "Port",
    "Status",
    "codec",
    "fast_blocks",
]
