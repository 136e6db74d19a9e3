"""Virtual servos in a process of their own, on ptys in real time."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from ctypes import CDLL
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from olympian.errors import OlympianError
from olympian.lab.bus.case import BAUD, LATENCY, BusCase

__all__ = ["served", "virtual_servos"]

PR_SET_TIMERSLACK = 29
"""Linux: by how many nanoseconds a process may be woken late; 50 µs unless it says otherwise."""


@contextmanager
def served(case: BusCase) -> Iterator[dict[str, str]]:
    """The paths of the buses, by name, while another process answers on them."""
    context = get_context("spawn")
    ours, theirs = context.Pipe()
    with TemporaryDirectory(prefix="olympian-") as folder:
        process = context.Process(target=_serve, args=(case, folder, theirs), daemon=True)
        process.start()
        theirs.close()  # so that the end of that process is the end of the pipe
        try:
            yield _paths(ours)
        finally:
            process.terminate()
            process.join()


def _paths(pipe: Any) -> dict[str, str]:
    try:
        return pipe.recv()
    except EOFError:
        raise OlympianError("the virtual servos did not start; why is said above") from None


def virtual_servos(case: BusCase) -> Any:
    """All servos of a case on a table, on their lines."""
    from olympian.servo import servo
    from olympian.virtual import VirtualBench, VirtualLine
    from olympian.virtual.body import Flywheels
    from olympian.virtual.devices.assembly import new_servo

    table, ids = case.table, [id for line in case.lines.values() for id in line]
    spec = servo(table.model.removesuffix("-2.0"))
    body = Flywheels([spec] * len(ids), [f"servo {id}" for id in ids])
    setting = {"baud_rate": table.baud_code(BAUD), "return_delay_time": 0}
    lines = {
        name: VirtualLine(
            name,
            [new_servo(body.servos, ids.index(id), table, setting | {"id": id}) for id in line],
            LATENCY,
        )
        for name, line in case.lines.items()
    }
    return VirtualBench(body, lines, dict.fromkeys(lines, BAUD))


def _serve(case: BusCase, folder: str, pipe: Any) -> None:
    """Answer until terminated, as punctually as a process can: no late timers, no collections."""
    from olympian.virtual import Service

    CDLL(None).prctl(PR_SET_TIMERSLACK, 1, 0, 0, 0)
    bench = virtual_servos(case)
    bench.advance(0.01)  # compiles what has to be
    service = Service(bench, Path(folder))
    gc.freeze()
    gc.disable()
    pipe.send({name: str(end.path) for name, end in service.ends.items()})
    service.run()
