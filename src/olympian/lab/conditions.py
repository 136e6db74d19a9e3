"""Under which conditions a figure was measured: a figure without them means little."""

import os
import platform
from collections.abc import Iterable
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from olympian import __version__


def conditions(packages: Iterable[str] = ()) -> str:
    """One line: machine, Python, and the versions of `packages`."""
    versions = ", ".join(f"{name} {_version(name)}" for name in packages)
    cores = len(os.sched_getaffinity(0))
    return (
        f"olympian {__version__} on {_processor()}, {cores} cores, "
        f"Python {platform.python_version()}" + (f", {versions}" if versions else "")
    )


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "missing"


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor() or platform.machine()
    models = [line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")]
    return models[0] if models else platform.machine()
