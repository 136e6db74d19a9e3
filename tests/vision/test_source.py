"""Frames from files, folders and video devices; no device exists where tests run."""

import ctypes
from io import BytesIO
from pathlib import Path

import cv2
import numpy as np
import pytest
from PIL import Image

from olympian.errors import OlympianError
from olympian.vision.camera import frames_from, picture_files, read_picture, v4l2
from olympian.vision.camera.v4l2 import rgb_from_yuyv
from olympian.vision.camera.video import decode
from twins import vision_camera as twin


def noise(height: int, width: int, seed: int = 0) -> np.ndarray:
    return np.random.default_rng(seed).integers(0, 256, (height, width, 3), dtype=np.uint8)


def test_files_and_folders_give_frames_in_order(tmp_path: Path) -> None:
    first, second = noise(6, 8), noise(5, 4, 1)
    Image.fromarray(second).save(tmp_path / "b.png")
    Image.fromarray(first).save(tmp_path / "a.png")
    Image.fromarray(first[..., 0]).save(tmp_path / "a.things.png")
    (tmp_path / "notes.txt").write_text("no picture")
    frames = list(frames_from(tmp_path))
    assert len(frames) == 2
    assert np.array_equal(frames[0], first)
    assert np.array_equal(next(frames_from(tmp_path / "b.png")), second)
    Image.fromarray(np.full((16, 16, 3), 200, dtype=np.uint8)).save(tmp_path / "c.jpg")
    assert abs(read_picture(tmp_path / "c.jpg").astype(int) - 200).max() <= 2


def test_a_grey_picture_becomes_rgb(tmp_path: Path) -> None:
    Image.fromarray(noise(1, 1)[..., 0]).save(tmp_path / "grey.png")
    frame = read_picture(tmp_path / "grey.png")
    assert frame.shape == (1, 1, 3)
    assert frame.flags.c_contiguous


@pytest.mark.parametrize("content", [b"", b"PNG", b"\x89PNG\r\n\x1a\n garbage", b"P6\n1 1\n"])
def test_what_is_no_picture_is_one_clear_line(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "bad.png"
    path.write_bytes(content)
    with pytest.raises(OlympianError, match=r"bad\.png") as caught:
        read_picture(path)
    assert "\n" not in str(caught.value)


def test_half_a_picture_is_one_clear_line(tmp_path: Path) -> None:
    path = tmp_path / "half.png"
    Image.fromarray(noise(40, 40)).save(path)
    path.write_bytes(path.read_bytes()[:900])
    with pytest.raises(OlympianError, match=r"half\.png"):
        read_picture(path)


def test_places_without_pictures_are_named(tmp_path: Path) -> None:
    with pytest.raises(OlympianError, match="holds no pictures"):
        picture_files(tmp_path)
    with pytest.raises(OlympianError, match="no such file"):
        picture_files(tmp_path / "nowhere")


@pytest.mark.parametrize(("width", "height", "padding"), [(2, 1, 0), (640, 480, 0), (6, 5, 3)])
def test_yuyv_is_its_twin_and_that_of_opencv(width: int, height: int, padding: int) -> None:
    stride = 2 * width + padding
    chance = np.random.default_rng(width)
    values = chance.integers(0, 256, (height, stride), dtype=np.uint8)
    ours = rgb_from_yuyv(values.tobytes(), width, height, stride)
    assert np.array_equal(ours, twin.rgb_from_yuyv(values.tobytes(), width, height, stride))
    packed = np.ascontiguousarray(values[:, : 2 * width]).reshape(height, width, 2)
    theirs = cv2.cvtColor(packed, cv2.COLOR_YUV2RGB_YUYV)
    legal = packed[..., 0] >= 16  # below black OpenCV takes black first, which changes hues
    ours, theirs = ours[legal], theirs[legal]
    assert abs(ours.astype(int) - theirs.astype(int)).max() <= 1
    last_row_unpadded = values.tobytes()[: len(values.tobytes()) - padding]
    assert np.array_equal(rgb_from_yuyv(last_row_unpadded, width, height, stride)[legal], ours)


def test_yuyv_has_black_white_and_primaries_where_video_puts_them() -> None:
    def colour(y: int, u: int, v: int) -> list[int]:
        return rgb_from_yuyv(bytes([y, u, y, v]), 2, 1)[0, 0].tolist()

    assert colour(16, 128, 128) == [0, 0, 0]
    assert colour(235, 128, 128) == [255, 255, 255]
    assert np.allclose(colour(81, 90, 240), [255, 0, 0], atol=2)
    assert np.allclose(colour(41, 240, 110), [0, 0, 255], atol=2)


@pytest.mark.parametrize(("width", "height", "size"), [(4, 2, 15), (3, 1, 6), (0, 1, 0), (4, 0, 0)])
def test_a_yuyv_frame_of_the_wrong_size_is_refused(width: int, height: int, size: int) -> None:
    with pytest.raises(OlympianError, match=f"{width} × {height}"):
        rgb_from_yuyv(bytes(size), width, height)


def test_motion_jpeg_is_decoded_and_rubbish_is_not() -> None:
    file = BytesIO()
    Image.fromarray(np.full((16, 32, 3), (250, 120, 20), dtype=np.uint8)).save(file, "JPEG")
    frame = decode(file.getvalue(), "MJPG", 32, 16)
    assert frame.shape == (16, 32, 3)
    assert abs(frame.astype(int) - (250, 120, 20)).max() <= 3
    with pytest.raises(OlympianError, match="JPEG"):
        decode(b"rubbish", "MJPG", 32, 16)


def test_system_calls_have_the_numbers_of_the_kernel() -> None:
    # from <linux/videodev2.h> on x86-64 and arm64
    assert v4l2.QUERY_CAPABILITY == 0x80685600
    assert v4l2.SET_FORMAT == 0xC0D05605
    assert v4l2.REQUEST_BUFFERS == 0xC0145608
    assert v4l2.QUERY_BUFFER == 0xC0585609
    assert v4l2.QUEUE == 0xC058560F
    assert v4l2.DEQUEUE == 0xC0585611
    assert (v4l2.STREAM_ON, v4l2.STREAM_OFF) == (0x40045612, 0x40045613)
    assert v4l2.fourcc("YUYV") == 0x56595559
    assert (v4l2.Buffer.offset.offset, v4l2.Buffer.length.offset) == (64, 72)
    assert v4l2.PixelFormat.pixelformat.offset == 16
    assert ctypes.sizeof(v4l2.PixelFormat) == 208


def test_a_missing_device_names_those_there_are() -> None:
    with pytest.raises(OlympianError, match=r"/dev/video97: no such device; video devices here: "):
        next(frames_from("/dev/video97"))


def test_a_device_that_is_no_camera_says_so() -> None:
    with pytest.raises(OlympianError, match="/dev/null: is not a camera"):
        next(frames_from("/dev/null"))
