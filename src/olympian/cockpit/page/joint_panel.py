"""A slider per joint by limb, with what its servo says under it; and all that calibrates one."""

import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from html import escape
from pathlib import Path

import numpy as np
import viser

from olympian.cockpit.calibration_desk import POSES
from olympian.cockpit.page.pad import Pad
from olympian.cockpit.session import Session
from olympian.robot import Robot

__all__ = ["JointPanel"]

STYLE = (Path(__file__).parent / "joint_panel.css").read_text()
READINGS = 0.25
"""Seconds between two changes of what the servos say."""
LIMB_BUTTONS = {
    "on": "all on",
    "off": "all off",
    "limits": "find limits",
    "home": "set home",
}
"""For a whole limb, while it is calibrated."""
JOINT_BUTTONS = {"limits": "limits", "home": "home"}


class JointPanel:
    """Sliders of all joints, and the calibration desk."""

    def __init__(
        self,
        gui: viser.GuiApi,
        session: Session,
        put: Callable[[Callable[[], None]], None],
        pad: Pad,
    ) -> None:
        """Args:
        put: hands something to do to the thread of the run.
        pad: reports what is pressed under the sliders.
        """
        self._session, self._put, self._pad = session, put, pad
        self._quiet, self._next = False, 0.0
        self._sliders: dict[str, viser.GuiInputHandle[float]] = {}
        self._lines: dict[str, viser.GuiHtmlHandle] = {}
        self._motors: dict[str, viser.GuiHtmlHandle] = {}
        self._rows: dict[str, viser.GuiHtmlHandle] = {}
        self._add_desk(gui)
        for limb, joints in limbs_of(session.humanoid.robot).items():
            with gui.add_folder(limb.replace("_", " "), expand_by_default=False):
                self._add_limb(gui, limb, joints)
        self.sliders = [self._sliders[name] for name in session.humanoid.robot.joint_names]

    def show(self) -> None:
        """What the servos say now; sliders of joints that a hand moves follow it."""
        now, state = time.perf_counter(), self._session.humanoid.state
        if now < self._next or state is None:
            return
        self._next, desk = now + READINGS, self._session.desk
        self._begin.visible, self._end.visible = not desk.open, desk.open
        for one in self._while_open:
            one.visible = desk.open
        _put_html(self._found, found_html(desk.message, desk.zeros, desk.limits, desk.searching))
        for row in (*self._rows.values(), *self._motors.values()):
            row.visible = desk.open
        sensors = state.sensors
        for name, line in self._lines.items():
            row = self._session.humanoid.robot.joint_index[name]
            on, angle = bool(sensors.torque_on[row]), desk.angle_deg(name)
            load, heat = round(100 * float(sensors.load[row])), sensors.temperature_c[row]
            readings = f"{angle:.1f}°", f"{load} %", f"{heat:.0f} °C"
            _put_html(line, line_html(readings, on))
            _put_html(self._motors[name], motor_html(name, on))
            if desk.open and not on:
                self._follow(name, float(np.degrees(sensors.q[row])))

    def show_pose(self, q: np.ndarray) -> None:
        """Move the sliders to a pose without moving the robot again."""
        for name, angle in zip(self._session.humanoid.robot.joint_names, q, strict=True):
            self._follow(name, float(np.degrees(angle)))

    def _follow(self, name: str, angle_deg: float) -> None:
        self._quiet = True
        self._sliders[name].value = round(angle_deg, 1)
        self._quiet = False

    def _add_desk(self, gui: viser.GuiApi) -> None:
        desk = self._session.desk
        with gui.add_folder("Calibration", expand_by_default=False):
            self._found = gui.add_html(found_html("", {}, {}, ""))
            self._begin = gui.add_button("Calibrate", hint="the joints come into your hands")
            stop = gui.add_button("Stop", color="red", hint="no limits are looked for any more")
            self._pose = gui.add_dropdown("home pose", POSES)
            folder = gui.add_text("new folder", "my_robot", visible=False)
            write = gui.add_button("Write robot.toml")
            self._end = gui.add_button("End calibration")
        self._while_open = [stop, self._pose, write, *([folder] if desk.needs_folder else [])]
        self._begin.on_click(lambda _: self._put(self._open))
        self._end.on_click(lambda _: self._put(desk.end))
        stop.on_click(lambda _: self._put(desk.stop))
        write.on_click(lambda _: self._put(lambda: self._write(folder.value)))

    def _write(self, folder: str) -> None:
        self._session.desk.write(folder)

    def _open(self) -> None:
        self._session.desk.begin()
        state = self._session.humanoid.state
        if state is not None:
            self.show_pose(state.q)

    def _add_limb(self, gui: viser.GuiApi, limb: str, joints: Sequence[str]) -> None:
        self._rows[limb] = gui.add_html(buttons_html(limb, LIMB_BUTTONS), visible=False)
        self._wire(limb, joints)
        for name in joints:
            label = name.removeprefix(limb.split("_")[0] + "_").replace("_", " ")
            self._sliders[name] = self._add_slider(gui, name, label)
            self._lines[name] = gui.add_html(line_html(("–", "–", "–"), True))
            self._motors[name] = gui.add_html(motor_html(name, True), visible=False)
            self._wire(name, (name,))

    def _wire(self, whose: str, joints: Sequence[str]) -> None:
        """What the buttons of a limb or a joint do."""
        desk, buttons = self._session.desk, self._pad.buttons
        buttons[f"{whose}:on"] = partial(desk.power, True, joints)
        buttons[f"{whose}:off"] = partial(desk.power, False, joints)
        buttons[f"{whose}:limits"] = partial(desk.seek, joints)
        buttons[f"{whose}:home"] = lambda: desk.set_home(joints, self._pose.value)

    def _add_slider(self, gui: viser.GuiApi, name: str, label: str) -> viser.GuiInputHandle[float]:
        robot, index = self._session.humanoid.robot, self._session.humanoid.robot.joint_index[name]
        low, high = np.degrees([robot.lower[index], robot.upper[index]]).round(1)
        start = float(np.clip(np.degrees(robot.ready[index]).round(1), low, high))
        step = 0.1 if high - low > 1 else 0.01
        slider = gui.add_slider(
            label, float(low), float(max(high, low + step)), step, start, hint=name
        )

        def moved(_: object) -> None:
            if not self._quiet:
                angle = float(np.radians(slider.value))
                self._put(lambda: self._session.set_joint(name, angle))

        slider.on_update(moved)
        return slider


def limbs_of(robot: Robot) -> dict[str, tuple[str, ...]]:
    """Joints by limb, each once; those of none come last."""
    found: dict[str, tuple[str, ...]] = {}
    left = list(robot.joint_names)
    for name, limb in robot.limbs.items():
        found[name] = tuple(one for one in limb.chain.joint_names if one in left)
        left = [one for one in left if one not in found[name]]
    rest = {"other joints" if found else "joints": tuple(left)}
    return {name: joints for name, joints in (found | rest).items() if joints}


def line_html(readings: Sequence[str], on: bool) -> str:
    """What a servo says: angle, load and temperature, and whether its motor is off."""
    cells = "".join(f"<span>{escape(one)}</span>" for one in readings)
    return f'<div class="olympian-joint">{cells}<i>{"" if on else "motor off"}</i></div>'


def motor_html(name: str, on: bool) -> str:
    """Buttons of a joint that is calibrated.

    They are no part of the readings: a button that is drawn anew four times a second is hard to
    press on a slow machine.
    """
    key, label, hint = ("off", "on", "switch it off") if on else ("on", "off", "switch it on")
    motor = _button(f"{name}:{key}", f"motor {label}", f"{name}: {hint}", on)
    others = "".join(
        _button(f"{name}:{key}", label, f"{name}: {LIMB_BUTTONS[key]}")
        for key, label in JOINT_BUTTONS.items()
    )
    return f'<div class="olympian-joint motor">{motor}{others}</div>'


def buttons_html(limb: str, buttons: Mapping[str, str]) -> str:
    """Buttons for all joints of a limb."""
    made = (_button(f"{limb}:{key}", label, f"{limb}: {label}") for key, label in buttons.items())
    return f'<div class="olympian-joint limb">{"".join(made)}</div>'


def found_html(
    message: str,
    zeros: Mapping[str, float],
    limits: Mapping[str, tuple[float, float]],
    searching: str,
) -> str:
    """What is to say, and what was found, joint by joint."""
    lines = [message] if message else []
    lines += [f"{name}: zero at {zero:.2f}°" for name, zero in zeros.items()]
    lines += [f"{name}: {low:.1f}° to {high:.1f}°" for name, (low, high) in limits.items()]
    lines += [f"{searching}: looks for its stops …"] if searching else []
    text = escape("\n".join(lines)) or "Hang the robot up first: nobody looks after it then."
    return f'<style>{STYLE}</style><div class="olympian-found" role="status">{text}</div>'


def _button(key: str, label: str, hint: str, chosen: bool = False) -> str:
    pressed = ' class="chosen"' if chosen else ""
    return (
        f'<button type="button" tabindex="-1" data-key="{escape(key, quote=True)}"'
        f' title="{escape(hint, quote=True)}"{pressed}>{escape(label)}</button>'
    )


def _put_html(handle: viser.GuiHtmlHandle, content: str) -> None:
    """Nothing is sent that the browser has already."""
    if handle.content != content:
        handle.content = content
