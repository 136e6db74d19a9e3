"""The one way to compile: kernels for loops, kernels for single calls, and pieces of both."""

import atexit
import os
import shutil
import tempfile
from collections.abc import Callable
from typing import Any

from numba import config, njit
from numba.core.caching import IndexDataCacheFile
from numba.core.event import Event, Listener, register

from olympian.kernel_progress import progress


class _Watch(Listener):
    """Hands what Numba compiles, but not what it finds on disk, to the progress line."""

    def on_start(self, event: Event) -> None:  # noqa: ARG002
        progress.start()

    def on_end(self, event: Event) -> None:  # noqa: ARG002
        progress.end()


def _kept() -> bool:
    """Is there a folder for compiled kernels? Chosen here, once, for all of them.

    Numba keeps them beside the package or in the user's folder, or where NUMBA_CACHE_DIR says.
    Where it can write to none of these, they go to a folder of this run's own, which nobody else
    can read, foresee or write to, and which is gone afterwards.
    """
    try:
        njit(cache=True)(_kept)  # only looks for a folder
        return True
    except RuntimeError:
        pass
    hint = "set NUMBA_CACHE_DIR to a folder that can be written"
    try:
        folder = tempfile.mkdtemp(prefix="olympian-kernels-")
    except OSError:
        progress.remark(f"compiled kernels are not kept, no folder can be written; {hint}")
        return False
    atexit.register(_remove, folder, os.getpid())
    # processes started from here find it too
    os.environ["NUMBA_CACHE_DIR"] = folder
    config.reload_config()
    progress.remark(f"compiled kernels are kept for this run only, in {folder}; {hint}")
    return True


def _remove(folder: str, owner: int) -> None:
    """Take a folder away, unless this process was only forked off its owner."""
    if os.getpid() == owner:
        shutil.rmtree(folder, ignore_errors=True)


def _forgiving(load: Callable[..., dict[Any, Any]]) -> Callable[..., dict[Any, Any]]:
    """An index that names what another version had elsewhere is an old one: nothing is in it."""

    def loaded(index: object) -> dict[Any, Any]:
        try:
            return load(index)
        except (ImportError, AttributeError):
            return {}

    return loaded


IndexDataCacheFile._load_index = _forgiving(IndexDataCacheFile._load_index)
register("numba:compile", _Watch())

_EXACT: dict[str, Any] = {"cache": _kept(), "fastmath": False, "error_model": "numpy"}
"""Cached on disk, exact arithmetic. NumPy's error model gives infinity where Python would raise,
which keeps loops free of checks."""
_UNCOUNTED: dict[str, Any] = _EXACT | {"_nrt": False}
"""Without Numba's runtime: no allocation, and no counting of references to arrays."""

compiled = njit(nogil=True, **_EXACT)
"""Kernel that runs long enough to let other threads work meanwhile."""

called = njit(**_UNCOUNTED)
"""Kernel for one call of a microsecond that allocates nothing: handing back the interpreter lock,
or counting references to its arguments, would cost a good part of that."""

inlined = njit(nogil=True, forceinline=True, **_EXACT)
"""Part of a kernel. Numba passes tuples through memory, so a call costs more than its contents."""

piece = njit(nogil=True, forceinline=True, **_UNCOUNTED)
"""The same for parts that allocate nothing: they need not count references to the arrays they are
given, which in a kernel of many pieces costs more than the arithmetic."""

bare = njit(nogil=True, **_UNCOUNTED)
"""A piece too large to be repeated wherever it is used."""


def direct(kernel: Any, signature: Any) -> Callable[..., Any]:
    """The machine code of a kernel for one signature, without looking up types at each call.

    Numba's look-up costs as much as solving a leg. Without it nothing checks the arguments: arrays
    must have the number of dimensions and the item type that the signature says.
    """
    return kernel.compile(signature)
