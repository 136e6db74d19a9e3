"""Where a robot is on a football field, by its own eyes, steps and gyro."""

from math import hypot

import numpy as np

from olympian.decision.localise.evidence import FOCAL, Evidence
from olympian.decision.localise.guess import anywhere, guesses, side_lines
from olympian.decision.localise.lens_check import LensCheck
from olympian.decision.localise.localisation import Certainty, Localisation
from olympian.decision.localise.particle_filter import Belief, ParticleFilter
from olympian.decision.localise.pitch_map import Layer, PitchMap
from olympian.decision.localise.sight_check import SightCheck
from olympian.decision.localise.sight_memory import SightMemory
from olympian.decision.localise.way import PastOdometry
from olympian.geometry import Place
from olympian.records import RobotState, Semantic
from olympian.vision import Seen
from olympian.world import Pitch

__all__ = ["PitchLocaliser"]

START = (0.05, 0.05, 0.03)
"""m, m and rad by which it may be put beside the place it is told."""
SETTLING = 0.8
"""Seconds after which the attitude has found the vertical, and pictures are worth something."""
IDLE = 0.25
"""Seconds without a picture after which particles follow the odometry all the same."""
UPRIGHT, STEADY = 0.94, 0.5
"""Cosine of the tilt up to which it stands, and seconds of standing after a fall or in somebody's
hands after which the odometry has taken in how it was turned: before, pictures mislead."""
LEAST_SHOWN = 0.5
"""What a picture has to show, in points of lines, until it says whether the place fits."""
LASTING = 0.5
"""Seconds for which a word has to last until it is news."""
HANDS = 0.3
"""Seconds in somebody's hands after which it may be put down anywhere."""
TURNED = 0.2
"""rad by which the gyro may be wrong about a turn in somebody's hands."""
STAYED = 0.1
"""Share of the particles that believe they were put down where they were lifted."""
SURE, LOST = (0.25, 0.2), (0.8, 0.6)
"""m and rad of standard deviation: up to which it is sure, and beyond which it is lost."""
GUESSED = 0.1
"""Share of the particles that a picture puts where it may have been taken, while it is lost or
nothing fits; otherwise as much less as more fits."""
ASTRAY = 0.8
"""Share of what is seen, on average, from which on the place is not doubted."""
WEIGHTY = 20.0
"""Logarithm of how much more likely a guess is that explains all of what is remembered than one
that explains nothing."""
MARGIN, EARNED = 2.0, 8.0
"""Logarithm of how much more likely than what is believed a guess has to be to be added, and less
likely it may be while it is lost; and what it has to be once a place has stood the test of time."""
TEST_S = 15.0
"""Seconds for which it has not been lost until then."""
GATHERED, AGREED = 0.9, 90
"""Share of the particles that have to mean the same place, for so many pictures, until it is found
again: the lines of a field look alike in many places."""


class PitchLocaliser:
    """A particle filter on the lines of a field; a `Localiser` that is told what is seen.

    Particles are where the robot was at the time of the last picture; from there on the odometry
    leads. The field looks the same from its mirror image, so the heading is never guessed anew: it
    is what the start, the gyro and the lines have made of it.
    """

    def __init__(
        self,
        pitch: Pitch,
        start: Place | None = None,
        *,
        focal: float = FOCAL,
        seed: int = 0,
        particles: ParticleFilter | None = None,
    ) -> None:
        """Args:
        start: where it is switched on; the centre spot if None. x points to the opponents' goal.
        focal: length of its lens, pixels.
        particles: a filter of your own.
        """
        self._map, self._start = PitchMap.of(pitch), start or Place()
        self.filter = particles or ParticleFilter(self._map, seed=seed)
        self._focal, self._goals = focal, _goals(pitch)
        self.reset()

    def reset(self) -> None:
        """Back at its start."""
        self.filter.reset(self._start, START)
        self._past = PastOdometry()
        self._t, self._dt, self._stands = 0.0, 0.0, STEADY
        self._news = self._next = ""
        self._news_since = 0.0
        self._check, self._memory, self._lens = SightCheck(), SightMemory(), LensCheck()
        self._hands = 0.0
        self._penalised = False
        self._moved = self._scattered = False
        self._agreed, self._gathered = 0, -TEST_S
        self._seen_t = float("nan")
        self._belief = self.filter.belief()
        self._heading = self._belief.place.yaw
        """By what was sure last, and the turns since then."""
        self._localisation = self._told(0.0)

    @property
    def localisation(self) -> Localisation:
        """Where it is, and how surely."""
        return self._localisation

    def lose(self) -> None:
        """It falls or is picked up: what that costs is in the odometry's covariance."""
        self._stands = 0.0
        self._memory.clear()
        self._lens.clear()

    def step(self, state: RobotState, dt: float) -> Place:
        """Where it is after one more tick."""
        self._t, self._dt = state.t, dt
        self._past.step(state.t, state.odometry)
        upright = state.R_world_torso[2, 2] > UPRIGHT and not self._hands
        self._stands = self._stands + dt if upright else 0.0
        if (picture := state.sensors.camera) is not None:
            self._check.take(picture)
        if self._past.waits > IDLE and self._follow(state.t):
            self._believe()
        self._localisation = self._told(state.t)
        return self._localisation.place

    @property
    def news(self) -> str:
        """How sure it is and why it is not, for a log: the same until that changes."""
        return self._news

    def watch(self, seen: Seen, state: Semantic) -> None:
        """What is told of the last tick: the newest picture, and what the robot is about."""
        self._feel(state)
        if seen.t == seen.t and seen.t != self._seen_t:
            self._seen_t = seen.t
            self._look(seen)

    def _look(self, seen: Seen) -> None:
        """Weigh the particles by a picture, as they were when it was taken."""
        evidence = Evidence.of(seen, self._focal, self._goals) if seen.t > SETTLING else None
        self._check.look(seen)
        if evidence is None or self._stands < STEADY or not self._follow(seen.t):
            return
        if len(evidence) and not self._check.flaw:
            self._memory.step(evidence, self._past.at)
            self._mix(evidence)
            share = self.filter.weigh(evidence)
            if float(evidence.points[:, 3].sum()) > LEAST_SHOWN:
                self._check.fits(share, seen.t)
            self._gather()
        self._believe()
        if len(evidence) and seen.T_place_camera is not None and not self._scattered:
            now = (self._belief.place, self._past.at)
            self._lens.step(evidence, seen.T_place_camera, self.filter, now)

    def _mix(self, evidence: Evidence) -> None:
        """Guess, where what is believed does not explain what is seen."""
        doubt = 1.0 if self._scattered else max(0.0, 1.0 - self._check.fit / ASTRAY)
        count, chance = int(doubt * GUESSED * len(self.filter.weights)), self.filter.chance
        if not count:
            return
        places = guesses(self._map, evidence, self._heading, TURNED, count, chance)
        particles = self.filter.tilted(np.vstack([[*self._belief.place], places]))
        costs = self._memory.costs(self.filter, particles, self._past.at)
        better = (costs[0] - costs[1:]) * WEIGHTY
        tested = self._t - self._gathered > TEST_S
        good = better > (-MARGIN if self._scattered else EARNED if tested else MARGIN)
        self.filter.mix(particles[1:][good], np.exp(np.clip(better[good], -2.0, 2.0)))

    def _feel(self, state: Semantic) -> None:
        """Hands and referees put it elsewhere."""
        if state is Semantic.PICKED_UP:
            self._hands += self._dt
        elif self._hands:
            self._moved |= self._hands > HANDS
            self._hands = 0.0
        if self._moved and self._stands >= STEADY:
            self._moved = False
            self._scatter()
        if self._penalised and state is not Semantic.PENALTY:
            if self._stands >= STEADY:
                self._enter()
            else:  # it was laid down, and faces anywhere once it has got up
                self._moved = True
        self._penalised = state is Semantic.PENALTY

    def _scatter(self) -> None:
        """It was put down: anywhere, but the gyro has followed its turns."""
        self._follow(self._t)
        self._believe()
        particles, chance = self.filter.particles, self.filter.chance
        stay = int(STAYED * len(particles))
        count = len(particles) - stay
        particles[stay:, :3] = anywhere(self._map, self._heading, TURNED, count, chance)
        self.filter.weights[:] = 1.0 / len(particles)
        self._lens.clear()
        self._scattered, self._agreed = True, 0
        self._believe()

    def _enter(self) -> None:
        """A penalty is over: it comes in from a side line of its own half."""
        particles, chance = self.filter.particles, self.filter.chance
        self._follow(self._t)
        particles[:, :3] = side_lines(self._map, len(particles), chance)
        self.filter.weights[:] = 1.0 / len(particles)
        self._scattered, self._agreed = True, 0
        self._believe()

    def _follow(self, t: float) -> bool:
        """Move all particles to where the odometry was then; False if they are there already."""
        moved = self._past.until(t)
        if moved is not None:
            self.filter.move(*moved)
            self._heading += moved.way.yaw
        return moved is not None

    def _believe(self) -> None:
        self._belief = self.filter.belief()
        if not self._scattered and self._check.fit > ASTRAY:
            self._heading = self._belief.place.yaw

    def _gather(self) -> None:
        """Have the pictures agreed on a place for long enough?"""
        self._agreed = self._agreed + 1 if self._belief.share > GATHERED else 0
        if self._scattered and self._agreed >= AGREED:
            self._scattered, self._gathered = False, self._t

    def _told(self, t: float) -> Localisation:
        """The belief, led on by the odometry to this tick."""
        place = self._belief.place.then(self._past.since)
        certainty, reason = self._word(t, self._belief)
        told = f"place {certainty.value}" + (f": {reason}" if reason else "")
        self._tell(t, told if reason or self._news else "")
        return Localisation(t, place, self._belief.covariance, certainty, reason)

    def _tell(self, t: float, news: str) -> None:
        """Say it in the log once it has lasted: a word that flickers is no news."""
        if news != self._next:
            self._next, self._news_since = news, t
        if t - self._news_since > LASTING and news != self._news:
            self._news = news

    def _word(self, t: float, belief: Belief) -> tuple[Certainty, str]:
        if self._hands > HANDS or self._moved:
            return Certainty.LOST, "somebody carries it"
        if self._scattered:
            return Certainty.LOST, "it was put down somewhere else"
        off = hypot(*np.sqrt(np.diag(belief.covariance)[:2]).tolist())
        turned = float(np.sqrt(belief.covariance[2, 2]))
        if off > LOST[0] or turned > LOST[1]:
            return Certainty.LOST, self._check.trouble(t) or "it may be in several places"
        trouble = self._check.flaw or self._lens.trouble or self._check.trouble(t)
        if trouble or off > SURE[0] or turned > SURE[1]:
            return Certainty.UNSURE, trouble or "it has seen too little"
        return Certainty.SURE, ""


def _goals(pitch: Pitch) -> dict[str, Layer]:
    """The goals by their colours."""
    if pitch.goal_colours is None:
        return {"white": Layer.EITHER_GOAL}
    own, opponent = pitch.goal_colours
    return {own: Layer.OWN_GOAL, opponent: Layer.OPPONENT_GOAL}
