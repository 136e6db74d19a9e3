"""The batched laws do what the simulation's kernels do, sample by sample."""

import numpy as np
import pytest
import torch
import warp as wp

from olympian.backend import FRICTION, MASS, STRENGTH, Noise
from olympian.goal import GoalLimiter
from olympian.records import Imu, JointGoal
from olympian.robot import load_robot
from olympian.servo import ServoBank, servo_names
from olympian.servo.spec import servo
from olympian.state.attitude import AttitudeFilter
from olympian.training.body import laws, senses
from olympian.training.body.arrays import Shared, shared
from olympian.training.body.specimens import Hardship, Specimens

DT, TICK = 0.001, 0.01


class FakeRobot:
    """Joints with wide limits, for servos that no robot has together."""

    def __init__(self, count: int) -> None:
        self.lower, self.upper = np.full(count, -1.2), np.full(count, 1.2)


def _bank(holding: bool) -> ServoBank:
    specs = [servo(name).for_joint(20.0, 6.0) for name in servo_names()]
    signs = [1.0 if place % 2 else -1.0 for place in range(len(specs))]
    zeros = [0.05 * place for place in range(len(specs))]
    bank = ServoBank([f"j{k}" for k in range(len(specs))], specs, signs, zeros)
    if holding:
        for row, spec in zip(bank.table, specs, strict=True):
            row["p_gain"], row["i_gain"], row["d_gain"] = spec.holding_gains
    return bank


@pytest.mark.parametrize("holding", [False, True])
def test_every_servo_of_the_catalogue_drives_as_in_the_kernel(holding: bool) -> None:
    bank = _bank(holding)
    count, chance = len(bank.names), np.random.default_rng(3)
    law = Shared(torch.tensor(laws.law_table(FakeRobot(count), bank, TICK)))
    rooms = {name: shared("cpu", 1, count) for name in ["goal", "qpos", "qvel", "offset"]}
    memory = [shared("cpu", 1, count) for _ in range(7)]
    strength, supply = shared("cpu", 1, count), shared("cpu", 1, count)
    bank.strength[:] = factors = chance.uniform(0.9, 1.1, count)
    strength.tensor[0] = torch.tensor(factors)
    supply.tensor[0] = torch.tensor(bank.table["supply"])
    places = wp.array(np.arange(count, dtype=np.int32))
    q, dq = chance.uniform(-0.3, 0.3, count), np.zeros(count)
    bank.reset(q)
    memory[0].tensor[0] = torch.tensor(bank.table["position_ticks"])
    for step in range(400):
        if step % 25 == 0:
            bank.set_goal(q + chance.uniform(-0.4, 0.4, count))
        dq = dq + chance.normal(0.0, 0.4, count)
        q = q + DT * dq
        # halves of ticks are rounded by the last bit: stay off them
        law_tick = bank.table["tick"]
        q = np.where(_near_edge(bank, q), q + 0.2 * law_tick, q)
        volts = bank.step(q, dq, DT).copy()
        rooms["goal"].tensor[0] = torch.tensor(bank.table["goal_ticks"].astype(float))
        rooms["qpos"].tensor[0], rooms["qvel"].tensor[0] = torch.tensor(q), torch.tensor(dq)
        arrays = [law.warp, *(rooms[name].warp for name in ("goal", "qpos", "qvel"))]
        arrays += [places, places, rooms["offset"].warp, strength.warp, supply.warp, DT]
        wp.launch(laws.drive, dim=(1, count), inputs=[*arrays, *(m.warp for m in memory)])
        ticks, _, _, duty, found, torque, _ = (m.tensor[0].numpy() for m in memory)
        # single precision holds 600 000 ticks of a turn but for the last, which its damping feels
        fine = bank.table["top_ticks"] > 1e5
        off = np.abs(ticks - bank.table["position_ticks"])
        assert (off <= np.where(fine, 1.0, 0.0)).all()
        assert (np.abs(duty - bank.table["duty"]) <= np.where(fine, 1e-2, 2e-3)).all(), step
        assert (np.abs(found - volts) <= np.where(fine, 1e-2 * bank.table["supply"], 0.05)).all()
        gear, emf = bank.motor_constant / bank.resistance, bank.motor_constant
        true = gear * (volts - emf * dq) - bank.friction * np.tanh(dq / 0.1)
        loose = np.where(fine, 0.05 + 0.02 * np.abs(true), 0.05)
        assert (np.abs(torque - gear * emf * dq - true) <= loose).all()
    assert (memory[6].tensor > 0.0).any(), "somebody was at full duty"


def _near_edge(bank: ServoBank, q: np.ndarray) -> np.ndarray:
    table = bank.table
    at = (table["sign"] * q + table["zero"]) / table["tick"] + table["centre_ticks"] + 0.5
    return np.abs(at - np.round(at)) < 0.02


def test_goals_are_limited_late_and_in_ticks() -> None:
    robot = load_robot("wolfgang")
    bank, chance = ServoBank.of(robot), np.random.default_rng(1)
    limiter = GoalLimiter(robot, bank.no_load)
    law = Shared(torch.tensor(laws.law_table(robot, bank, TICK)))
    target, sent, ticks, cut = (shared("cpu", 1, robot.dof) for _ in range(4))
    q = np.array(robot.ready)
    limiter.step(JointGoal.all(q), q, TICK)
    sent.tensor[0] = torch.tensor(q)
    before, clamped = q, 0
    for _ in range(60):
        wish = q + chance.uniform(-0.8, 0.8, robot.dof)
        target.tensor[0] = torch.tensor(wish)
        given = [law.warp, target.warp, sent.warp, ticks.warp, cut.warp]
        wp.launch(laws.send_goals, dim=(1, robot.dof), inputs=given)
        bank.set_goal(before)  # what was sent a tick ago arrives now
        assert ticks.tensor[0].numpy() == pytest.approx(bank.table["goal_ticks"], abs=1.0)
        before = limiter.step(JointGoal.all(wish), q, TICK).q
        clamped += len(limiter.clamped)
        assert sent.tensor[0].numpy() == pytest.approx(before, abs=1e-5)
    assert float(cut.tensor.sum()) == clamped > 100


def test_the_attitude_is_felt_as_by_the_filter() -> None:
    chance, samples = np.random.default_rng(2), 4
    R_torso_imu = np.array([[0.0, -1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]])
    filter_, noise = AttitudeFilter(R_torso_imu), Noise()
    total, bias, white, age = (shared("cpu", 1, size) for size in (6, 6, 6, 1))
    R, chip = (shared("cpu", 1, 3, 3, kind=wp.mat33) for _ in "ab")
    learnt, spin = (shared("cpu", 1, 3, kind=wp.vec3) for _ in "ab")
    chip.tensor[0] = torch.eye(3)
    age_row = Shared(age.tensor[:, 0].contiguous())
    age_row.tensor[:] = -1.0
    for step in range(400):
        gyro = np.array([0.6 * np.sin(0.05 * step), 0.4, -0.3]) + chance.normal(0, noise.gyro, 3)
        force = np.array([1.0, 0.5 * np.cos(0.1 * step), 9.6]) + chance.normal(0, 0.1, 3)
        total.tensor[0] = torch.tensor(np.concatenate([gyro, force]) * samples)
        felt, omega = filter_.step(Imu(gyro, force), TICK)
        given = [total.warp, float(samples), wp.mat33(*R_torso_imu.ravel().tolist()), chip.warp]
        given += [bias.warp, white.warp, TICK, R.warp, learnt.warp, age_row.warp, spin.warp]
        wp.launch(senses.feel_attitude, dim=1, inputs=given)
        assert R.tensor[0].numpy() == pytest.approx(felt, abs=2e-3), step
        assert spin.tensor[0].numpy() == pytest.approx(omega, abs=2e-4)
    assert not total.tensor.any(), "the next tick begins at zero"


def test_specimens_differ_as_in_the_bench() -> None:
    robot, worlds = load_robot("bioloid"), 4000
    some = Specimens(robot, worlds, "cpu", Noise())
    chance = torch.Generator()
    chance.manual_seed(0)
    every = torch.ones(worlds, dtype=torch.bool)
    some.draw(every, Hardship(0.1, 0.01, (0.85, 1.05)), chance)
    for values, low, high in (
        (some.friction, *FRICTION),
        (some.strength, 1 - STRENGTH, 1 + STRENGTH),
        (some.mass, 1 - MASS, 1 + MASS),
        (some.supply, 0.85, 1.05),
    ):
        assert low <= float(values.min()) < low + 0.05 * (high - low)
        assert high - 0.05 * (high - low) < float(values.max()) <= high
    legs = robot.indices([name for leg in robot.legs for name in leg.chain.joint_names])
    offset = np.degrees(some.offset.numpy())
    assert offset[:, legs].std() == pytest.approx(1.0, abs=0.05)
    assert np.count_nonzero(offset.any(axis=0)) == len(legs)
    assert some.up.norm(dim=-1).numpy() == pytest.approx(np.ones(worlds), abs=1e-5)
    assert float(some.up[:, 2].min()) > np.cos(0.1)
    assert float(some.tile_height.max()) <= 0.01
    kept = some.friction.clone()
    some.draw(~every, Hardship(), chance)
    assert torch.equal(some.friction, kept), "only those asked for are drawn"
