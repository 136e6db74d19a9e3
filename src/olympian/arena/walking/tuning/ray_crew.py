"""A Ray cluster that does the work."""

import os
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, TypeVar

from olympian.errors import OlympianError
from olympian.install_hint import install_hint

if TYPE_CHECKING:
    from olympian.arena.crew import Crew

LOCAL = "local"
"""Address that means: start a cluster on this machine, for this run."""
AUTO = "auto"
"""Address that means: the cluster that runs on this machine."""
PATIENCE = 12.0
"""Seconds for a cluster to answer."""
WHOLE_NETWORK = "RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER"
"""Ray's switch, on all systems: 0 talks on 127.0.0.1 alone, 1 listens to the whole network."""
QUIET = "RAY_USAGE_STATS_ENABLED"
REFUSED = "it wants another token; give its own with RAY_AUTH_MODE=token and RAY_AUTH_TOKEN"
KNOCK = "import ray, sys; ray.init(sys.argv[1], logging_level='ERROR', log_to_driver=False)"
Task = TypeVar("Task")
Result = TypeVar("Result")


class RayCrew:
    """Every task is one of Ray's, on whatever machine has a core free."""

    def carry_out(
        self, work: Callable[[Task], Result], tasks: Sequence[Task]
    ) -> Iterator[tuple[int, Result]]:
        """As each is done."""
        import ray
        from ray.exceptions import RayError

        remote = ray.remote(num_cpus=1)(work)
        places: dict[Any, int] = {remote.remote(task): place for place, task in enumerate(tasks)}
        waiting = list(places)
        try:
            while waiting:
                done, waiting = ray.wait(waiting, num_returns=1)
                yield places[done[0]], ray.get(done[0])
        except RayError as error:
            first = str(error).strip().splitlines()[0]
            raise OlympianError(
                f"the Ray cluster failed: {first}; the same command goes on from here"
            ) from error


@contextmanager
def ray_cluster(address: str, workers: int) -> "Iterator[Crew]":
    """Connected to the cluster at `address` (host:port, auto), or to a new one here (local).

    Args:
        workers: cores of a local cluster; another has its own.
    """
    if find_spec("ray") is None:
        raise OlympianError(f"--ray needs ray: {install_hint('cluster')}")
    if address != LOCAL:
        _knock(address)
    # said before Ray is loaded, which reads it then and hands it on to its processes
    os.environ.update(_environment(address))
    import ray

    options: dict[str, Any] = {"address": address, "logging_level": "ERROR", "log_to_driver": False}
    if address == LOCAL:
        options |= {"num_cpus": workers, "include_dashboard": False}
    try:
        ray.init(**options)
    except (ConnectionError, ValueError, RuntimeError) as error:
        raise OlympianError(f"no Ray cluster at '{address}': {error}") from error
    try:
        if address == LOCAL and not _is_here(ray.get_runtime_context().gcs_address):
            raise OlympianError("Ray was loaded before and would listen to the whole network")
        yield RayCrew()
    finally:
        ray.shutdown()


def _environment(address: str) -> dict[str, str]:
    return {QUIET: "0", WHOLE_NETWORK: "0" if _is_here(address) else "1"}


def _is_here(address: str) -> bool:
    return address == LOCAL or address.rpartition(":")[0] in ("127.0.0.1", "localhost")


def _knock(address: str) -> None:
    """Somebody must answer, and be Ray; it waits for minutes itself, and cannot be told not to."""
    problem = _no_way_to(address)
    if not problem:
        try:
            env = os.environ | _environment(address)
            words = [sys.executable, "-c", KNOCK, address]
            done = subprocess.run(words, capture_output=True, text=True, timeout=PATIENCE, env=env)
            if done.returncode == 0:
                return
            problem = (done.stderr.strip().splitlines() or ["it failed"])[-1]
        except subprocess.TimeoutExpired as late:
            # Ray goes on asking for a while where it was refused, too
            refused = b"Unauthenticated" in (late.stderr or b"")
            problem = REFUSED if refused else f"no answer within {PATIENCE:g} s"
    raise OlympianError(
        f"no Ray cluster at '{address}': {problem}; give host:port of one, or 'local' to start one"
    )


def _no_way_to(address: str) -> str:
    """Why nothing listens there; empty if something does, or if Ray is to find it itself."""
    if address == AUTO:
        return ""
    host, _, port = address.rpartition(":")
    if not (host and port.isdigit() and int(port) < 2**16):
        return "that is not host:port"
    try:
        socket.create_connection((host, int(port)), timeout=PATIENCE).close()
    except OSError as error:
        return error.strerror or str(error)
    return ""
