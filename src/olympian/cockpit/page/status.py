"""What is told to a page: words about a session, its keys, and what it consists of."""

from itertools import count

import numpy as np

from olympian.cockpit.calibration_desk import POSES
from olympian.cockpit.keys import ALIASES, DRIVE, NAMES, Binding
from olympian.cockpit.page.gamepad import BUTTONS
from olympian.cockpit.session import Session
from olympian.cockpit.summary import Summary
from olympian.decision.head import pattern_names
from olympian.robot import Robot, robot_names
from olympian.world import world_names

__all__ = ["about", "details", "headline", "limbs_of", "pad", "status"]

PAGES = count(1)


def headline(now: Summary, session: Session) -> dict[str, object]:
    """The state in words, for the bar that is always there."""
    stop = session.humanoid.hcm.wishes.stop
    return {
        "robot": now.robot,
        "world": now.world,
        "verdict": now.verdict,
        "does": now.situation,
        "mode": f"{now.mode} · {now.state}",
        "says": now.message,
        "stopped": stop is not None,
    }


def status(now: Summary) -> dict[str, str]:
    """What a driver wants to know, by what it is."""
    return {
        "place": f"{now.place} of its start",
        "speed": now.speed,
        "balance": now.balance,
        "settings": now.parameters,
        **({"goal": now.navigation} if now.navigation else {}),
        **({"head": now.gaze} if now.gaze else {}),
        **({"opponent": now.opponent} if now.opponent else {}),
    }


def details(now: Summary) -> dict[str, str]:
    """What may be asked for."""
    return {"hardest": now.hardest, "hottest": now.hottest, "clamped": now.clamped}


def pad(keys: tuple[Binding, ...], mode: str) -> dict[str, object]:
    """The keys that do something now."""
    return {
        "mode": mode,
        "how": _how_to(keys),
        "keys": [
            {
                "key": one.key,
                "command": one.command.replace("_", " "),
                "meaning": one.meaning,
                "kind": "drive" if _drives(one) else one.kind,
                "held": one.held,
            }
            for one in keys
            if not one.numbers  # these have forms
        ],
    }


def about(session: Session, views: dict[str, str], *, football: bool) -> dict[str, object]:
    """What does not change as long as it is shown.

    Args:
        views: what can be drawn, by name.
        football: is there a picture of a field?
    """
    humanoid, commander = session.humanoid, session.commander
    machine = humanoid.machine
    chosen = session.choice
    return {
        "page": next(PAGES),
        "robot": humanoid.robot.name,
        "world": session.world_name,
        "robots": list(dict.fromkeys([*robot_names(), chosen.robot])) if chosen else [],
        "worlds": list(dict.fromkeys([*world_names(), chosen.world])) if chosen else [],
        "choice": list(chosen) if chosen else [],
        "most": max(sum(name not in DRIVE for name in machine.commands(m)) for m in machine.modes),
        "aliases": {name: ALIASES.get(key, key) for name, key in (NAMES | ALIASES).items()},
        "goes": commander.navigation is not None,
        "patterns": list(pattern_names()) if commander.head is not None else [],
        "fair_push": round(float(session.fair_push), 2),
        "limbs": _limbs(humanoid.robot),
        "poses": list(POSES),
        "needs_folder": session.desk.needs_folder,
        "views": views,
        "football": football,
        "buttons": list(BUTTONS),
        "soles": [foot.limb.replace("_", " ") for foot in humanoid.robot.feet],
    }


def limbs_of(robot: Robot) -> dict[str, tuple[str, ...]]:
    """Joints by limb, each once; those of none come last."""
    found: dict[str, tuple[str, ...]] = {}
    left = list(robot.joint_names)
    for name, limb in robot.limbs.items():
        found[name] = tuple(one for one in limb.chain.joint_names if one in left)
        left = [one for one in left if one not in found[name]]
    rest = {"other joints" if found else "joints": tuple(left)}
    return {name: joints for name, joints in (found | rest).items() if joints}


def _limbs(robot: Robot) -> dict[str, list[dict[str, object]]]:
    """What a slider of each joint needs."""
    return {
        limb: [_slider(robot, limb, joint) for joint in joints]
        for limb, joints in limbs_of(robot).items()
    }


def _slider(robot: Robot, limb: str, joint: str) -> dict[str, object]:
    row = robot.joint_index[joint]
    low, high = np.degrees([robot.lower[row], robot.upper[row]]).round(1).tolist()
    label = joint.removeprefix(limb.split("_")[0] + "_").replace("_", " ")
    return {"name": joint, "label": label, "row": row, "low": low, "high": high}


def _drives(one: Binding) -> bool:
    return one.command in DRIVE and one.kind in ("command", "drive")


def _how_to(keys: tuple[Binding, ...]) -> str:
    """What to do with the keys, in a line that is there in every mode."""
    if any(one.held for one in keys):
        return "Hold a key or button to move: let go, and it stops. Tap the others."
    if any(_drives(one) for one in keys):
        return "Tap a key or button: each tap is one step, or one movement."
    return "Tap a key or button: each acts once."
