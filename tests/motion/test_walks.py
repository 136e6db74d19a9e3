"""Walks by name: all keep the same promises, and plug-ins join them."""

from math import inf, nan, radians
from pathlib import Path

import numpy as np
import pytest

from olympian.backend import FallWatch, Simulation
from olympian.errors import OlympianError
from olympian.loop import Loop
from olympian.motion import SkillStatus
from olympian.motion.static_walk import StaticWalk
from olympian.motion.step import read_gait
from olympian.motion.walk import DynamicWalk, walk_path
from olympian.motion.walks import Walk, make_walk, walk_names
from olympian.records import Twist
from olympian.robot import load_robot

WALKS = (("fumanoid", "dynamic"), ("bioloid", "static"))
"""One robot for each walk of the package."""


class Outing:
    """A walk in the simulation, watched by a referee."""

    def __init__(self, robot: str, name: str, seed: int = 1) -> None:
        self.robot = load_robot(robot)
        self.simulation = Simulation(self.robot, seed=seed)
        actor = self.simulation.actors[0]
        self.walk = make_walk(self.robot, name)
        self.loop = Loop(actor, self.walk)
        self.watch = FallWatch(self.simulation)
        self.loop.run(0.6)
        self._start = self._place()

    def go(self, twist: Twist, seconds: float) -> np.ndarray:
        """(3,) where it is afterwards, seen from the start: x, y and yaw of the feet."""
        self.walk.command(twist)
        for _ in range(round(seconds / self.loop.backend.dt)):
            self.odometry = self.loop.tick().odometry
            self.watch.step()
        (x0, y0, yaw0), (x, y, yaw) = self._start, self._place()
        c, s = np.cos(yaw0), np.sin(yaw0)
        turned = (yaw - yaw0 + np.pi) % (2 * np.pi) - np.pi
        return np.array([c * (x - x0) + s * (y - y0), c * (y - y0) - s * (x - x0), turned])

    def _place(self) -> tuple[float, float, float]:
        soles = [self.simulation.true_pose(foot.link) for foot in self.robot.feet]
        x, y = np.mean([T[:2, 3] for T in soles], axis=0)
        ahead = np.sum([T[:2, 0] for T in soles], axis=0)
        return float(x), float(y), float(np.arctan2(ahead[1], ahead[0]))


@pytest.mark.parametrize(("robot", "name"), WALKS)
def test_it_goes_there_stops_and_knows_where_it_is(robot: str, name: str) -> None:
    outing = Outing(robot, name)
    asked = outing.walk.top_speed.at(0.5)
    there = outing.go(asked, 6.0)
    assert outing.walk.status is SkillStatus.RUNNING
    assert there[0] > 0.7 * 6.0 * asked.forward - 0.1
    before = outing.odometry.covariance
    there = outing.go(Twist(), 4.0)
    assert outing.walk.status is SkillStatus.DONE
    assert not outing.watch.fell
    odometry = outing.odometry
    np.testing.assert_allclose(odometry.place, there, atol=0.15 * there[0] + 0.03)
    np.testing.assert_allclose(odometry.covariance, odometry.covariance.T)
    assert np.linalg.eigvalsh(odometry.covariance).min() > 0.0
    assert (np.diag(odometry.covariance) >= np.diag(before)).all()


@pytest.mark.parametrize(("robot", "name"), WALKS)
@pytest.mark.parametrize("bad", [Twist(nan), Twist(left=inf), Twist(turn=-inf)])
def test_what_is_no_number_is_no_command(robot: str, name: str, bad: Twist) -> None:
    walk = make_walk(load_robot(robot), name)
    walk.command(bad)
    assert "not finite" in walk.reason
    outing = Outing(robot, name)
    outing.go(bad, 0.2)
    assert outing.walk.status is SkillStatus.DONE


@pytest.mark.parametrize(("robot", "name"), WALKS)
def test_it_takes_over_where_the_last_goals_were(robot: str, name: str) -> None:
    outing = Outing(robot, name)
    q = outing.robot.ready + radians(2.0)
    outing.walk.begin_at(q)
    goal = outing.walk.step(outing.loop.tick(), 0.01)
    assert goal is not None
    np.testing.assert_allclose(goal.q, q)


@pytest.mark.parametrize(("robot", "name"), WALKS)
def test_registers_come_with_its_steps_and_end_with_them(robot: str, name: str) -> None:
    outing = Outing(robot, name)
    outing.go(outing.walk.top_speed.at(0.5), 0.2)
    state = outing.loop.tick()
    walking = outing.walk.step(state, 0.01)
    outing.walk.reset()
    reset = outing.walk.step(state, 0.01)
    assert walking is not None
    assert reset is not None
    assert (walking.settings is not None) == (robot == "bioloid")
    assert reset.settings is None


@pytest.mark.parametrize(
    "shares", [(1.0, 0.0, 0.0), (-0.6, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, -1.0)]
)
def test_static_steps_are_as_long_as_the_speed_asks_for(shares: tuple[float, ...]) -> None:
    outing = Outing("bioloid", "static")
    asked = outing.walk.top_speed.at(*shares)
    axis = int(np.argmax(np.abs(shares)))
    speed = (asked.forward, asked.left, asked.turn)[axis]
    before = outing.go(asked, 6.0)[axis]
    # over whole strides; a side step is the slowest
    after = outing.go(asked, 10.8)[axis]
    assert not outing.watch.fell
    assert (after - before) / 10.8 == pytest.approx(speed, rel=0.2)


def test_static_steps_stop_before_they_turn_round() -> None:
    outing = Outing("bioloid", "static")
    top = outing.walk.top_speed
    ahead = outing.go(top.at(1.0), 4.0)[0]
    back = outing.go(top.at(-1.0), 8.0)[0]
    assert back < ahead
    assert not outing.watch.fell
    assert outing.walk.status is SkillStatus.RUNNING


def test_static_side_steps_go_alone_and_say_so() -> None:
    robot = load_robot("bioloid")
    walk = StaticWalk(robot, read_gait("bioloid", "walk"))
    walk.command(walk.top_speed.at(0.5, 1.0))
    assert "side steps go with nothing else" in walk.reason
    walk.command(walk.top_speed.at(0.5, 0.0, 1.0))
    assert walk.reason == ""


def test_the_best_walk_is_the_first_one() -> None:
    robot = load_robot("bioloid")
    assert walk_names(robot)[:2] == ("dynamic", "static")
    assert isinstance(make_walk(robot), DynamicWalk)
    assert isinstance(make_walk(robot, "static"), StaticWalk)
    assert walk_names(load_robot("fumanoid")) == ("dynamic",)


def test_a_file_is_a_dynamic_walk() -> None:
    robot = load_robot("fumanoid")
    walk = make_walk(robot, str(walk_path(robot)))
    assert isinstance(walk, DynamicWalk)
    with pytest.raises(OlympianError, match=r"nowhere\.toml: no such file"):
        make_walk(robot, "nowhere.toml")


def test_a_walk_that_is_not_there_names_those_that_are() -> None:
    with pytest.raises(OlympianError, match=r"unknown walk of 'bioloid' 'statik', did you mean"):
        make_walk(load_robot("bioloid"), "statik")
    with pytest.raises(OlympianError, match=r"unknown walk of 'fumanoid' 'static'; .* dynamic"):
        make_walk(load_robot("fumanoid"), "static")
    for name in (None, "static"):
        with pytest.raises(OlympianError, match=r"'atlas' has no walk yet.*olympian tune walk"):
            make_walk(load_robot("atlas"), name)


@pytest.fixture
def plugged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An installed package with one good walk, one that cannot be imported and one that fails."""
    (tmp_path / "guest_walk.py").write_text(
        "from olympian.motion.static_walk import StaticWalk\n"
        "from olympian.motion.step import Gait\n"
        "def make(robot):\n"
        "    return StaticWalk(robot, Gait(length=0.02, torso_height=0.2))\n"
        "def fail(robot):\n"
        "    raise ValueError('no such\\nluck')\n"
        "def other(robot):\n"
        "    return robot\n"
    )
    (tmp_path / "misspelt_walk.py").write_text("\ndef make(robot:\n")
    about = tmp_path / "guest_walk-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: guest-walk\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text(
        "[olympian.walks]\nguest = guest_walk:make\nabsent = no_such_package:make\n"
        "failing = guest_walk:fail\nstatic = guest_walk:fail\n"
        "other = guest_walk:other\nmisspelt = misspelt_walk:make\n"
    )
    monkeypatch.syspath_prepend(tmp_path)


@pytest.mark.usefixtures("plugged")
def test_plug_ins_join_and_say_in_one_line_what_is_wrong_with_them() -> None:
    robot = load_robot("bioloid")
    assert walk_names(robot) == (
        *("dynamic", "static"),
        *("absent", "failing", "guest", "misspelt", "other"),
    )
    walk: Walk = make_walk(robot, "guest")
    assert walk.top_speed.ahead < make_walk(robot, "static").top_speed.ahead
    with pytest.raises(OlympianError, match=r"walk 'absent' .*no_such_package") as caught:
        make_walk(robot, "absent")
    assert "\n" not in str(caught.value)
    with pytest.raises(OlympianError, match=r"walk 'failing' .*ValueError: no such luck"):
        make_walk(robot, "failing")
    with pytest.raises(OlympianError, match=r"\(guest_walk:fail\) .*guest_walk\.py:6\)$"):
        make_walk(robot, "failing")
    with pytest.raises(OlympianError, match=r"makes a Robot without status, step"):
        make_walk(robot, "other")
    with pytest.raises(OlympianError, match=r"SyntaxError.*misspelt_walk\.py:2\)$"):
        make_walk(robot, "misspelt")
