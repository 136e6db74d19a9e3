"""Links joined by fixed joints: they move as one body."""

from dataclasses import dataclass, field

from olympian.robot.tree import Joint, Tree


@dataclass(eq=False)
class RigidBody:
    """All links that cannot move against each other, with the joint that carries them."""

    joint: Joint | None
    """None for the body of the root link."""
    parent: "RigidBody | None"
    links: list[str] = field(default_factory=list)
    """The link at the joint first, parents before children."""
    children: list["RigidBody"] = field(default_factory=list)

    @property
    def top(self) -> str:
        """The link at the joint."""
        return self.links[0]


def rigid_bodies(tree: Tree) -> list[RigidBody]:
    """Bodies of the tree, parents before children; the first holds the root."""
    base = RigidBody(None, None, [tree.root])
    bodies, body_of = [base], {tree.root: base}
    for joint in tree.depth_first():
        body = body_of[joint.parent]
        if joint.movable:
            parent = body
            body = RigidBody(joint, parent)
            parent.children.append(body)
            bodies.append(body)
        body.links.append(joint.child)
        body_of[joint.child] = body
    return bodies


def weightless(tree: Tree) -> list[str]:
    """Links at joints whose whole body has no mass, though it moves."""
    return [
        body.top
        for body in rigid_bodies(tree)
        if body.joint and not any(tree.link_by_name[link].inertial for link in body.links)
    ]
