"""Dynamixel servos on a serial bus: packets, control tables, ports, and the master of a bus."""

from olympian.dynamixel.bus import Bus
from olympian.dynamixel.control_table import (
    ControlTable,
    control_table,
    control_table_of,
    table_names,
)
from olympian.dynamixel.decoder import Decoder
from olympian.dynamixel.fast_read import FastReply, fast_blocks
from olympian.dynamixel.half_duplex import BusTiming
from olympian.dynamixel.in_parallel import in_parallel
from olympian.dynamixel.packet import BROADCAST, HIGHEST_ID, Instruction, Packet, Status
from olympian.dynamixel.plans import Found, Plan
from olympian.dynamixel.port import Port
from olympian.dynamixel.protocol import PROTOCOL_1, PROTOCOL_2, Codec, codec
from olympian.dynamixel.register import Quantity, Register
from olympian.dynamixel.serial_port import SerialPort
from olympian.dynamixel.statistics import BusStatistics

__all__ = [
    "BROADCAST",
    "HIGHEST_ID",
    "PROTOCOL_1",
    "PROTOCOL_2",
    "Bus",
    "BusStatistics",
    "BusTiming",
    "Codec",
    "ControlTable",
    "Decoder",
    "FastReply",
    "Found",
    "Instruction",
    "Packet",
    "Plan",
    "Port",
    "Quantity",
    "Register",
    "SerialPort",
    "Status",
    "codec",
    "control_table",
    "control_table_of",
    "fast_blocks",
    "in_parallel",
    "table_names",
]
