"""Where frames come from: picture files, folders of them, a video device."""

from collections.abc import Iterator
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from olympian.errors import OlympianError

SUFFIXES = (".png", ".jpg", ".jpeg")
LABELS = (".things.png", ".colours.png")
"""Ends of files that are a dataset's labels and no frames."""


def frames_from(place: Path | str) -> Iterator[NDArray[np.uint8]]:
    """Frames (H, W, 3) RGB of a picture file, of a folder in the order of names, or of a device.

    A device gives frames without end; close the iterator to free it.
    """
    path = Path(place)
    if str(path).startswith("/dev/"):
        from olympian.vision.camera.video import video_frames

        return video_frames(path)
    return (read_picture(file) for file in picture_files(path))


def picture_files(path: Path) -> list[Path]:
    """The picture itself, or the frames in a folder by name; labels of a dataset are left out."""
    if path.is_dir():
        files = [file for file in sorted(path.iterdir()) if _is_frame(file)]
        if not files:
            raise OlympianError(f"{path}: holds no pictures ({', '.join(SUFFIXES)})")
        return files
    if not path.exists():
        raise OlympianError(f"{path}: no such file or folder")
    return [path]


def read_picture(path: Path) -> NDArray[np.uint8]:
    """A PNG or JPEG file as RGB (H, W, 3)."""
    from PIL import Image

    try:
        with Image.open(path) as picture:
            return np.array(picture.convert("RGB"))
    except FileNotFoundError:
        raise OlympianError(f"{path}: no such file") from None
    except (OSError, SyntaxError, ValueError, Image.DecompressionBombError) as error:
        said = " ".join(str(error).split())
        raise OlympianError(f"{path}: cannot be read as a picture: {said}") from error


def _is_frame(path: Path) -> bool:
    name = path.name.lower()
    return name.endswith(SUFFIXES) and not name.endswith(LABELS) and not name.startswith(".")
