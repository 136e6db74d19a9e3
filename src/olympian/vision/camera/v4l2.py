"""Records and system calls of Linux video devices, as <linux/videodev2.h> lays them out."""

import ctypes
from ctypes import c_char, c_int32, c_int64, c_uint8, c_uint32, c_uint64

import numpy as np
from numpy.typing import NDArray

from olympian.compiled import compiled, inlined
from olympian.errors import OlympianError

CAPTURE, MEMORY_MAPPED = 1, 1
"""Kind of stream and of buffer that are used here."""
CAN_CAPTURE, CAN_STREAM, PER_DEVICE = 0x0000_0001, 0x0400_0000, 0x8000_0000
"""Bits of what a device says it can do; the last one: `device_caps` says it for this file."""


class Capability(ctypes.Structure):
    """What a device is and can do."""

    _fields_ = (
        ("driver", c_char * 16),
        ("card", c_char * 32),
        ("bus_info", c_char * 32),
        ("version", c_uint32),
        ("capabilities", c_uint32),
        ("device_caps", c_uint32),
        ("reserved", c_uint32 * 3),
    )


class PixelFormat(ctypes.Structure):
    """Size and encoding of frames; the union of the header is as long as 200 bytes."""

    _fields_ = (
        ("type", c_uint32),
        ("padding", c_uint32),
        ("width", c_uint32),
        ("height", c_uint32),
        ("pixelformat", c_uint32),
        ("field", c_uint32),
        ("bytesperline", c_uint32),
        ("sizeimage", c_uint32),
        ("colorspace", c_uint32),
        ("rest", c_uint8 * 172),
    )


class BufferRequest(ctypes.Structure):
    """How many buffers are wanted."""

    _fields_ = (
        ("count", c_uint32),
        ("type", c_uint32),
        ("memory", c_uint32),
        ("capabilities", c_uint32),
        ("flags", c_uint8),
        ("reserved", c_uint8 * 3),
    )


class Buffer(ctypes.Structure):
    """One frame's memory; 64-bit layout."""

    _fields_ = (
        ("index", c_uint32),
        ("type", c_uint32),
        ("bytesused", c_uint32),
        ("flags", c_uint32),
        ("field", c_uint32),
        ("seconds", c_int64),
        ("microseconds", c_int64),
        ("timecode", c_uint8 * 16),
        ("sequence", c_uint32),
        ("memory", c_uint32),
        ("offset", c_uint64),
        ("length", c_uint32),
        ("reserved", c_uint32),
        ("request_fd", c_int32),
    )


def fourcc(name: str) -> int:
    """The number of a format of four letters."""
    return int.from_bytes(name.encode("ascii"), "little")


def _code(direction: int, number: int, record: type) -> int:
    """The number of a system call: its direction, the size of its record, 'V', its own number."""
    return direction << 30 | ctypes.sizeof(record) << 16 | ord("V") << 8 | number


_WRITES, _READS, _BOTH = 1, 2, 3
QUERY_CAPABILITY = _code(_READS, 0, Capability)
SET_FORMAT = _code(_BOTH, 5, PixelFormat)
REQUEST_BUFFERS = _code(_BOTH, 8, BufferRequest)
QUERY_BUFFER = _code(_BOTH, 9, Buffer)
QUEUE = _code(_BOTH, 15, Buffer)
DEQUEUE = _code(_BOTH, 17, Buffer)
STREAM_ON = _code(_WRITES, 18, c_int32)
STREAM_OFF = _code(_WRITES, 19, c_int32)


def rgb_from_yuyv(
    packed: bytes | NDArray[np.uint8], width: int, height: int, stride: int | None = None
) -> NDArray[np.uint8]:
    """RGB (height, width, 3) of Y0 U Y1 V bytes in BT.601, Y from 16 to 235 as video has it.

    Args:
        stride: bytes from one row to the next, where rows are padded.
    """
    stride = 2 * width if stride is None else stride
    values = np.frombuffer(packed, dtype=np.uint8)
    needed = stride * (height - 1) + 2 * width
    if width < 2 or width % 2 or height < 1 or stride < 2 * width or values.size < needed:
        raise OlympianError(
            f"a YUYV frame of {width} × {height} needs an even width and {max(needed, 0)} bytes, "
            f"got {values.size}"
        )
    rgb = np.empty((height, width, 3), dtype=np.uint8)
    _convert(values, stride, rgb)
    return rgb


@inlined
def _byte(value):
    """65536ths as a byte."""
    return np.uint8(min(max(value >> np.int32(16), np.int32(0)), np.int32(255)))


@compiled
def _convert(values, stride, rgb):
    """In whole numbers of 32 bits: 65536 times the factors of BT.601 for video range."""
    for row in range(rgb.shape[0]):
        line, place = rgb[row], row * stride
        for pair in range(rgb.shape[1] // 2):
            u = np.int32(values[place + 1]) - np.int32(128)
            v = np.int32(values[place + 3]) - np.int32(128)
            red = np.int32(104597) * v
            green = np.int32(25675) * u + np.int32(53279) * v
            blue = np.int32(132201) * u
            for side in range(2):
                y = np.int32(values[place + 2 * side]) - np.int32(16)
                light = np.int32(76309) * y + np.int32(32768)
                line[2 * pair + side, 0] = _byte(light + red)
                line[2 * pair + side, 1] = _byte(light - green)
                line[2 * pair + side, 2] = _byte(light + blue)
            place += 4
