"""A robot under construction: links and joints are added, a `Tree` comes out."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from describe.inertia import inertial_of
from describe.part import Part, Triple, moved
from olympian.geometry import T_from, frozen, inverse
from olympian.robot.tree import Inertial, Joint, JointKind, Link, Tree

__all__ = ["Limits", "Model"]

AXES: dict[str, Triple] = {"x": (1.0, 0.0, 0.0), "y": (0.0, 1.0, 0.0), "z": (0.0, 0.0, 1.0)}


@dataclass(frozen=True)
class Limits:
    """What a joint can do: radians, N m, rad/s."""

    lower: float
    upper: float
    effort: float
    velocity: float


@dataclass
class Model:
    """Links and joints in the order they were added, each with the reason for its numbers."""

    name: str
    about: str
    links: list[Link] = field(default_factory=list)
    joints: list[Joint] = field(default_factory=list)
    notes: dict[str, str] = field(default_factory=dict)
    rpy: dict[str, Triple] = field(default_factory=dict)
    """Angles of each joint origin as the facts write them; a matrix would not give them back."""

    def link(
        self,
        name: str,
        parts: Iterable[Part] = (),
        collisions: Iterable[Part] = (),
        inertial: Inertial | None = None,
        note: str = "",
    ) -> None:
        """Add a link; its inertia is that of its parts unless a measured one is given."""
        parts = tuple(parts)
        shapes = tuple(part.shape for part in parts)
        hulls = tuple(part.shape for part in collisions)
        self.links.append(Link(name, inertial or inertial_of(parts), shapes, hulls))
        self._note(name, note)

    def dress(self, name: str, parts: Iterable[Part], collisions: Iterable[Part] = ()) -> None:
        """Give looks and hulls to a link that stands already, and leave its mass alone."""
        place = next(i for i, link in enumerate(self.links) if link.name == name)
        shapes = tuple(part.shape for part in parts)
        hulls = tuple(part.shape for part in collisions)
        self.links[place] = replace(self.links[place], visuals=shapes, collisions=hulls)

    def joint(
        self,
        name: str,
        parent: str,
        child: str,
        limits: Limits,
        at: Triple = (0.0, 0.0, 0.0),
        axis: str | Triple = "z",
        rpy: Triple = (0.0, 0.0, 0.0),
        note: str = "",
    ) -> None:
        """Add a rotating joint."""
        direction = AXES[axis] if isinstance(axis, str) else axis
        self.rpy[name] = rpy
        self.joints.append(
            Joint(
                name,
                JointKind.REVOLUTE,
                parent,
                child,
                frozen(T_from(at, rpy)),
                frozen(direction),
                limits.lower,
                limits.upper,
                limits.effort,
                limits.velocity,
            )
        )
        self._note(name, note)

    def frame(
        self,
        name: str,
        parent: str,
        at: Triple = (0.0, 0.0, 0.0),
        rpy: Triple = (0.0, 0.0, 0.0),
        note: str = "",
        joint: str = "",
    ) -> None:
        """Add a bare link fixed to `parent`: a sole, a hand, a camera."""
        self.link(name, note=note)
        self.fix(joint or f"{name}_frame", parent, name, at, rpy)

    def fix(
        self, joint: str, parent: str, child: str, at: Triple, rpy: Triple = (0.0, 0.0, 0.0)
    ) -> None:
        """Fasten an existing link to `parent`."""
        T = frozen(T_from(at, rpy))
        self.joints.append(Joint(joint, JointKind.FIXED, parent, child, T, frozen(AXES["x"])))
        self.rpy[joint] = rpy

    def upright(self, link: str, *parts: Part, pitch: float = 0.0) -> tuple[Part, ...]:
        """Parts drawn in the root's axes at the zero pose, put into the frame of `link`.

        Tables taken from CAD turn their link frames every way; looks are easier to draw upright.

        Args:
            pitch: of the axes they are drawn in, for links that slope at the zero pose.
        """
        T = inverse(self.tree().rest_pose(link))
        T_link_drawing = T_from(R=T[:3, :3]) @ T_from(rpy=(0.0, pitch, 0.0))
        return moved(T_link_drawing, *parts)

    def tree(self) -> Tree:
        """The finished tree."""
        return Tree(self.name, tuple(self.links), tuple(self.joints), (), self.name)

    def _note(self, name: str, note: str) -> None:
        if note:
            self.notes[name] = note
