"""What browsers show of one session: the scene of the viewer, and what is told beside it."""

import time
from collections.abc import Callable
from typing import NamedTuple

import msgspec
import numpy as np
import viser

from olympian.cockpit.memory import PoseMemory, Trends
from olympian.cockpit.page.football_panel import FootballPanel, sees_football, words
from olympian.cockpit.page.goal_marker import GoalMarker, floor_point
from olympian.cockpit.page.line import PageLine, Visitor
from olympian.cockpit.page.module_view import module_now
from olympian.cockpit.page.overlay import Overlay
from olympian.cockpit.page.scene import PageScene
from olympian.cockpit.page.seat import DriverSeat
from olympian.cockpit.page.status import about, details, headline, pad, status
from olympian.cockpit.session import Session
from olympian.cockpit.summary import Summary, summarise
from olympian.cockpit.tempo import Tempo
from olympian.geometry import T_from, Vec3

__all__ = ["Page"]

LINES = 60
"""Of the log that a page shows."""
OWN = 1.0
"""Seconds within which a click into the scene belongs to the driver who announced it."""
TRENDS, FIELD, SIGHT = b"\x01", b"\x02", b"\x03"
"""First byte of what is sent as numbers or as a picture."""


class _Topic(NamedTuple):
    """Something that is told when it has changed."""

    name: str
    tabs: tuple[str, ...]
    """In which it is seen; none: always."""
    period: float
    """Seconds between two looks at it: nobody reads faster."""
    content: Callable[[], object]


class Page:
    """One session on a page. Whoever looks is told what has changed in the tab that is open."""

    def __init__(
        self,
        server: viser.ViserServer,
        line: PageLine,
        session: Session,
        seat: DriverSeat,
        tempo: Tempo,
        put: Callable[[Callable[[], None]], None],
    ) -> None:
        """Args: put: hands something to do to the thread of the run."""
        self._server, self._line, self._session = server, line, session
        self._seat, self._tempo, self._put = seat, tempo, put
        self.real_time_factor, self.caption = 1.0, ""
        simulation = session.simulation
        server.scene.reset()
        self._scene = PageScene(
            server, simulation.model, simulation.world.ball, follow=session.humanoid.actor.root_body
        )
        self.overlay = Overlay(server.scene, session, self._scene)
        self.memory, self._trends = PoseMemory(simulation.model), Trends(session)
        self._drawn_trends: dict[int, tuple[int, int, int]] = {}
        self._marker: GoalMarker | None = None
        self._pointing_until = 0.0
        server.scene.remove_click_callback()  # of the session before
        if session.commander.navigation is not None:
            self._marker = GoalMarker(server, session.T_world_drive)
            server.scene.on_click(modifier="shift")(self._clicked)
        self.football: FootballPanel | None = None
        """What a footballer believes and sees; None for others."""
        if sees_football(session.humanoid):
            self.football = FootballPanel(session, lambda: self._seen_in("football"))
        self._pictures: dict[tuple[int, bytes], int] = {}
        self._look_at_robot(server)
        self._about = about(session, self.overlay.views, football=self.football is not None)
        self._topics = self._make_topics()
        self._due = dict.fromkeys((topic.name for topic in self._topics), 0.0)
        for visitor in line.visitors:
            visitor.told.clear()

    def _make_topics(self) -> tuple[_Topic, ...]:
        topics = [
            _Topic("about", (), 0.1, lambda: self._about),
            _Topic("bar", (), 0.1, self._bar),
            _Topic("pad", (), 0.1, self._pad),
            _Topic("status", ("drive",), 0.15, lambda: status(self._summary())),
            _Topic("log", ("drive", "plots"), 0.2, self._log),
            _Topic("views", ("view",), 0.2, lambda: self.overlay.switched),
            _Topic("joints", ("joints",), 0.25, self._joints),
            _Topic("details", ("joints",), 0.5, lambda: details(self._summary())),
            _Topic("module", ("module",), 0.2, lambda: module_now(self._session)),
        ]
        if self.football is not None:
            topics.append(_Topic("football", ("football",), 0.3, self._believes))
        return tuple(topics)

    def close(self) -> None:
        """Another session takes its place, or none."""
        if self.football is not None:
            self.football.close()

    def remember(self) -> None:
        """Call after each tick: what can be looked back at, and what is plotted."""
        self.memory.step(self._session.simulation.data)
        if self._session.humanoid.state is not None:
            self._trends.step(self._session.humanoid.state)

    def show(self, real_time_factor: float, caption: str = "") -> None:
        """Draw the present state. Args: caption: of the show that is on, if one is."""
        self.real_time_factor, self.caption = real_time_factor, caption
        if self._server.get_clients():
            data = self._session.simulation.data
            self._scene.show(self.memory.at(data, self._tempo.back))
            if self._marker is not None:
                navigation = self._session.commander.navigation
                assert navigation is not None, "there is a marker"
                self._marker.show(navigation.goal, navigation.path)
            self.overlay.show()
        if self._line.watched and self._session.humanoid.state is not None:
            self._tell(time.perf_counter())

    def point(self) -> None:
        """The driver is about to click into the scene."""
        self._pointing_until = time.perf_counter() + OWN

    def _tell(self, now: float) -> None:
        """Everybody what is new in the tab that is open, in one message each."""
        visitors = [one for one in self._line.visitors if not (one.hidden or one.busy)]
        news: dict[Visitor, list[str]] = {}
        for topic in self._topics:
            lookers = [one for one in visitors if not topic.tabs or one.tab in topic.tabs]
            fresh = [one for one in lookers if topic.name not in one.told]
            if not lookers or (now < self._due[topic.name] and not fresh):
                continue
            self._due[topic.name] = now + topic.period
            content = msgspec.json.encode(topic.content())
            for one in lookers:
                if one.told.get(topic.name) != content:
                    one.told[topic.name] = content
                    news.setdefault(one, []).append(f'"{topic.name}":{content.decode()}')
        numbers = [one.number for one in self._line.visitors]
        for one in visitors:
            content = msgspec.json.encode(self._seat.words(one.number, numbers))
            if one.told.get("seat") != content:
                one.told["seat"] = content
                news.setdefault(one, []).append(f'"seat":{content.decode()}')
        for one, parts in news.items():
            one.tell(f"{{{','.join(parts)}}}")
        for one in visitors:
            self._send_trends(one)
            self._send_pictures(one)

    def _send_trends(self, visitor: Visitor) -> None:
        """Rows that a visitor's plots lack."""
        joints = self._session.humanoid.robot.joint_index
        if visitor.tab != "plots" or visitor.joint not in joints:
            self._drawn_trends.pop(visitor.number, None)
            return
        joint, written = joints[visitor.joint], self._trends.written
        before, last, stamp = self._drawn_trends.get(visitor.number, (-1, 0, 0))
        anew = before != joint or written < last
        if not anew and written - stamp < 2:  # five times a second
            return
        rows = self._trends.since(0 if anew else last, joint)
        visitor.tell(TRENDS + (b"\x01" if anew else b"\x00") + rows)
        self._drawn_trends[visitor.number] = (joint, written, written)

    def _send_pictures(self, visitor: Visitor) -> None:
        """What was drawn since it was last sent."""
        if self.football is None or visitor.tab != "football":
            return
        self.football.step()
        for kind, picture in ((FIELD, self.football.field), (SIGHT, self.football.sight)):
            if picture and self._pictures.get((visitor.number, kind)) != id(picture):
                self._pictures[visitor.number, kind] = id(picture)
                visitor.tell(kind + picture)

    def _seen_in(self, tab: str) -> bool:
        return any(one.tab == tab and not one.hidden for one in self._line.visitors)

    def _summary(self) -> Summary:
        state = self._session.humanoid.state
        assert state is not None, "nobody is told anything before"
        return summarise(self._session, state)

    def _bar(self) -> dict[str, object]:
        return {
            **headline(self._summary(), self._session),
            "t": round(self._session.humanoid.state.t if self._session.humanoid.state else 0.0, 1),
            "pace": round(self.real_time_factor, 1),
            "show": self.caption,
            "paused": self._tempo.paused,
            "factor": self._tempo.factor,
            "back": self._tempo.back,
            "span": round(self.memory.span) if self._tempo.paused else 0,
        }

    def _pad(self) -> dict[str, object]:
        return pad(self._session.pilot.bindings(), self._session.humanoid.machine.mode)

    def _log(self) -> list[str]:
        log = self._session.humanoid.log
        return list(log.since(log.written - LINES))

    def _believes(self) -> dict[str, str]:
        return words(self._session.humanoid.world_model)

    def _joints(self) -> dict[str, object]:
        """Per joint: angle, goal, load, temperature, motor on; and what the desk says."""
        session, state, desk = self._session, self._session.humanoid.state, self._session.desk
        assert state is not None, "nobody is told anything before"
        sensors, verdict = state.sensors, session.humanoid.hcm.verdict
        q = np.degrees(sensors.q)
        goal = q
        if verdict is not None and not desk.open:
            goal = np.where(verdict.goal.mask, np.degrees(verdict.goal.q), q)
        names = session.humanoid.robot.joint_names
        rows = np.column_stack(
            [
                [desk.angle_deg(name) for name in names],
                goal,
                100 * sensors.load,
                sensors.temperature_c,
                sensors.torque_on,
            ]
        )
        return {
            "rows": np.nan_to_num(rows.round(1)).tolist(),
            "open": desk.open,
            "message": desk.message,
            "searching": desk.searching,
            "found": [
                *(f"{name}: zero at {zero:.2f}°" for name, zero in desk.zeros.items()),
                *(
                    f"{name}: {low:.1f}° to {high:.1f}°"
                    for name, (low, high) in desk.limits.items()
                ),
            ],
        }

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

    def _clicked(self, event: viser.SceneClickEvent) -> None:
        """Go to the point of the floor under the pointer, if it was the driver's click."""
        origin, along = np.array(event.ray_origin), np.array(event.ray_direction)
        self._put(lambda: self._go_along(origin, along))

    def _go_along(self, origin: Vec3, along: Vec3) -> None:
        if time.perf_counter() > self._pointing_until:
            return
        T_view_drive = T_from(self._scene.offset) @ self._session.T_world_drive
        place = floor_point(origin, along, T_view_drive)
        if place is None:
            self._session.humanoid.machine.message = "no floor there"
            return
        self._session.pilot.ask("go_to", [f"{place[0]:.2f}", f"{place[1]:.2f}", "0"])
