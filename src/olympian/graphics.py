"""Off-screen OpenGL: which library MuJoCo should draw with, and whether it works."""

import ctypes
import os
import sys
from functools import cache

APT_PACKAGES = "libegl1 libgl1-mesa-dri libopengl0"
"""What Debian calls the libraries for drawing without a screen."""
_too_late = False
LIBRARIES = {"egl": ("libEGL.so.1", "libOpenGL.so.0"), "osmesa": ("libOSMesa.so.8",)}


def choose_gl() -> None:
    """Point MuJoCo at an installed off-screen library, unless the user chose one.

    MuJoCo decides when it is imported, and fails to import when told to use what is not there:
    hence this runs first, and says `disable` where there is nothing.
    """
    global _too_late
    chosen = os.environ.get("MUJOCO_GL", "").lower()
    _too_late = not chosen and "mujoco" in sys.modules
    if chosen and chosen not in LIBRARIES:
        return
    works = [name for name, files in LIBRARIES.items() if all(map(_loads, files))]
    if chosen not in works:
        os.environ["MUJOCO_GL"] = works[0] if works else "disable"
    if works:
        os.environ.setdefault("PYOPENGL_PLATFORM", os.environ["MUJOCO_GL"])


def _loads(library: str) -> bool:
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True


@cache
def gl_problem() -> str | None:
    """Why OpenGL cannot draw here, or None after a picture was really drawn."""
    if os.environ.get("MUJOCO_GL") == "disable":
        return f"no EGL or OSMesa library; install them: apt-get install {APT_PACKAGES}"
    import mujoco

    try:
        with mujoco.Renderer(mujoco.MjModel.from_xml_string("<mujoco/>"), 8, 8) as renderer:
            renderer.render()
    except Exception as error:  # every graphics driver fails in its own way
        if _too_late:
            return "mujoco was imported before olympian and chose; swap them or set MUJOCO_GL=egl"
        return f"{type(error).__name__}: {next(iter(str(error).splitlines()), 'no reason given')}"
    return None
