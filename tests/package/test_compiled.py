"""Kernels are kept where that is possible, and compiling them is seen."""

import json
import os
import pickle
import shutil
import subprocess
import sys
from io import StringIO
from pathlib import Path

from numba import config
from numba.core.caching import IndexDataCacheFile

import olympian
from olympian.compiled import _EXACT
from olympian.kernel_progress import PATIENCE, REPEAT_LOG, KernelProgress

PACKAGE = Path(olympian.__file__).parent
RUN = """
import json, os, stat, sys
from numba import config
from olympian.geometry.level import level_kernel
import numpy as np
level_kernel(np.eye(3))
folder = config.CACHE_DIR
mode = stat.S_IMODE(os.stat(folder).st_mode) if folder else None
print(json.dumps([folder, mode, sum(level_kernel.stats.cache_misses.values())]))
"""


def run_in(package: Path, **environment: str) -> tuple[list, str]:
    """What `RUN` prints and says with a copy of the package, by a user without a home."""
    clean = {k: v for k, v in os.environ.items() if not k.startswith(("NUMBA", "XDG", "HOME"))}
    clean |= {"PYTHONPATH": str(package.parent), "HOME": "/dev/null", **environment}
    ran = subprocess.run([sys.executable, "-c", RUN], env=clean, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stderr
    return json.loads(ran.stdout), ran.stderr


def copied(folder: Path) -> Path:
    """So much of the package as one kernel needs, where no __pycache__ can be made."""
    package = folder / "olympian"
    (package / "geometry").mkdir(parents=True)
    for name in ("compiled.py", "kernel_progress.py", "geometry/level.py"):
        shutil.copy(PACKAGE / name, package / name)
    for place in (package, package / "geometry"):
        (place / "__init__.py").touch()
        # permissions do not stop root, who may run the tests; a file in the way does
        (place / "__pycache__").touch()
    return package


def test_where_nothing_can_be_kept_kernels_go_to_a_folder_of_the_run(tmp_path: Path) -> None:
    (folder, mode, misses), said = run_in(copied(tmp_path), TMPDIR=str(tmp_path))
    assert Path(folder).parent == tmp_path
    assert mode == 0o700
    assert misses == 1
    assert not Path(folder).exists(), "it is gone afterwards"
    (line,) = (one for one in said.splitlines() if "compiling" not in one)
    assert f"kept for this run only, in {folder}; set NUMBA_CACHE_DIR" in line


def test_where_there_is_a_folder_kernels_are_kept() -> None:
    assert _EXACT["cache"]
    assert "olympian-kernels-" not in config.CACHE_DIR


class Terminal(StringIO):
    def isatty(self) -> bool:
        return True


class Watched:
    """A progress line whose clock is turned by hand."""

    def __init__(self, stream: StringIO) -> None:
        self.t, self.stream = 0.0, stream
        self.progress = KernelProgress(lambda: self.t, lambda: stream)

    def compile(self, seconds: float, pieces: int = 1) -> None:
        self.progress.start()
        for _ in range(pieces):
            self.progress.start()
            self.t += seconds / pieces
            self.progress.end()
        self.progress.end()


def test_a_log_gets_a_count_now_and_then() -> None:
    watched = Watched(StringIO())
    watched.compile(0.9 * PATIENCE)
    assert watched.stream.getvalue() == ""
    watched.compile(3 * REPEAT_LOG, pieces=600)
    lines = watched.stream.getvalue().splitlines()
    assert 3 <= len(lines) <= 4
    assert lines[-1].startswith("olympian: compiling, once: ")
    assert int(lines[-1].split(": ")[2].split()[0]) > 300


def test_a_terminal_has_one_line_that_counts_and_goes() -> None:
    watched = Watched(Terminal())
    watched.compile(5.0, pieces=100)
    said = watched.stream.getvalue()
    assert "\n" not in said
    assert said.count("compiling") > 10
    assert said.endswith("\r\x1b[K")


def test_nothing_is_said_beside_a_document_or_of_nothing() -> None:
    watched = Watched(StringIO())
    watched.progress.remark("kept nowhere")
    assert watched.stream.getvalue() == ""
    watched.progress.quiet = True
    watched.compile(100.0, pieces=50)
    assert watched.stream.getvalue() == ""
    watched.progress.quiet = False
    watched.compile(0.1)
    assert watched.stream.getvalue().startswith("olympian: kept nowhere\n")


def test_kernels_that_another_version_left_are_compiled_anew(tmp_path: Path) -> None:
    """Its index may name a class that has moved since."""
    index = IndexDataCacheFile(str(tmp_path), "kernel", 0)
    Path(index._index_path).write_bytes(pickle.dumps(index._version) + b"cgone.module\nPlace\n.")
    assert index._load_index() == {}
