"""A trained network: layers of numbers, the body they are for, and the file both are in."""

import json
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import msgspec
import numpy as np
from numpy.typing import NDArray

from olympian.errors import OlympianError
from olympian.files import read_bytes, whole_file
from olympian.motion.learnt.fitting import Fitting
from olympian.motion.learnt.layout import SATURATED, Floats, PolicyLayout
from olympian.robot import Robot

MOST_BYTES = 2**20
"""Of a policy's file."""
FORMAT = 1
"""Of the file; others are refused."""
FARTHEST = 8.0
"""Standard deviations at which an input is cut."""


class LearntPolicy:
    """A network with ELU units: observations in, actions out. It has no memory."""

    def __init__(
        self,
        layout: PolicyLayout,
        fitting: Fitting,
        mean: Floats,
        deviation: Floats,
        layers: Sequence[tuple[Floats, Floats]],
        story: str = "",
    ) -> None:
        """Args:
        mean, deviation: (inputs,) of the observations in training.
        layers: weights (out, in) and biases (out,), the first first.
        story: how it was trained, in a line.
        """
        self.layout, self.fitting, self.story = layout, fitting, story
        self.mean, self.deviation = _single(mean), _single(deviation)
        self.layers = tuple((_single(weight), _single(bias)) for weight, bias in layers)
        self._check()
        self._narrow = np.float32(1.0) / self.deviation

    def act(self, observation: NDArray[np.floating]) -> Floats:
        """(joints,) the mean action for what is observed, −5…5."""
        x = (observation.astype(np.float32) - self.mean) * self._narrow
        x = np.minimum(np.maximum(x, -FARTHEST), FARTHEST)
        for weight, bias in self.layers[:-1]:
            x = weight @ x + bias
            # ELU without a branch: what is positive stays, the rest is exp(x) - 1
            x = np.maximum(x, 0.0) + np.expm1(np.minimum(x, 0.0))
        weight, bias = self.layers[-1]
        return np.minimum(np.maximum(weight @ x + bias, -SATURATED), SATURATED)

    def fit(self, robot: Robot, where: str | Path) -> None:
        """Raise an OlympianError that names what differs, if it was trained for another body."""
        own = Fitting.of(robot)
        differing = self.fitting.differences(own)
        if differing or len(self.layout.rest) != robot.dof:
            parts = ", ".join(differing) or "number of joints"
            raise OlympianError(
                f"{where}: trained for '{self.fitting.robot}', not for this '{robot.name}': "
                f"other {parts}; train one with 'olympian train {self.layout.task} --robot "
                f"{robot.name}'"
            )

    def save(self, path: Path) -> None:
        """Write it, whole or not at all."""
        arrays: dict[str, Any] = {"mean": self.mean, "deviation": self.deviation}
        for index, (weight, bias) in enumerate(self.layers):
            arrays |= {f"weight{index}": weight, f"bias{index}": bias}
        about = {
            "format": FORMAT,
            "fitting": msgspec.to_builtins(self.fitting),
            "layout": msgspec.json.decode(msgspec.json.encode(self.layout)),
            "layout_fingerprint": self.layout.fingerprint,
            "story": self.story,
        }
        packed = BytesIO()
        np.savez_compressed(packed, about=np.array(json.dumps(about)), **arrays)
        if packed.tell() > MOST_BYTES:
            raise OlympianError(
                f"{path}: {packed.tell()} bytes are more than the {MOST_BYTES} of a policy: "
                "fewer units in 'hidden' make it smaller"
            )
        with whole_file(path) as part:
            part.write_bytes(packed.getvalue())

    @staticmethod
    def load(path: Path) -> "LearntPolicy":
        """Read what `save` wrote; nothing in it is executed."""
        data = read_bytes(path, MOST_BYTES)
        try:
            with np.load(BytesIO(data), allow_pickle=False) as stored:
                about = json.loads(str(stored["about"]))
                layers = sum(name.startswith("weight") for name in stored.files)
                pairs = [(stored[f"weight{k}"], stored[f"bias{k}"]) for k in range(layers)]
                mean, deviation = stored["mean"], stored["deviation"]
            if about["format"] != FORMAT:
                raise OlympianError(f"format {about['format']}, not {FORMAT}")
            layout = msgspec.convert(about["layout"], PolicyLayout)
            if layout.fingerprint != about["layout_fingerprint"]:
                raise OlympianError("its observations are laid out as by another version")
            fitting = msgspec.convert(about["fitting"], Fitting)
            return LearntPolicy(layout, fitting, mean, deviation, pairs, str(about["story"]))
        except OlympianError as error:
            raise OlympianError(f"{path}: no policy for this version: {error}") from error
        except (BadZipFile, EOFError, KeyError, TypeError, ValueError) as error:
            raise OlympianError(f"{path}: not a policy (.npz): {error}") from error

    def _check(self) -> None:
        sizes = [self.layout.inputs, *(len(bias) for _, bias in self.layers)]
        shapes = [weight.shape for weight, _ in self.layers]
        wanted = list(zip(sizes[1:], sizes[:-1], strict=True))
        joined = not self.layers or sizes[-1] != len(self.layout.joints)
        if joined or shapes != wanted or not len(self.mean) == len(self.deviation) == sizes[0]:
            raise OlympianError(
                f"layers {shapes} do not lead from {sizes[0]} inputs to "
                f"{len(self.layout.joints)} joints"
            )
        numbers = (self.mean, self.deviation, *(part for pair in self.layers for part in pair))
        if not all(np.isfinite(part).all() for part in numbers) or (self.deviation <= 0.0).any():
            raise OlympianError("its numbers are not all finite, or a deviation is not positive")


def _single(values: NDArray[Any]) -> Floats:
    array = np.ascontiguousarray(values, dtype=np.float32)
    array.setflags(write=False)
    return array
