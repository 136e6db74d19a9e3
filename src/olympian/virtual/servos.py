"""Servos on a table, each with a flywheel, on one virtual bus."""

from collections.abc import Mapping

from olympian.dynamixel import control_table
from olympian.servo import servo
from olympian.virtual.bench import VirtualBench
from olympian.virtual.body import Flywheels
from olympian.virtual.devices import new_servo
from olympian.virtual.line import VirtualLine
from olympian.virtual.line_faults import LineFaults

__all__ = ["BUS", "VirtualServos"]

BUS = "bus"
"""Name of the only bus."""


class VirtualServos(VirtualBench):
    """Servos without a robot: fresh from their boxes, but with ids and a baud rate."""

    def __init__(
        self,
        models: Mapping[int, str],
        protocol: int | None = None,
        baud: int = 1_000_000,
        *,
        seed: int = 0,
        latency: float = 0.001,
        return_delay: int = 250,
        faults: LineFaults | None = None,
    ) -> None:
        """Args:
        models: model by id, as in `{1: "ax-12a", 2: "ax-12a"}`.
        protocol: chooses the firmware of models that have two; None: as the model's name says.
        latency: of the USB adapter, s.
        return_delay: in counts of 2 µs.
        """
        tables = {id: control_table(model, protocol) for id, model in models.items()}
        specs = [servo(table.model.removesuffix("-2.0")) for table in tables.values()]
        body = Flywheels(specs, [f"servo {id}" for id in models])
        devices = [
            new_servo(
                body.servos,
                joint,
                table,
                {"id": id, "baud_rate": table.baud_code(baud), "return_delay_time": return_delay},
            )
            for joint, (id, table) in enumerate(tables.items())
        ]
        super().__init__(body, {BUS: VirtualLine(BUS, devices, latency, faults, seed)}, {BUS: baud})
