"""Dynamixel servos on a serial bus: packets, control tables, ports, and the master of a bus."""

from olympian.dynamixel.control_table import (
    ControlTable,
    control_table,
    control_table_of,
    table_names,
)
from olympian.dynamixel.decoder import Decoder
from olympian.dynamixel.fast_read import FastReply, fast_blocks
from olympian.dynamixel.packet import BROADCAST, Instruction, Packet, Status
from olympian.dynamixel.port import Port
from olympian.dynamixel.protocol import PROTOCOL_1, PROTOCOL_2, Codec, codec
from olympian.dynamixel.register import Quantity, Register

__all__ = [
    "BROADCAST",
    "PROTOCOL_1",
    "PROTOCOL_2",
    "Codec",
    "ControlTable",
    "Decoder",
    "FastReply",
    "Instruction",
    "Packet",
    "Port",
    "Quantity",
    "Register",
    "Status",
    "codec",
    "control_table",
    "control_table_of",
    "fast_blocks",
    "table_names",
]
