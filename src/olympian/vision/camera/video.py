"""Frames from a video device of Linux, by its system calls alone."""

import ctypes
import fcntl
import mmap
import os
import select
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from io import BytesIO
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from olympian.errors import OlympianError
from olympian.vision.camera import v4l2
from olympian.vision.camera.v4l2 import rgb_from_yuyv

BUFFERS = 3
"""One being filled, one waiting, one being read."""
PATIENCE = 3.0
"""Seconds without a frame after which the device is said to be silent."""
ENCODINGS = ("YUYV", "MJPG")
"""What can be decoded, in the order in which it is asked for."""


def device_names() -> list[str]:
    """Video devices of this machine."""
    return sorted(str(path) for path in Path("/dev").glob("video*"))


def video_frames(
    device: Path | str, width: int = 640, height: int = 480
) -> Iterator[NDArray[np.uint8]]:
    """Frames (H, W, 3) RGB as they come; the driver may choose another size than asked for.

    Raises:
        OlympianError: no such device, not a camera, busy, silent; named in one line.
    """
    with ExitStack() as stack:
        handle = _opened(str(device))
        stack.callback(os.close, handle)
        _check_camera(handle, str(device))
        chosen = _agree(handle, str(device), width, height)
        buffers = _buffers(handle, str(device), stack)
        kind = ctypes.c_int32(v4l2.CAPTURE)
        _call(handle, str(device), v4l2.STREAM_ON, kind)
        stack.callback(_quietly, handle, v4l2.STREAM_OFF, kind)
        while True:
            yield _next(handle, str(device), buffers, chosen)


def decode(
    data: bytes, encoding: str, width: int, height: int, stride: int | None = None
) -> NDArray[np.uint8]:
    """One frame as RGB."""
    if encoding == "YUYV":
        return rgb_from_yuyv(data, width, height, stride)
    from PIL import Image

    try:
        with Image.open(BytesIO(data)) as picture:
            return np.array(picture.convert("RGB"))
    except (OSError, SyntaxError, ValueError) as error:
        raise OlympianError(
            f"a frame of {len(data)} bytes is not a JPEG picture: {error}"
        ) from error


def _opened(device: str) -> int:
    try:
        return os.open(device, os.O_RDWR | os.O_NONBLOCK)
    except OSError as error:
        have = ", ".join(device_names()) or "none"
        reason = "no such device" if isinstance(error, FileNotFoundError) else error.strerror
        raise OlympianError(f"{device}: {reason}; video devices here: {have}") from error


def _check_camera(handle: int, device: str) -> None:
    about = v4l2.Capability()
    _call(handle, device, v4l2.QUERY_CAPABILITY, about)
    own = about.capabilities & v4l2.PER_DEVICE
    able = about.device_caps if own else about.capabilities
    if not (able & v4l2.CAN_CAPTURE and able & v4l2.CAN_STREAM):
        raise OlympianError(f"{device}: '{about.card.decode(errors='replace')}' streams no video")


def _agree(handle: int, device: str, width: int, height: int) -> v4l2.PixelFormat:
    """A format that both the driver and we know."""
    offered = ""
    for encoding in ENCODINGS:
        wanted = v4l2.PixelFormat(type=v4l2.CAPTURE, width=width, height=height)
        wanted.pixelformat = v4l2.fourcc(encoding)
        _call(handle, device, v4l2.SET_FORMAT, wanted)
        if wanted.pixelformat == v4l2.fourcc(encoding):
            return wanted
        offered = _encoding(wanted)
    raise OlympianError(f"{device}: gives {offered} only; known are {', '.join(ENCODINGS)}")


def _buffers(handle: int, device: str, stack: ExitStack) -> list[mmap.mmap]:
    """Memory shared with the driver, all of it waiting to be filled."""
    request = v4l2.BufferRequest(count=BUFFERS, type=v4l2.CAPTURE, memory=v4l2.MEMORY_MAPPED)
    _call(handle, device, v4l2.REQUEST_BUFFERS, request)
    mapped = []
    for index in range(request.count):
        buffer = v4l2.Buffer(index=index, type=v4l2.CAPTURE, memory=v4l2.MEMORY_MAPPED)
        _call(handle, device, v4l2.QUERY_BUFFER, buffer)
        offset = buffer.offset & 0xFFFF_FFFF  # the lower half of a union
        mapped.append(stack.enter_context(mmap.mmap(handle, buffer.length, offset=offset)))
        _call(handle, device, v4l2.QUEUE, buffer)
    return mapped


def _next(
    handle: int, device: str, buffers: list[mmap.mmap], chosen: v4l2.PixelFormat
) -> NDArray[np.uint8]:
    ready, _, _ = select.select([handle], [], [], PATIENCE)
    if not ready:
        raise OlympianError(f"{device}: no frame for {PATIENCE:g} s")
    buffer = v4l2.Buffer(type=v4l2.CAPTURE, memory=v4l2.MEMORY_MAPPED)
    _call(handle, device, v4l2.DEQUEUE, buffer)
    data = buffers[buffer.index][: buffer.bytesused]
    _call(handle, device, v4l2.QUEUE, buffer)
    return decode(data, _encoding(chosen), chosen.width, chosen.height, chosen.bytesperline or None)


def _encoding(chosen: v4l2.PixelFormat) -> str:
    return int(chosen.pixelformat).to_bytes(4, "little").decode("ascii", "replace")


def _call(handle: int, device: str, code: int, record: object) -> None:
    try:
        fcntl.ioctl(handle, code, record)  # pyright: ignore[reportArgumentType, reportCallIssue]
    except OSError as error:
        raise OlympianError(
            f"{device}: is not a camera, or is busy ({error.strerror}); "
            f"video devices here: {', '.join(device_names()) or 'none'}"
        ) from error


def _quietly(handle: int, code: int, record: object) -> None:
    with suppress(OSError):
        fcntl.ioctl(handle, code, record)  # pyright: ignore[reportArgumentType, reportCallIssue]
