"""The camera: lenses, where it is over the ground, where its frames come from."""

from olympian.vision.camera.dataset import HEAD, Labelled, read_dataset, read_head
from olympian.vision.camera.dataset_writer import check_folder, write_dataset
from olympian.vision.camera.fisheye import FishEye, row_extents
from olympian.vision.camera.horizon import Horizon, horizon_line, pixels_of_field, to_field
from olympian.vision.camera.lens import Lens, all_pixels
from olympian.vision.camera.pinhole import Pinhole
from olympian.vision.camera.pose import CameraPose, PastStates, supporting_foot
from olympian.vision.camera.source import frames_from, picture_files, read_picture

__all__ = [
    "HEAD",
    "CameraPose",
    "FishEye",
    "Horizon",
    "Labelled",
    "Lens",
    "PastStates",
    "Pinhole",
    "all_pixels",
    "check_folder",
    "frames_from",
    "horizon_line",
    "picture_files",
    "pixels_of_field",
    "read_dataset",
    "read_head",
    "read_picture",
    "row_extents",
    "supporting_foot",
    "to_field",
    "write_dataset",
]
