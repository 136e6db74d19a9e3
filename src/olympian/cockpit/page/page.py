"""What the browser shows: the robot, a pad to drive it, a slider per joint, choices, pushes."""

import time
from collections.abc import Callable
from html import escape

import numpy as np
import viser

from olympian.cockpit.page.command_panel import CommandPanel
from olympian.cockpit.page.football_panel import FootballPanel, sees_football
from olympian.cockpit.page.joint_panel import JointPanel
from olympian.cockpit.page.pad import Pad
from olympian.cockpit.page.scene import PageScene
from olympian.cockpit.page.status import StatusView
from olympian.cockpit.session import Session
from olympian.cockpit.summary import summarise
from olympian.humanoid import EventLog
from olympian.robot import robot_names
from olympian.world import world_names

SHOWN = 50
STYLE = (
    "height:7.5em;overflow-y:auto;padding:0 0.75em;margin-bottom:0.5em;font-size:0.75rem;"
    "line-height:1.25;white-space:pre-wrap;font-family:monospace"
)


class LogView:
    """Draws a log anew when something was written."""

    def __init__(self, gui: viser.GuiApi, log: EventLog) -> None:
        self._log = log
        self._shown = 0
        self._html = gui.add_html(log_html([]))

    def show(self) -> None:
        """Bring the page up to date."""
        if self._log.written != self._shown:
            self._shown = self._log.written
            self._html.content = log_html(list(self._log.since(self._shown - SHOWN)))


def log_html(lines: list[str]) -> str:
    """Lines as HTML, the newest on top."""
    text = escape("\n".join(reversed(lines))) or "nothing happened yet"
    return f'<div role="log" style="{STYLE}">{text}</div>'


Command = Callable[[], None]
PUSHES = {
    "along": {"forward": 0.0, "back": 180.0},
    "across": {"left": 90.0, "right": -90.0},
}
"""Buttons, and the direction in degrees in which each shoves the robot."""

WORDS = 0.15
"""Seconds between two changes of the words: nobody reads faster, and browsers have less to do."""


class Page:
    """Widgets and scene of one session. Clicks become commands for the thread of the run."""

    def __init__(
        self,
        server: viser.ViserServer,
        session: Session,
        put: Callable[[Command], None],
        choose: Callable[[str, str], None],
        end: Callable[[], None],
    ) -> None:
        """Args:
        put: hands something to do to the thread of the run.
        end: gives a robot that a program brought back to it.
        """
        self._session = session
        self._put = put
        self._choose, self._end = choose, end
        self._next_words = 0.0
        server.scene.reset()
        server.gui.reset()
        server.gui.configure_theme(show_logo=False, show_share_button=False)
        server.gui.main_panel.dock_right()
        server.gui.set_panel_label("Olympian")
        simulation = session.simulation
        self._scene = PageScene(
            server, simulation.model, simulation.world.ball, follow=session.humanoid.actor.root_body
        )
        self._look_at_robot(server)
        self._status = StatusView(server.gui)
        self.pad = Pad(server.gui, session.pilot, put)
        self._status.add_details(server.gui)
        self._log = LogView(server.gui, session.humanoid.log)
        self.commander = CommandPanel(server, session, put, lambda: self._scene.offset)
        if session.choice is not None:
            self._add_choices(server.gui, *session.choice)
        self._add_actions(server.gui)
        self.football: FootballPanel | None = None
        """What a footballer believes and sees; None for others."""
        if sees_football(session.humanoid):
            self.football = FootballPanel(server, session, put)
        self.joints = JointPanel(server.gui, session, put, self.pad)

    def close(self) -> None:
        """Another session takes its place, or none."""
        if self.football is not None:
            self.football.close()

    def show(self, real_time_factor: float, caption: str = "") -> None:
        """Draw the present state. Args: caption: of the show that is on, if one is."""
        self._scene.show(self._session.simulation.data)
        now = time.perf_counter()
        if now >= self._next_words:
            self._show_words(real_time_factor)
            self._next_words = now + WORDS
        self.pad.show(caption)
        self._log.show()
        self.commander.show()
        self.joints.show()
        if self.football is not None:
            self.football.show()

    def _show_words(self, real_time_factor: float) -> None:
        if self._session.humanoid.state is not None:
            now = summarise(self._session, self._session.humanoid.state)
            self._status.show(now, real_time_factor)

    def _look_at_robot(self, server: viser.ViserServer) -> None:
        """From ahead and its left; the scene moves so that the robot stays at its origin.

        Two that face each other are seen from the side.
        """
        size = 1.7 * self._session.watch.min_torso_height + 0.15
        view = (1.5, 1.0, 0.5) if self._session.opponent is None else (0.4, 1.8, 0.6)
        server.initial_camera.position = tuple(size * np.array(view))
        server.initial_camera.look_at = (0.0, 0.0, 0.0)
        for client in server.get_clients().values():  # who looked at another robot
            client.camera.position = size * np.array(view)
            client.camera.look_at = np.zeros(3)

    def _add_choices(self, gui: viser.GuiApi, robot_now: str, world_now: str) -> None:
        with gui.add_folder("World"):
            robots = dict.fromkeys([*robot_names(), robot_now])
            robot = gui.add_dropdown("robot", tuple(robots), initial_value=robot_now)
            worlds = dict.fromkeys([*world_names(), world_now])
            world = gui.add_dropdown("world", tuple(worlds), initial_value=world_now)

        def chosen(_: object) -> None:
            self._choose(robot.value, world.value)

        robot.on_update(chosen)
        world.on_update(chosen)

    def _add_actions(self, gui: viser.GuiApi) -> None:
        session = self._session
        with gui.add_folder("Push"):
            fair = float(round(session.fair_push, 2))
            impulse = gui.add_slider("N s", 0.0, 10 * fair, fair / 20, fair)
            for label, ways in PUSHES.items():
                self._add_pushes(gui, label, ways, lambda: float(impulse.value))
        gui.add_button("Ready pose").on_click(lambda _: self._put(self._ready))
        gui.add_button("Start again").on_click(lambda _: self._put(self._restart))
        self.back = None
        if session.choice is None:
            self.back = gui.add_button("Back to the program")
            self.back.on_click(lambda _: self._put(self._end))

    def _add_pushes(
        self, gui: viser.GuiApi, label: str, ways: dict[str, float], impulse: Callable[[], float]
    ) -> None:
        group = gui.add_button_group(label, tuple(ways))
        group.on_click(
            lambda _: self._put(lambda: self._session.push(ways[group.value], impulse()))
        )

    def _ready(self) -> None:
        self._session.ready()
        self.joints.show_pose(self._session.humanoid.robot.ready)

    def _restart(self) -> None:
        self._session.reset()
        self.joints.show_pose(self._session.humanoid.robot.ready)
