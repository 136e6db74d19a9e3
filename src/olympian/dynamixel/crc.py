"""Protocol 2's checksum: CRC-16 with polynomial 0x8005, from zero, not reflected."""

from functools import cache
from struct import unpack

__all__ = ["crc16", "crc_table"]

POLYNOMIAL = 0x8005


def crc16(data: bytes, crc: int = 0) -> int:
    """Remainder after `data`, where `crc` is the remainder of what came before it.

    Two bytes go through the table at once, which halves the loop. An odd one goes first: its
    entry is that of the pair (0, byte), since a leading zero leaves a remainder of zero alone.
    """
    table = crc_table()
    if len(data) & 1:
        crc = (crc << 8 & 0xFFFF) ^ table[crc >> 8 ^ data[0]]
        data = data[1:]
    for pair in unpack(f">{len(data) >> 1}H", data):
        crc = table[crc ^ pair]
    return crc


@cache
def crc_table() -> list[int]:
    """Remainder of each pair of bytes; by linearity that of a sum is the sum of the remainders."""
    table, power = [0], POLYNOMIAL
    for _ in range(16):
        table += [power ^ entry for entry in table]
        power = power << 1 ^ (power >> 15) * (0x10000 | POLYNOMIAL)
    return table
