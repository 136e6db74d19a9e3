"""The robot's camera: its pictures, and the lens they were taken with."""

from collections.abc import Iterator

from olympian.bridge.ros import pack
from olympian.bridge.tell.topic import Outgoing, ToldRobot, Topic
from olympian.records import CameraFrame, RobotState
from olympian.robot import Robot
from olympian.vision.camera import Pinhole

__all__ = ["IMAGE", "PictureTeller", "SmallPictureTeller"]

IMAGE = Topic("/camera/image_raw", "sensor_msgs/msg/Image")
SMALL = Topic("/camera/image_raw/compressed", "sensor_msgs/msg/CompressedImage")
LENS = Topic("/camera/camera_info", "sensor_msgs/msg/CameraInfo")
QUALITY = 85
SECOND = 1_000_000_000
OPTICAL = "camera_optical"


class PictureTeller:
    """Pictures as they are: what programs on the same machine want."""

    topics = (IMAGE, LENS)

    def __init__(self, robot: Robot) -> None:
        self._robot = robot
        self._shown: CameraFrame | None = None

    def step(self, told: ToldRobot, state: RobotState, t_ns: int) -> Iterator[Outgoing]:  # noqa: ARG002
        """Whenever there is a new picture."""
        frame = state.sensors.camera
        if frame is None or frame is self._shown:
            return
        self._shown = frame
        yield self._picture(frame, t_ns)
        yield Outgoing(LENS, pack(LENS.type, self._lens(frame, t_ns)))

    def _picture(self, frame: CameraFrame, t_ns: int) -> Outgoing:
        height, width = frame.rgb.shape[:2]
        fields = {
            "header": _header(t_ns), "height": height, "width": width, "encoding": "rgb8",
            "step": 3 * width, "data": frame.rgb.tobytes(),
        }  # fmt: skip
        return Outgoing(IMAGE, pack(IMAGE.type, fields))

    def _lens(self, frame: CameraFrame, t_ns: int) -> dict[str, object]:
        assert self._robot.camera is not None
        height, width = frame.rgb.shape[:2]
        lens = Pinhole.of_view(width, height, self._robot.camera.fov_y_deg)
        (fx, fy), (cx, cy) = lens.focal, lens.centre
        return {
            "header": _header(t_ns), "height": height, "width": width,
            "distortion_model": "plumb_bob", "d": list(lens.distortion),
            "k": [fx, 0, cx, 0, fy, cy, 0, 0, 1], "r": [1, 0, 0, 0, 1, 0, 0, 0, 1],
            "p": [fx, 0, cx, 0, 0, fy, cy, 0, 0, 0, 1, 0],
        }  # fmt: skip


class SmallPictureTeller(PictureTeller):
    """Pictures as JPEG: a twentieth of the size, for files and for the network."""

    topics = (SMALL, LENS)

    def _picture(self, frame: CameraFrame, t_ns: int) -> Outgoing:
        from io import BytesIO

        from PIL import Image

        file = BytesIO()
        Image.fromarray(frame.rgb).save(file, "JPEG", quality=QUALITY)
        fields = {"header": _header(t_ns), "format": "jpeg", "data": file.getvalue()}
        return Outgoing(SMALL, pack(SMALL.type, fields))


def _header(t_ns: int) -> dict[str, object]:
    sec, nanosec = divmod(t_ns, SECOND)
    return {"stamp": {"sec": sec, "nanosec": nanosec}, "frame_id": OPTICAL}
