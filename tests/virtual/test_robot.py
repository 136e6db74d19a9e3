"""A robot on its buses: servos of its joints, sensors of its body, all at its own cables."""

import numpy as np
import pytest

from drills.servos.servo_host import ServoHost
from olympian.backend import Noise
from olympian.dynamixel import Bus, Found, in_parallel
from olympian.errors import OlympianError
from olympian.geometry import GRAVITY, rpy_from_R
from olympian.virtual import VirtualRobot, VirtualServos, read_models


@pytest.fixture(scope="module")
def bioloid() -> VirtualRobot:
    return VirtualRobot("bioloid", noise=Noise.none())


def test_it_stands_as_if_somebody_had_left_it_there(bioloid: VirtualRobot) -> None:
    start = bioloid.simulation.true_pose(bioloid.robot.torso)[2, 3]
    bioloid.advance(bioloid.t + 1.0)
    now = bioloid.simulation.true_pose(bioloid.robot.torso)[2, 3]
    assert now == pytest.approx(start, abs=0.01)


def test_goals_on_the_bus_are_goals_of_the_joints(bioloid: VirtualRobot) -> None:
    robot, bank = bioloid.robot, bioloid.body.servos
    host = ServoHost(bioloid, "ax-12a", 1)
    wanted = robot.ready + np.linspace(-0.05, 0.05, robot.dof)
    data = {}
    for name, angle in zip(robot.joint_names, wanted, strict=True):
        servo = robot.servos[name]
        ticks = host.table.to_raw("goal_position", servo.sign * angle + np.radians(servo.zero_deg))
        data[servo.id] = host.table.encode("goal_position", ticks)
    Bus(host.port, 1).sync_write(host.table["goal_position"].address, data)
    host.wait(0.01)
    assert bank.goal == pytest.approx(wanted, abs=np.radians(0.15))
    host.wait(0.5)
    for name, angle in zip(robot.joint_names, bank.position(), strict=True):
        servo = robot.servos[name]
        told = host.table.to_si("present_position", host.read("present_position", servo.id))
        assert servo.sign * (told - np.radians(servo.zero_deg)) == pytest.approx(angle, abs=0.011)


def test_the_io_board_feels_gravity_and_weight(bioloid: VirtualRobot) -> None:
    host = ServoHost(bioloid, "io-board", 1)
    host.wait(0.5)
    host_id, table = 100, host.table
    pull = [
        table.to_si(f"acceleration_{axis}", host.read(f"acceleration_{axis}", host_id))
        for axis in "xyz"
    ]
    assert np.linalg.norm(pull) == pytest.approx(GRAVITY, rel=0.05)
    full = bioloid.robot.devices["io_board"].full_scale_n
    shares = [
        table.to_si(f"input_{pin}", host.read(f"input_{pin}", host_id)) for pin in range(1, 9)
    ]
    weight = bioloid.robot.tree.mass * GRAVITY
    assert full * sum(shares) == pytest.approx(weight, rel=0.1)
    lean = [table.to_si(name, host.read(name, host_id)) for name in ("roll", "pitch")]
    truth = rpy_from_R(bioloid.simulation.true_pose(bioloid.robot.torso)[:3, :3])
    assert lean == pytest.approx(truth[:2], abs=0.03)
    before = host.read("samples", host_id)
    host.wait(0.1)
    assert (host.read("samples", host_id) - before) % 256 == pytest.approx(20, abs=2)
    assert host.read("present_voltage", host_id) == 111


def test_the_io_board_is_found_on_a_bus_of_either_protocol(bioloid: VirtualRobot) -> None:
    found = [Bus(bioloid.port(), 1).ping(100)]
    found.append(Bus(VirtualRobot("wolfgang").port("left_leg"), 2).ping(100))
    assert found == [Found(100, 20297, 1)] * 2


def test_pins_of_the_io_board_are_chosen_and_switched(bioloid: VirtualRobot) -> None:
    host, id = ServoHost(bioloid, "io-board", 1), 100
    assert host.read("input_1", id) > 0
    host.write("analogue_pins", 0b0111_1110, id)
    assert (host.read("input_1", id), host.read("levels", id)) == (0, 0)
    host.write("output_pins", 0b1000_0011, id)
    host.write("output_levels", 0xFF, id)
    assert host.read("levels", id) == 0b1000_0001
    for name, value in (("analogue_pins", 255), ("output_pins", 0)):
        host.write(name, value, id)


def test_four_buses_share_one_clock_and_one_body() -> None:
    bench = VirtualRobot("wolfgang")
    robot = bench.robot
    buses = {name: Bus(bench.port(name), 2) for name in bench.lines}
    ids = {
        name: [robot.servos[joint].id for joint in bus.servos] for name, bus in robot.buses.items()
    }
    work = [(bus, bus.plans.sync_read(132, 4, ids[name])) for name, bus in buses.items()]
    begun = bench.t
    answers = in_parallel(work)
    assert [list(answer) for answer in answers] == list(ids.values())
    assert bench.t - begun < 0.003  # as long as the slowest, not as all together
    for joint, ticks in zip(
        robot.joint_names, bench.body.servos.table["position_ticks"], strict=True
    ):
        found = [answer[id] for answer in answers if (id := robot.servos[joint].id) in answer]
        assert [int.from_bytes(one, "little") for one in found] == [ticks]


def test_the_same_seed_gives_the_same_bytes() -> None:
    def heard() -> list[bytes | None]:
        bench = VirtualRobot("bioloid", seed=3)
        bus = Bus(bench.port(), 1)
        return [bus.read(id, 27, 37) for id in (100, 100) if not bench.advance(bench.t + 0.1)]

    first = heard()
    assert None not in first
    assert first == heard()


def test_the_vision_module_lists_what_it_sees() -> None:
    bench = VirtualRobot("fumanoid", "field", vision=True)
    host = ServoHost(bench, "vision-module", 1)
    host.wait(0.2)
    id, frames = 101, host.read("frames", 101)
    assert frames == pytest.approx(0.2 * 19, abs=2)
    assert (host.read("width", id), host.read("height", id)) == (160, 120)
    count = host.read("regions", id)
    assert 0 < count <= 16
    pixels = [host.read(f"region_pixels_{place}", id) for place in range(1, 17)]
    assert all(pixels[:count])
    assert not any(pixels[count:])
    assert sum(pixels) > 0.3 * 160 * 120  # the carpet
    host.write("capture", 0, id)
    stopped = host.read("frames", id)
    host.wait(0.2)
    assert host.read("frames", id) == stopped
    bench.close()


def test_robots_whose_servos_hang_on_no_bus_are_refused() -> None:
    with pytest.raises(OlympianError, match="hydraulic"):
        VirtualRobot("atlas")


def test_servos_on_a_table_are_read_as_users_write_them() -> None:
    models = read_models("ax-12a:1-2,mx-28:20")
    assert models == {1: "ax-12a", 2: "ax-12a", 20: "mx-28"}
    assert [device.id for device in VirtualServos(models).lines["bus"].devices] == [1, 2, 20]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("ax-12b:1", "did you mean 'ax-12a'"),
        ("ax-12a", "write ax-12a:1-18"),
        ("ax-12a:3-1", "no ids between 0 and 252"),
        ("ax-12a:250-253", "no ids between 0 and 252"),
        ("ax-12a:1,mx-28:1", "id 1 is there twice"),
    ],
)
def test_servos_that_cannot_be_read_are_told_in_one_line(text: str, message: str) -> None:
    with pytest.raises(OlympianError, match=message):
        read_models(text)


def test_an_unknown_bus_is_told() -> None:
    with pytest.raises(OlympianError, match="unknown bus 'leg'; choose from bus"):
        VirtualServos({1: "ax-12a"}).port("leg")
