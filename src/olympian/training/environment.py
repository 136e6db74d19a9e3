"""A task on a batch of bodies: actions in, observations and rewards out, world by world."""

# pyright: reportMissingImports=false

from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import pi, radians

import torch

from olympian.motion.learnt.layout import ACTION_SCALE, SATURATED, SPIN_SCALE, PolicyLayout
from olympian.robot import Robot
from olympian.training.body.arrays import Tensor
from olympian.training.body.simulated import AnyBody
from olympian.training.body.specimens import Hardship
from olympian.training.body.view import BodyView
from olympian.training.posture import Postures
from olympian.training.task.commands import Commands
from olympian.training.task.critic import critic_row
from olympian.training.task.endings import fell
from olympian.training.task.mirror import AXIAL, FLIP, JOINTS, POLAR, WAY, Mirror
from olympian.training.task.moment import TaskMoment
from olympian.training.task.scale import BodyScale, crouched
from olympian.training.task.shoves import Shoves
from olympian.training.task.task_file import TaskFile, level
from olympian.training.task.terms import reward

SMOOTH = 0.25
"""Seconds over which speeds are averaged: about a step."""


@dataclass(frozen=True)
class StepOutcome:
    """What came of one step in all worlds."""

    observation: Tensor
    """(worlds, inputs) what the policy is told next; where an episode ended, of the next one."""
    critic: Tensor
    """(worlds, more) the same and the truth."""
    reward: Tensor
    fell: Tensor
    ended: Tensor
    """By a fall or by the clock."""
    moment: TaskMoment
    parts: Mapping[str, Tensor]
    """The reward, term by term."""
    counts: Tensor
    """(worlds,) 1 where the step counts: not while a robot settles after its start."""


class Environment:
    """So many robots at one task."""

    def __init__(
        self,
        robot: Robot,
        task: TaskFile,
        layout: PolicyLayout,
        body: AnyBody,
        seed: int,
        own_commands: bool = True,
        begins_again: bool = True,
    ) -> None:
        """Args:
        task: as it is for this robot.
        own_commands: draw commands and shoves; otherwise they are as somebody sets them.
        begins_again: worlds whose episode ends begin anew by themselves.
        """
        self.robot, self.task, self.layout, self.body = robot, task, layout, body
        self.scale = BodyScale.of(robot)
        self.device = device = body.device
        self.chance = torch.Generator(device)
        self.chance.manual_seed(seed)
        body.chance = self.chance
        self._begins_again = begins_again
        self.worlds, self._own_commands = body.worlds, own_commands
        places = torch.tensor(layout.places(robot), device=device)
        self._places = places
        self._rest_all = torch.tensor(layout.rest_pose(robot), device=device).float()
        self._rest = self._rest_all[places]
        self._lower = torch.tensor(robot.lower, device=device).float()[places]
        self._upper = torch.tensor(robot.upper, device=device).float()[places]
        rest_pose = crouched(robot, task.gait.crouch)
        soles = [robot.forward(foot.link, rest_pose)[2, 3] for foot in robot.feet]
        self.rest_height = -float(sum(soles)) / len(soles)
        self._postures = Postures(robot, layout, body, self.scale, self.chance)
        dt = layout.period
        self.commands = Commands(layout, task.episode, self.worlds, device, self.chance)
        self.shoves = Shoves(body, task.episode, dt, self.chance)
        joints = len(layout.joints)

        def room(*shape: int) -> Tensor:
            return torch.zeros(self.worlds, *shape, device=device)

        self._action, self._before, self._start = room(joints), room(joints), room(joints)
        self._smooth, self._old_soles = room(3), room(2, 3)
        self.phase, self.age = room(), room()
        self._history = room(layout.history, layout.frame)
        self.updates = 0.0
        """Of the curriculum's clock."""
        self.episode_steps = round(task.episode.seconds / dt)
        self._settle_steps = round(task.episode.settle / dt)
        self._parts: dict[str, Tensor] = {}

    def reset(self, some: Tensor | None = None) -> tuple[Tensor, Tensor]:
        """Begin anew in some worlds, or in all; what policy and critic are told."""
        if some is None:
            some = torch.ones(self.worlds, dtype=torch.bool, device=self.device)
        self._begin(some)
        return self._tell(some, later=False)

    def step(self, action: Tensor) -> StepOutcome:
        """Let a step of the policy pass; worlds whose episode ends begin anew."""
        action = action.clamp(-SATURATED, SATURATED)
        settling = (self.age < self._settle_steps)[:, None]
        action = torch.where(settling, self._start, action)
        if self._own_commands:
            self.shoves.step(level(self.task.curriculum.push, self.updates) * self._push)
        target = self._rest_all.expand(self.worlds, -1).clone()
        target[:, self._places] = self._rest + self.layout.scale * action
        self.body.advance(target)
        self.age += 1
        if self.layout.stride > 0.0:
            self.phase.copy_((self.phase + self.layout.period / self.layout.stride) % 1.0)
        moment, over = self._look(action, target)
        counts = 1.0 - settling[:, 0].float()
        parts = reward(moment, self.task.rewards)
        total = torch.nan_to_num(sum(parts.values()) * self.layout.period * counts)  # type: ignore[union-attr]
        late = self.age >= self.episode_steps
        self._before.copy_(self._action)
        self._action.copy_(action)
        if self._own_commands:
            self.commands.step(level(self.task.curriculum.speed, self.updates))
        ended = over | late
        if self._begins_again:
            self._begin(ended)
        begun = ended if self._begins_again else torch.zeros_like(ended)
        observation, critic = self._tell(begun, later=True)
        return StepOutcome(observation, critic, total, over, ended, moment, parts, counts)

    def spread_ages(self) -> None:
        """Let episodes end at different times from the start on."""
        self.age.copy_(
            torch.rand(self.worlds, generator=self.chance, device=self.device) * self.episode_steps
        )
        self.age.floor_()

    def mirrors(self) -> tuple[Mirror, Mirror, Mirror]:
        """Of what the policy is told, of what the critic is told, and of actions."""
        joints = self.layout.joints
        told, action = Mirror(self.robot, joints), Mirror(self.robot, joints)
        kinds = {"gyro": AXIAL, "up": POLAR, "joints": JOINTS, "action": JOINTS}
        for _ in range(self.layout.history):
            for name in self.layout.signals:
                told.add(kinds[name], 3 if name in ("gyro", "up") else len(joints))
        for name in self.layout.wishes:
            told.add(*((WAY, 3) if name == "command" else (FLIP, 2)))
        critic = Mirror(self.robot, joints, list(told.places), list(told.signs))
        for kind, values in critic_row(self._moment, self.body, self.shoves):
            critic.add(kind, values.shape[-1])
        action.add(JOINTS, len(joints))
        return told, critic, action

    @property
    def _push(self) -> float:
        return self.task.hardship.push * self.scale.momentum

    def _begin(self, some: Tensor) -> None:
        hard, curriculum = self.task.hardship, self.task.curriculum
        floor = level(curriculum.floor, self.updates)
        supply = level(curriculum.supply, self.updates)
        low, high = (1.0 + supply * (share - 1.0) for share in hard.supply)
        tiles = floor * hard.tiles * self.scale.height
        hardship = Hardship(floor * radians(hard.slope_deg), tiles, (low, high))
        self.body.specimens.draw(some, hardship, self.chance)
        if self.task.episode.start == "lying":
            q = self._postures.lie(some, level(curriculum.lying, self.updates))
        else:
            q = self._postures.stand(some)
        which = some[:, None]
        believed = q[:, self._places] + self.body.specimens.offset[:, self._places]
        action = (believed - self._rest) / self.layout.scale
        for memory in (self._action, self._before, self._start):
            memory.copy_(torch.where(which, action, memory))
        self.age.copy_(torch.where(some, torch.zeros_like(self.age), self.age))
        self._smooth.copy_(torch.where(which, torch.zeros_like(self._smooth), self._smooth))
        steps = max(1, round(self.layout.stride / self.layout.period))
        phase = torch.randint(0, steps, (self.worlds,), generator=self.chance, device=self.device)
        self.phase.copy_(torch.where(some, phase / steps, self.phase))
        soles = self.body.view().sole_places
        self._old_soles.copy_(torch.where(which[..., None], soles, self._old_soles))
        if self._own_commands:
            self.commands.draw(some, level(curriculum.speed, self.updates))
        self.shoves.forget(some)

    def _look(self, action: Tensor, target: Tensor) -> tuple[TaskMoment, Tensor]:
        moment = self._see(self.body.view(), action, target)
        over = fell(moment, self.task.episode.ends) & (self.age > self._settle_steps)
        over = over | ~torch.isfinite(self.body.physics.qpos).all(-1)
        # the fall itself is part of the reward
        return replace(moment, turned=over.float()), over

    def _see(self, view: BodyView, action: Tensor, target: Tensor) -> TaskMoment:
        dt, places = self.layout.period, self._places
        ahead = view.R[:, :2, 0]
        ahead = ahead / ahead.norm(dim=-1, keepdim=True).clamp_min(1e-6)
        c, s = ahead[:, :1], ahead[:, 1:]

        def level_axes(vectors: Tensor) -> Tensor:
            cosine, sine = (part.view(-1, *[1] * (vectors.dim() - 1)) for part in (c, s))
            x, y, z = vectors[..., :1], vectors[..., 1:2], vectors[..., 2:]
            return torch.cat([cosine * x + sine * y, cosine * y - sine * x, z], -1)

        velocity = level_axes(view.velocity)
        turning = torch.einsum("ni,ni->n", view.R[:, 2], view.spin)
        now = torch.cat([velocity[:, :2], turning[:, None]], -1)
        self._smooth.add_((now - self._smooth) * (dt / SMOOTH))
        sole_velocity = (view.sole_places - self._old_soles) / dt
        self._old_soles.copy_(view.sole_places)
        corners = self.body.corners
        down = view.sole_R[:, :, 2, :2]
        over_floor = view.sole_places[:, :, None, 2] + (down[:, :, None] * corners).sum(-1)
        lift = over_floor.min(-1).values - view.ground
        q = view.q[:, places]
        return TaskMoment(
            scale=self.scale,
            up=torch.einsum("nji,nj->ni", view.R, view.up),
            velocity=velocity,
            smooth=self._smooth,
            spin=view.spin,
            height=view.place[:, 2] - view.ground.min(-1).values,
            rest_height=self.rest_height,
            q=q - self._rest,
            dq=view.dq[:, places],
            to_limit=torch.minimum(q - self._lower, self._upper - q),
            torque=view.torque[:, places],
            duty=view.duty[:, places],
            saturated=view.saturated[:, places],
            clamped=(target - view.sent)[:, places],
            action=action,
            change=action - self._action,
            bend=action - 2.0 * self._action + self._before,
            sole_places=level_axes(view.sole_places - view.place[:, None]),
            sole_velocity=sole_velocity,
            sole_tilt=down.norm(dim=-1),
            lift=lift,
            load=view.pressure.sum(-1),
            touches=view.touches,
            command=self.commands.command,
            moving=self.commands.moving,
            phase=self.phase,
            lift_rule=max(self.task.gait.lift * self.scale.height, 1e-6),
            top_speed=self.layout.top_speed,
            turned=torch.zeros_like(turning),
        )

    def _tell(self, fresh: Tensor, later: bool) -> tuple[Tensor, Tensor]:
        """Rows of policy and critic.

        Args:
            fresh: which worlds have no past.
            later: a step has passed for the others.
        """
        view = self.body.view()
        parts = {
            "gyro": view.spin_felt * SPIN_SCALE,
            "up": view.up_felt,
            "joints": view.q_measured[:, self._places] - self._rest,
            "action": self._action * ACTION_SCALE,
        }
        frame = torch.cat([parts[name] for name in self.layout.signals], -1)
        moved = torch.cat([frame[:, None], self._history[:, :-1]], 1) if later else self._history
        same = frame[:, None].expand_as(moved)
        self._history.copy_(torch.where(fresh[:, None, None], same, moved))
        rows = [self._history.flatten(1)]
        angle, shown = 2.0 * pi * self.phase, self.commands.moving
        for name in self.layout.wishes:
            clock = torch.stack([shown * torch.sin(angle), shown * torch.cos(angle)], -1)
            rows.append(self.commands.command if name == "command" else clock)
        told = torch.nan_to_num(torch.cat(rows, -1))
        moment = self._see_again(view)
        extra = [values for _, values in critic_row(moment, self.body, self.shoves)]
        return told, torch.nan_to_num(torch.cat([told, *extra], -1))

    def _see_again(self, view: BodyView) -> TaskMoment:
        """The moment after resets, without letting time pass."""
        smooth, soles = self._smooth.clone(), self._old_soles.clone()
        target = self._rest_all.expand(self.worlds, -1)
        self._moment = moment = replace(self._see(view, self._action, target), smooth=smooth)
        self._smooth.copy_(smooth)
        self._old_soles.copy_(soles)
        return moment
