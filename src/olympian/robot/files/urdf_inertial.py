"""Mass and inertia of a URDF's links, and what is done where a file has them wrong."""

from math import pi

import numpy as np

from olympian.geometry import Mat3, Mat4, T_from, frozen
from olympian.robot.files.xml import XmlElement
from olympian.robot.tree import Inertial

LEAST_MASS, LEAST_INERTIA = 1e-9, 1e-15
"""kg and kg m²: less is nothing, to MuJoCo too."""
WATER = 1000.0
"""kg/m³: between the plastic and the metal robots are made of."""
REPAIR = "; --repair makes it a ball or a bare frame"


def read_inertial(link: XmlElement, mend: bool, warnings: list[str]) -> Inertial | None:
    """Mass and inertia of a link.

    A link that is fixed to another adds to a body that has its own inertia: nonsense there is
    mended and said. On a link that moves it would be felt, so it is refused unless asked for.
    """
    element = link.child("inertial")
    name = link.text("name")
    if element is None:
        return None
    mass_element, tensor = _parts(element, name)
    mass, inertia = mass_element.number("value"), _inertia(tensor)
    if mass < LEAST_MASS:
        if not mend:
            raise mass_element.error(f"link '{name}': mass {mass:g} should be positive{REPAIR}")
        warnings.append(f"link '{name}' has mass {mass:g} and is taken as a bare frame")
        return None
    T_link_inertia = read_origin(element)
    R = T_link_inertia[:3, :3]
    if _is_nothing(inertia):
        problem = f"link '{name}': inertia is zero or negative about some axis"
        if not mend:
            raise tensor.error(problem + REPAIR)
        warnings.append(f"{problem}; that of a ball is taken")
        inertia = np.eye(3) * _ball_inertia(mass)
    inertial = Inertial(mass, frozen(T_link_inertia[:3, 3]), frozen(R @ inertia @ R.T))
    if not inertial.consistent:
        warnings.append(f"link '{name}' has an inertia no real body can have (triangle inequality)")
    return inertial


def has_inertia(link: XmlElement) -> bool:
    """Does the link have mass and inertia, as it stands?"""
    element = link.child("inertial")
    if element is None:
        return False
    mass, tensor = _parts(element, link.text("name"))
    return mass.number("value") >= LEAST_MASS and not _is_nothing(_inertia(tensor))


def read_origin(element: XmlElement) -> Mat4:
    """The transform in an element's <origin>; none is no shift and no turn."""
    origin = element.child("origin")
    if origin is None:
        return np.eye(4)
    return T_from(origin.numbers("xyz", 3, "0 0 0"), origin.numbers("rpy", 3, "0 0 0"))


def _parts(element: XmlElement, name: str) -> tuple[XmlElement, XmlElement]:
    mass, tensor = element.child("mass"), element.child("inertia")
    if mass is None or tensor is None:
        raise element.error(f"link '{name}' needs both <mass> and <inertia>")
    return mass, tensor


def _inertia(tensor: XmlElement) -> Mat3:
    xx, xy, xz, yy, yz, zz = (
        tensor.number(key, None if key in ("ixx", "iyy", "izz") else "0")
        for key in ("ixx", "ixy", "ixz", "iyy", "iyz", "izz")
    )
    return np.array([[xx, xy, xz], [xy, yy, yz], [xz, yz, zz]])


def _is_nothing(inertia: Mat3) -> bool:
    return bool(np.linalg.eigvalsh(inertia)[0] < LEAST_INERTIA)


def _ball_inertia(mass: float) -> float:
    """Moment of a solid ball as dense as water, about its middle."""
    radius = (3.0 * mass / (4.0 * pi * WATER)) ** (1.0 / 3.0)
    return 0.4 * mass * radius**2
