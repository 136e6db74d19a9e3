"""Planning for a real foot: it sees late, it gives way, and it has to strike."""

from dataclasses import dataclass

import numpy as np

from olympian.geometry import Vec2, Vec3
from olympian.motion.juggle.ball_filter import BallFilter
from olympian.motion.juggle.contact import Contact, meeting, normal_of, tilt_of, under
from olympian.motion.juggle.flight import Flight
from olympian.motion.juggle.foot_path import FootPath, PaddleState
from olympian.motion.juggle.mirror import leaving, reflected, strike
from olympian.motion.juggle.stance import JugglingStance

__all__ = ["Striker", "StrikerOptions"]


@dataclass(frozen=True)
class StrikerOptions:
    """Numbers of a juggler in physics, chosen by hand and tried on seeds below 1000."""

    apex: float = 1.1
    """Metres over the ground to which the ball's middle should rise."""
    heights: tuple[float, float] = (0.2, 0.4)
    """Of the paddle at contact, drawn anew for each."""
    least_fall: float = 0.15
    """Metres the ball falls at least before it is met."""
    scatter: float = 0.02
    """Metres from the middle within which the ball is sent, in each direction."""
    tilt: float = 0.12
    """Most roll and pitch at contact, rad."""
    fastest: float = 1.5
    """Most upward speed of the paddle at contact, m/s."""
    restitution: float = 0.8
    """Believed at first. On a hard floor it is 0.86; a foot gives way."""
    learn: float = 0.2
    """Share of each new estimate of the restitution in the belief."""
    blind: float = 0.02
    """Seconds round a contact in which places seen are not believed: the ball is being squeezed."""
    settled: float = 0.06
    """Seconds before contact after which the way stays as it is."""
    toss_sigma: tuple[float, float] = (0.05, 0.2)
    bounce_sigma: tuple[float, float] = (0.02, 0.4)
    """How well the first ball and every bounce are foreseen, metres and m/s."""
    enough: int = 10
    """Places seen of a flight from which something can be learnt."""


class Striker:
    """Knows one ball by what is seen of it, and where the paddle should go to keep it up."""

    def __init__(
        self,
        stance: JugglingStance,
        radius: float,
        noise: float,
        rng: np.random.Generator,
        options: StrikerOptions | None = None,
    ) -> None:
        self.options = options or StrikerOptions()
        self._stance, self._radius, self._rng = stance, radius, rng
        self._filter = BallFilter(noise)
        self.restitution = self.options.restitution

    def begin(self, ball: Flight, paddle: PaddleState) -> None:
        """The ball is let go at about `ball`, the paddle is at `paddle`."""
        self._since = ball.t
        self._filter.reset(ball, *self.options.toss_sigma)
        self._draw()
        self._struck: tuple[Contact, Vec3] | None = None
        self._news = False
        self._path = FootPath(paddle, paddle)
        self._aim(paddle)

    def see(self, t: float, place: Vec3) -> None:
        """Take in where the ball was at `t`."""
        if t >= self._since:
            self._filter.see(t, place)
            self._news = True

    def step(self, t: float) -> PaddleState:
        """Where the paddle should be at `t`; plans anew while there is time, and after a bounce."""
        now = self._path.at(t)
        if t >= self._contact.t:
            self._bounce()
            self._aim(PaddleState(t, now.pose, self._path.end.rate))
        elif self._news and t < self._contact.t - self.options.settled:
            self._news = False
            self._aim(now)
        else:
            return now
        return self._path.at(t)

    def _draw(self) -> None:
        """Height of the next contact, and where and how high the one after it sends the ball."""
        spread = self.options.scatter
        self._height = self._rng.uniform(*self.options.heights)
        self._target: Vec2 = np.array(self._stance.middle_m) + self._rng.uniform(-spread, spread, 2)

    def _aim(self, now: PaddleState) -> None:
        """A new way from `now` to the contact as it is foreseen now."""
        flight = self._filter.flight()
        # a ball that was struck too softly is met lower than was drawn
        height = min(self._height, flight.apex - self._radius - self.options.least_fall)
        ball = meeting(flight, height, self._radius)
        if ball is None or ball.t <= now.t:
            return
        self._contact = self._strike(ball)
        self._path = FootPath(now, PaddleState.at(self._contact))

    def _strike(self, ball: Flight) -> Contact:
        options = self.options
        height = sum(options.heights) / 2 + self._radius
        wanted = leaving(ball.place, self._target, options.apex, height)
        normal, lift = strike(ball.velocity, wanted, self.restitution)
        roll, pitch = np.clip(tilt_of(normal), -options.tilt, options.tilt)
        tilt = (float(roll), float(pitch))
        lift = float(np.clip(lift, 0.0, options.fastest))
        place = self._stance.reachable(under(ball.place, tilt, self._radius))
        return Contact(ball.t, place, tilt, lift)

    def _bounce(self) -> None:
        """The ball should have been met: what flew is over, what will fly is foreseen."""
        contact = self._contact
        flown = self._filter.flight()
        if self._struck is not None and self._filter.seen > self.options.enough:
            self._learn(*self._struck, flown)
        arrived = flown.at(contact.t)
        self._struck = (contact, arrived.velocity)
        normal = normal_of(contact.tilt)
        velocity = reflected(arrived.velocity, normal, self.restitution, contact.lift)
        start = Flight(contact.t, arrived.place, velocity)
        self._filter.reset(start, *self.options.bounce_sigma)
        self._since = contact.t + self.options.blind
        self._draw()

    def _learn(self, contact: Contact, arriving: Vec3, flown: Flight) -> None:
        """Compare the flight after a contact with what the contact should have given."""
        normal = normal_of(contact.tilt)
        closing = contact.lift - float(arriving @ normal)
        parting = float(flown.velocity @ normal) - contact.lift
        if closing > 1.0:
            found = float(np.clip(parting / closing, 0.3, 1.0))
            self.restitution += self.options.learn * (found - self.restitution)
