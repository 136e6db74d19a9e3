"""The tables of a walk's file: its pattern, its limits, and one for each feedback."""

from typing import Annotated

from msgspec import Meta

from olympian.robot.files import Table

Length = Annotated[float, Meta(ge=0.0, le=1.0)]
Offset = Annotated[float, Meta(ge=-0.5, le=0.5)]
Degrees = Annotated[float, Meta(ge=-60.0, le=60.0)]
Share = Annotated[float, Meta(ge=0.0, le=1.0)]
Positive = Annotated[float, Meta(gt=0.0, le=100.0)]
Gain = Annotated[float, Meta(ge=-20.0, le=20.0)]
Eagerness = Annotated[float, Meta(ge=0.0, le=100.0)]


class PatternRule(Table, frozen=True, kw_only=True):
    """The walk without any feedback; metres, seconds, degrees."""

    step_time: Annotated[float, Meta(ge=0.1, le=2.0)] = 0.25
    double_support: Share = 0.15
    """Share of a step in which both feet carry."""
    torso_height: Length | None = None
    """Of the torso's origin above the soles; 95 % of the ready pose's if not given."""
    spacing: Length | None = None
    """Between the soles; that of the ready pose if not given."""
    lift: Length = 0.03
    soft: Annotated[float, Meta(ge=0.05, le=0.5)] = 0.25
    """Share of a swing in which the foot speeds up, and again in which it brakes."""
    bow: Length = 0.0
    """How far outward of the straight way a foot passes the other one."""
    lean_deg: Degrees = 0.0
    """The torso's pitch; forward is positive."""
    lean_by_speed_deg: Degrees = 0.0
    """How much more it leans per m/s ahead; backwards it leans as on the spot."""
    trim: tuple[Offset, Offset] = (0.0, 0.0)
    """How far ahead and inward of the ankle the ground pushes, as planned."""
    sway: Annotated[float, Meta(ge=0.0, le=2.0)] = 1.0
    """Share of the pendulum's sway to the side that the torso is moved by."""
    stride: tuple[Positive, Positive, Positive] = (1.0, 1.0, 1.0)
    """Planned steps by those for the speed asked for: sliding soles and soft joints add the rest.

    Ahead, sideways, turning.
    """
    drift: Offset = 0.0
    """m/s ahead that it would go when asked to stay: planned against."""
    arm_swing_deg: Degrees = 0.0
    """How far an arm goes for 10 cm that the foot of the other side is ahead."""


class Limits(Table, frozen=True, kw_only=True):
    """What may be asked of it."""

    top_speed: tuple[Positive, Positive, Positive] = (0.3, 0.15, 1.0)
    """Ahead, sideways (m/s) and turning (rad/s); backward as ahead times `backward`."""
    backward: Annotated[float, Meta(gt=0.0, le=1.0)] = 0.6
    mixing: Annotated[float, Meta(ge=1.0, le=2.0)] = 2.0
    """How much may be asked for at once: 2 all within an ellipsoid of the top speeds, 1 shares of
    them that add up to one."""
    acceleration: tuple[Positive, Positive, Positive] = (0.4, 0.3, 2.0)
    """Change of the command per second."""


class ContactRule(Table, frozen=True, kw_only=True):
    """A step ends when its foot lands (thesis 7.5.1), not by the clock."""

    on: bool = False
    earliest: Share = 0.6
    """Share of the step from which a landing ends it."""
    latest: Annotated[float, Meta(ge=1.0, le=3.0)] = 1.3
    """Share of the step by which it ends in any case."""


class Ankle(Table, frozen=True, kw_only=True):
    """The standing sole presses against the error of the divergent component (7.5.2)."""

    on: bool = False
    gain: tuple[Gain, Gain] = (0.0, 0.0)
    """Degrees per centimetre of error, ahead and sideways."""
    most_deg: Annotated[float, Meta(ge=0.0, le=20.0)] = 6.0
    """Beyond it the sole tips over its edge."""


class Energy(Table, frozen=True, kw_only=True):
    """Steps grow with the orbital energy ahead that is too much (7.5.3)."""

    on: bool = False
    gain: Gain = 0.0
    """Metres of step per (m/s)² of twice the specific energy."""


class Symmetry(Table, frozen=True, kw_only=True):
    """The swing leg mirrors the standing leg: as far ahead of the body as that is behind (7.29)."""

    on: bool = False
    gain: Gain = 0.0
    """Share of the asymmetry that the landing takes in."""


class StanceLength(Table, frozen=True, kw_only=True):
    """The standing leg grows when the body lags, near upright, with the sigmoid (7.31)."""

    on: bool = False
    gain: Gain = 0.0
    """K_e: metres per rad of stance angle."""
    steepness: Positive = 20.0
    """K_θ, 1/rad."""
    most: Length = 0.01


class Clearance(Table, frozen=True, kw_only=True):
    """Feet are lifted by a share of the sway's peak-to-peak value, filtered (8.3.2)."""

    on: bool = False
    gain: Gain = 0.5
    """Metres of lift per metre of sway."""
    filter: Share = 0.5
    """How much of the last value stays, step by step."""
    least: Length = 0.01


class Capture(Table, frozen=True, kw_only=True):
    """The foot lands where the divergent component will be caught."""

    on: bool = False
    gain: tuple[Gain, Gain, Gain] = (0.0, 0.0, 0.0)
    """Share of an error ahead, of one back, and of one sideways."""
    growth: Annotated[float, Meta(ge=0.0, le=1.5)] = 1.0
    """How fast an error is taken to grow until the landing, by the free pendulum: soles hold it."""
    certain: tuple[Length, Length, Length] = (1.0, 1.0, 1.0)
    """Errors as above beyond which it is no noise: what is more counts in full."""
    reach: tuple[Length, Length] = (0.12, 0.08)
    """Furthest that a foot lands off its plan, ahead and sideways."""
    halt: Length = 1.0
    """Error beyond which it stops going anywhere: first it stays up, then it speeds up again."""
    hurry: tuple[Gain, Gain, Gain] = (0.0, 0.0, 0.0)
    """Shortens the step by so many seconds per metre of error (ahead, back, sideways) that its
    landing cannot catch. Falling ahead, a foot needs the time for its longest step."""
    longest: Annotated[float, Meta(ge=1.0, le=3.0)] = 1.0
    """Times its usual duration that a step may take whose foot would have to cross the other one:
    pushed over its standing foot, a body comes back by itself if it is given the time. Such a step
    is not hurried."""


class Level(Table, frozen=True, kw_only=True):
    """The swinging foot stays level and where it was meant, however the body tilts over the other.

    After its landing the leg brings the body upright again.
    """

    on: bool = False
    share: Share = 0.8
    """Of the unusual tilt and place of the body that is made up for."""
    certain: Positive = 1.0
    """Metres ahead or back beyond which all of it is made up for: no noise is that large."""
    certain_deg: Positive = 90.0
    """The same for pitch: a foot that lands ahead of a body that topples would stub its toe."""
    follow: Positive = 0.03
    """Seconds in which the leg in the air follows the tilt."""
    lead: Annotated[float, Meta(ge=0.0, le=0.3)] = 0.0
    """Seconds by which its foot is turned for the pitch to come: servos lag, a body that is shoved
    ahead turns on, and a foot that lands on its toes holds nothing."""
    restore: Positive = 0.15
    """Seconds in which the leg on the ground puts the body upright."""


class PostureRule(Table, frozen=True, kw_only=True):
    """Ankle and hip of the standing leg against tilt and turning of the torso, by the IMU."""

    on: bool = False
    ankle: tuple[Gain, Gain, Gain, Gain] = (0.0, 0.0, 0.0, 0.0)
    """Pitch: rad per rad and per rad/s; roll: the same."""
    hip: tuple[Gain, Gain, Gain, Gain] = (0.0, 0.0, 0.0, 0.0)


class FootingRule(Table, frozen=True, kw_only=True):
    """Soles are tilted as the floor is, and against joints that are off, as a stand has shown."""

    on: bool = False
    share: Share = 1.0
    """Of what is seen in a stand that the walk begins with."""
    most_deg: Annotated[float, Meta(ge=0.0, le=20.0)] = 10.0
    """Steeper floors are taken for as steep as this."""


class CaptureStepRule(Table, frozen=True, kw_only=True):
    """A stand that is shoved beyond its soles steps at once; the walk does the rest."""

    on: bool = False
    margin: tuple[Offset, Offset] = (0.0, 0.0)
    """Metres beyond the soles, along and across, that the divergent component must be."""
    time: Share = 0.7
    """Of a step's time that the first one takes: it begins without the shift to its side."""


class Gravity(Table, frozen=True, kw_only=True):
    """Goals lead the joints by what servos need to carry the weight (Loop's sag stage)."""

    on: bool = True


class Predictor(Table, frozen=True, kw_only=True):
    """What was measured is carried on over the delay by the pendulum (7.5)."""

    on: bool = False
    ticks: Annotated[float, Meta(ge=0.0, le=10.0)] = 2.0

    @property
    def delay(self) -> float:
        """Ticks that are made up for."""
        return self.ticks if self.on else 0.0


class Habit(Table, frozen=True, kw_only=True):
    """What is usual at each part of a step is learnt while it walks, and no longer answered."""

    eager: tuple[Eagerness, Eagerness] = (0.0, 0.0)
    """In its k-th step a foot learns `eager` / k times as much, of deviations so many times as
    large, as long as that is more than once: false zeros of joints are forgotten the sooner.

    Along and across.
    """


class Speed(Table, frozen=True, kw_only=True):
    """The command is corrected until the measured speed is the one asked for."""

    on: bool = False
    gain: tuple[Gain, Gain, Gain] = (0.0, 0.0, 0.0)
    """Share of the error that is added to the command at each step."""
    most: Share = 0.5
    """Largest correction as a share of the top speed."""


class Heading(Table, frozen=True, kw_only=True):
    """Where no turn is asked for, it keeps its heading, by the gyro."""

    on: bool = False
    gain: Annotated[float, Meta(ge=0.0, le=5.0)] = 1.0
    """rad/s of turn for each rad that it faces away."""
    most: Share = 0.25
    """Fastest turn for it as a share of the top speed."""


class OdometryScale(Table, frozen=True, kw_only=True):
    """Calibration of the odometry."""

    scale: tuple[Positive, Positive] = (1.0, 1.0)
    """True way by the one that the joints tell, ahead and sideways: landing soles slide."""
