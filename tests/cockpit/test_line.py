"""What browsers may say, who of them is obeyed, and what stops the robot when they fall silent."""

import json
import random

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from drills.browser import eventually, free_port
from drills.talker import Talker, talking
from olympian.cockpit import Session
from olympian.cockpit.page.messages import LARGEST, StickMessage, read_message
from olympian.cockpit.page.seat import PATIENCE, DriverSeat
from olympian.cockpit.page.serve import Cockpit
from olympian.errors import OlympianError

MANY = 10_000


def cockpit_of(robot: str) -> Cockpit:
    return Cockpit(Session.open(robot, "flat"), "127.0.0.1", free_port())


def ahead(cockpit: Cockpit) -> float:
    session = cockpit.session
    return float(session.simulation.true_pose(session.humanoid.robot.torso)[0, 3])


def test_held_keys_and_sticks_drive_it_and_silence_stops_it() -> None:
    cockpit = cockpit_of("fumanoid")
    machine = cockpit.session.humanoid.machine
    with talking(cockpit) as driver:
        assert eventually(lambda: cockpit.session.humanoid.situation.state.value == "controllable")

        def holds(**message: object) -> bool:
            driver.say(**message)
            return machine.state == "run"

        assert eventually(lambda: holds(do="keys", held=["w"]))
        assert eventually(lambda: machine.state == "idle"), "a browser that hangs lets go"
        assert eventually(lambda: holds(do="stick", forward=1.0, turn=0.0))
        assert eventually(lambda: machine.state == "idle")
        assert eventually(lambda: holds(do="keys", held=["w"]))
        driver.say(do="look", tab="drive", hidden=True)
        assert eventually(lambda: machine.state == "idle"), "a tab that is not seen drives nobody"
        driver.say(do="look", tab="drive")
        assert eventually(lambda: holds(do="keys", held=["w"]))
        driver.close()
        assert eventually(lambda: machine.state == "idle"), "nor one that is closed"
        assert not cockpit.session.watch.fell


def test_a_gamepad_walks_changes_modes_and_punches() -> None:
    cockpit = cockpit_of("bioloid")
    machine = cockpit.session.humanoid.machine
    with talking(cockpit) as driver:
        assert eventually(lambda: cockpit.session.humanoid.situation.state.value == "controllable")
        driver.say(do="button", name="r1")
        assert eventually(lambda: machine.mode == "walk")

        def number(name: str) -> float:
            return next(one.value for one in machine.parameters_of("walk") if one.name == name)

        quick, most = number("acceleration_deg_s2"), machine.parameters_of("walk")[0].high

        def steps() -> bool:
            driver.say(do="stick", forward=0.8, turn=0.1, quicker=0.0)
            return machine.state == "loop"

        assert eventually(steps, 30.0)
        assert number("length") == pytest.approx(0.8 * most)
        assert eventually(lambda: machine.state == "idle", 30.0), "nobody holds it any more"
        driver.say(do="stick", forward=0.0, turn=0.0, quicker=1.0)
        assert eventually(lambda: number("acceleration_deg_s2") > quick)
        for _ in range(2):
            driver.say(do="button", name="r1")
        assert eventually(lambda: machine.mode == "fight", 30.0)
        assert eventually(lambda: not machine.in_action, 30.0)
        driver.say(do="button", name="square")
        assert eventually(lambda: machine.state == "punch_left", 30.0)


def test_one_drives_the_others_watch_and_anybody_may_stop() -> None:
    cockpit = cockpit_of("bioloid")
    machine, hcm = cockpit.session.humanoid.machine, cockpit.session.humanoid.hcm
    with talking(cockpit) as driver:
        watcher = Talker(cockpit.url)
        assert watcher.told("seat")["drives"] is False
        watcher.say(do="keys", held=["2"])
        assert eventually(lambda: any("somebody else drives" in one for one in watcher.refused))
        assert machine.mode == "stand"
        watcher.say(do="stop")
        assert eventually(lambda: hcm.wishes.stop is not None)
        driver.say(do="act", what="go_on")
        assert eventually(lambda: hcm.wishes.stop is None)
        watcher.say(do="seat", wish="ask")
        assert eventually(lambda: bool(driver.told("seat")["asked"]))
        driver.say(do="seat", wish="give")
        assert eventually(lambda: bool(watcher.told("seat")["drives"]))
        watcher.say(do="keys", held=["2"])
        assert eventually(lambda: machine.mode == "walk")
        watcher.close()
        assert eventually(lambda: bool(driver.told("seat")["free"])), "nobody is put on the seat"
        driver.say(do="seat", wish="ask")
        assert eventually(lambda: bool(driver.told("seat")["drives"]))


def test_a_driver_who_does_not_answer_gives_the_seat_away() -> None:
    seat = DriverSeat()
    seat.enter(1)
    seat.enter(2)
    seat.give(1)
    assert seat.driver == 1, "nobody asked"
    seat.ask(2, 0.0)
    seat.give(2)
    assert seat.driver == 1, "it is not the watcher's to give"
    assert not seat.step(PATIENCE - 1.0)
    assert seat.step(PATIENCE + 1.0)
    assert (seat.driver, seat.asking) == (2, None)
    seat.ask(1, 50.0)
    seat.keep(2)
    assert not seat.step(99.0)
    seat.ask(1, 100.0)
    seat.leave(2)
    assert seat.driver == 1, "who asked has it when the driver goes"


def test_time_is_the_drivers() -> None:
    cockpit = cockpit_of("bioloid")
    simulation = cockpit.session.simulation
    with talking(cockpit, "plots") as driver:
        driver.say(do="look", tab="plots", joint="left_knee")
        assert eventually(lambda: bool(driver.numbers))
        assert driver.numbers[0][:2] == b"\x01\x01", "all rows that there are"
        assert (len(driver.numbers[0]) - 2) % (9 * 4) == 0
        driver.say(do="tempo", paused=True)
        assert eventually(lambda: cockpit.tempo.paused)
        assert eventually(lambda: bool(driver.told("bar")["paused"])), (
            "the tick under way has ended"
        )
        t = simulation.t
        driver.say(do="tempo", step=True)
        after = pytest.approx(t + cockpit.session.humanoid.body.dt)
        assert eventually(lambda: simulation.t == after)
        driver.say(do="tempo", paused=False, factor=0.1)
        assert eventually(lambda: simulation.t > t + 0.1)
        assert cockpit.tempo.factor == 0.1


@pytest.mark.parametrize(
    "raw",
    [
        "",
        "[]",
        "null",
        '{"do":"fly"}',
        '{"do":"keys"}',
        '{"do":"keys","held":"w"}',
        '{"do":"stick","forward":2,"turn":0}',
        '{"do":"stick","forward":NaN,"turn":0}',
        '{"do":"stick","forward":1e999,"turn":0}',
        '{"do":"joint","name":"left_knee","degrees":"1"}',
        '{"do":"look","tab":"' + "x" * 200 + '"}',
        '{"do":"stop","now":true}',
        "[" * 2000,
        b"\xff\xfe",
    ],
)
def test_what_is_no_message_is_one_line(raw: str | bytes) -> None:
    with pytest.raises(OlympianError) as refused:
        read_message(raw)
    assert "\n" not in str(refused.value)
    assert len(str(refused.value)) < 240


def test_a_message_is_what_it_says() -> None:
    assert read_message('{"do":"stick","forward":0.5,"turn":-1}') == StickMessage(0.5, -1.0)


def nonsense(random: random.Random) -> str | bytes:
    """A message that nobody meant."""
    kind = random.randrange(4)
    if kind == 0:
        return random.randbytes(random.randrange(200))
    if kind == 1:
        return json.dumps({"do": random.choice(["keys", "joint", "tempo"]), "x": random.random()})
    if kind == 2:
        return json.dumps({"type": "GuiUpdateMessage", "uuid": str(random.random())})
    return "".join(chr(random.randrange(32, 1000)) for _ in range(random.randrange(80)))


def send_all(address: str, count: int) -> int:
    """Send that much nonsense, over as many connections as it takes: how many they were."""
    chance, sent, rounds = random.Random(1), 0, 0
    while sent < count:
        rounds += 1
        socket = opened(address)
        try:
            for _ in range(min(1000, count - sent)):
                sent += 1
                socket.send(nonsense(chance))
        except ConnectionClosed:
            pass
        socket.socket.close()
    return rounds


def opened(address: str) -> ClientConnection:
    protocols = None if address.endswith("line") else ["viser-v" + viser_version()]
    return connect(address, proxy=None, subprotocols=protocols)  # type: ignore[arg-type]


def is_closed_by(address: str, message: str) -> bool:
    """Is a browser sent away for it?"""
    with opened(address) as socket:
        try:
            socket.send(message)
            for _ in range(1000):
                socket.recv(timeout=10.0)
        except ConnectionClosed:
            return True
    return False


def answer(address: str, message: str) -> str:
    """What one message is answered."""
    with opened(address) as socket:
        socket.send(message)
        while True:
            news = json.loads(socket.recv(timeout=30.0))
            if "refused" in news:
                return str(news["refused"])


def viser_version() -> str:
    import viser

    return viser.__version__


def test_ten_thousand_random_messages_and_large_frames_leave_the_robot_alone(
    capfd: pytest.CaptureFixture[str],
) -> None:
    cockpit = cockpit_of("bioloid")
    session = cockpit.session
    with talking(cockpit) as driver:
        before = session.simulation.t
        place = cockpit.url.removeprefix("http")
        line, viewer = f"ws{place}/olympian/line", f"ws{place}"
        said = answer(line, "fly")
        assert "\n" not in said
        assert "not a message of a page" in said
        assert send_all(line, MANY // 2) > 1, "who talks nonsense is sent away"
        assert send_all(viewer, MANY // 2) > 1
        for address in (line, viewer):
            assert is_closed_by(address, "x" * (64 * LARGEST))
        driver.say(do="keys", held=["2"])
        assert eventually(lambda: session.humanoid.machine.mode == "walk"), "the driver has it"
        assert session.simulation.t > before
        assert not session.watch.fell
        assert cockpit.seat.driver is not None
        assert eventually(lambda: len(cockpit.line.visitors) == 1), "and nobody is left behind"
    assert "Traceback" not in capfd.readouterr().err
