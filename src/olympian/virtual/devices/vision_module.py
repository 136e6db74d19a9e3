"""The vision module: coloured regions of the robot's camera, in registers."""

from collections.abc import Sequence

from olympian.records import CameraFrame, Sensors
from olympian.virtual.body import SimulatedRobot
from olympian.virtual.devices.firmware import Firmware
from olympian.virtual.devices.memory import Memory
from olympian.vision.colour import THESIS_LIMIT, ColourScan, Region, game_table

__all__ = ["FRAME_RATE", "PICTURE", "VisionModule"]

FRAME_RATE = 19.0
"""Pictures per second that the thesis's microcontroller managed."""
PICTURE = (160, 120)
"""Pixels of a picture, across and down: what a line buffer of such a controller holds."""
CLOCK_WRAP = 65536
OF_EACH = ("colour", "pixels", "x", "y", "width", "height")


class VisionModule(Firmware):
    """Looks at each picture when it arrives: run by run, with room for sixteen regions."""

    def __init__(self, memory: Memory, body: SimulatedRobot) -> None:
        super().__init__(memory)
        # runs that overlap are joined, as the thesis does
        self._scan = ColourScan(game_table(), connectivity=4, limit=THESIS_LIMIT)
        self._frames = 0
        body.on_sample.append(self._look)

    def _look(self, sensors: Sensors, _dt: float) -> None:
        if sensors.camera is not None and self.memory["capture"]:
            self._show(sensors.camera)

    def _show(self, frame: CameraFrame) -> None:
        seen = self._scan(frame.rgb).regions
        least = self.memory["least_pixels"]
        large = [region for region in seen if region.area >= least]
        self._frames += 1
        memory = self.memory
        memory["frames"] = self._frames % 256
        memory["height"], memory["width"] = frame.rgb.shape[:2]
        memory["exposed"] = int(1000.0 * frame.t) % CLOCK_WRAP
        memory["regions"], memory["lost_regions"] = len(large), min(seen.lost, 255)
        self._list(large)

    def _list(self, regions: Sequence[Region]) -> None:
        """Every place is written: the rest are empty."""
        for place in range(THESIS_LIMIT):
            region = regions[place] if place < len(regions) else None
            values = (
                (region.code, region.area, region.x, region.y, region.width, region.height)
                if region
                else (0,) * 6
            )
            for name, value in zip(OF_EACH, values, strict=True):
                self.memory[f"region_{name}_{place + 1}"] = min(round(value), 65535)
