"""What others put into a drive, and what raises there: walks, hooks, displays, clicks."""

import sys
from pathlib import Path

import pytest

from drills.browser import free_port
from olympian.breaker import Breaker
from olympian.cockpit import Session, run_headless
from olympian.cockpit.page.serve import Cockpit
from olympian.cockpit.situation_log import follow
from olympian.cockpit.terminal.drive import drive_by_text
from olympian.decision.hcm import control_module
from olympian.decision.modes.guarded_walk import GuardedWalk
from olympian.motion import SkillStatus
from olympian.motion.walks import MEMBERS, make_walk
from olympian.records import Semantic, Twist
from olympian.robot import load_robot

ROBOT = load_robot("fumanoid")
BIOLOID = load_robot("bioloid")
GUEST = """
from olympian.motion.walks import make_walk

class Guest:
    def __init__(self, walk):
        self.walk = walk
        self.wrong = ""

    def __getattr__(self, name):
        if name == self.wrong:
            raise RuntimeError("boom")
        return getattr(self.walk, name)

def make(robot):
    return Guest(make_walk(robot, "dynamic"))
"""


def fail(*_: object) -> None:
    raise RuntimeError("boom")


LINE = f"{__file__}:{fail.__code__.co_firstlineno + 1}"


@pytest.fixture
def plugged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An installed package with a walk that can be made to fail."""
    file = tmp_path / "guest_of_modes.py"
    file.write_text(GUEST)
    about = tmp_path / "guest_of_modes-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: guest-of-modes\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text("[olympian.walks]\nguest = guest_of_modes:make\n")
    monkeypatch.syspath_prepend(tmp_path)
    return file


def test_modes_go_on_without_a_plug_in_that_dies_in_mid_step(plugged: Path) -> None:
    session = Session.open("fumanoid", "flat", seed=3, walk="guest")
    session.humanoid.breaker.strict = False
    drive_by_text(session, ".5w..", lambda _: None)
    assert session.humanoid.hcm.situation.state is Semantic.WALKING
    guest = session.humanoid.machine.body.walk()
    assert isinstance(guest, GuardedWalk)
    guest._walk.wrong = "step"  # type: ignore[attr-defined]
    told: list[str] = []
    drive_by_text(session, "..1.", told.append)
    (line,) = [line for line in session.humanoid.log.since(0) if "walk 'guest'" in line]
    assert line.endswith(f"RuntimeError: boom ({plugged}:11); out of service, the robot stands")
    assert line in told
    assert session.humanoid.machine.mode == "stand", "the driver still has the modes"
    assert session.humanoid.hcm.situation.state is Semantic.CONTROLLABLE
    assert session.falls == 0


@pytest.mark.parametrize("wrong", MEMBERS)
def test_every_part_of_a_walk_may_fail(
    plugged: Path, wrong: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(sys.modules, "guest_of_modes", raising=False)
    lines: list[str] = []
    guest = make_walk(ROBOT, "guest")
    breaker = Breaker(lambda failure: lines.append(str(failure)), strict=False)
    walk = GuardedWalk(guest, "guest", ROBOT, breaker)
    before = walk.top_speed
    guest.wrong = wrong  # type: ignore[attr-defined]
    state = Session.open("fumanoid", "flat").humanoid.tick() if wrong == "step" else None
    for _ in range(2):
        walk.command(Twist(0.1))
        walk.begin_at(ROBOT.ready)
        assert walk.top_speed == before
        assert isinstance(walk.reason, str)
        assert isinstance(walk.status, SkillStatus)
        if state is not None:
            walk.step(state, 0.01)
        walk.reset()
    (line,) = lines
    assert f"{plugged}:11" in line


def test_a_motor_that_does_not_go_off_is_told_again() -> None:
    hcm = control_module(ROBOT, [])
    state = Session.open("fumanoid", "flat").humanoid.tick()
    hcm.step(state, 0.01)
    for _ in range(3):
        hcm._board.go_limp()
        power = hcm._board.take_power()
        assert power is not None
        assert (power == -1).all()
    assert hcm._board.take_power() is None


def test_displays_and_listeners_that_raise_do_not_end_a_run(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    session = Session.open("bioloid", "flat", seed=3)
    session.humanoid.breaker.strict = False
    result = run_headless(session, 0.6, fail)
    assert result.seconds == pytest.approx(0.6)
    follow(session, session.simulation.t + 0.1, progress=fail)
    (line,) = [line for line in session.humanoid.log.since(0) if "boom" in line]
    assert line.endswith(f"progress: RuntimeError: boom ({LINE}); out of service")
    monkeypatch.setattr(Breaker, "strict", False)
    drive_by_text(session, "1", fail)
    (record,) = caplog.records
    assert record.getMessage() == f"listener: RuntimeError: boom ({LINE}); out of service"


def test_a_page_that_cannot_be_drawn_does_not_stop_the_robot(
    caplog: pytest.LogCaptureFixture,
) -> None:
    cockpit = Cockpit(Session.open("bioloid", "flat"), "127.0.0.1", free_port())
    try:
        cockpit._breaker.strict = False
        cockpit.page.show = fail  # type: ignore[method-assign]
        cockpit._commands.put(fail)
        told: list[str] = []
        cockpit.run(0.2, told.append)
        assert told == [f"click: RuntimeError: boom ({LINE}); not done"]
        (record,) = caplog.records
        assert record.getMessage() == f"page: RuntimeError: boom ({LINE}); out of service"
        assert cockpit.session.simulation.t > 0.0
    finally:
        cockpit.close()
