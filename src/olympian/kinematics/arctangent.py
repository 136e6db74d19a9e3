"""An arctangent without branches: closed forms spend most of their time in this function."""

from math import copysign, pi

from olympian.compiled import piece

_FOLD = 0.41421356237309503
"""tan(π/8): ratios above it are measured from the diagonal, so that |t| never exceeds it."""


@piece
def angle_of(c, s):
    """Angle of the vector (c, s), as `atan2(s, c)` to 3e-16; zero for the zero vector.

    atan(t) = t + t·z·P(z) with z = t²; P interpolates at Chebyshev nodes of [0, tan²(π/8)] and was
    computed with 50 digits. Its terms are paired: the processor evaluates them side by side.
    """
    x, y = abs(c), abs(s)
    small, large = (y, x) if y < x else (x, y)
    folded = small > _FOLD * large
    above, below = (small - large, small + large) if folded else (small, large)
    t = above / below if below > 0.0 else 0.0
    z = t * t
    zz = z * z
    z4 = zz * zz
    low = (-0.3333333333333333 + z * 0.19999999999995516) + zz * (
        -0.14285714284665682 + z * 0.11111111015187018
    )
    middle = (-0.0909090457530649 + z * 0.07692183125376892) + zz * (
        -0.06664510525508936 + z * 0.05858140904866328
    )
    high = (-0.05085407834589484 + z * 0.039230447784793086) - zz * 0.019175404711104925
    angle = t + t * z * (low + z4 * (middle + z4 * high))
    angle += 0.25 * pi if folded else 0.0
    angle = 0.5 * pi - angle if y > x else angle
    angle = pi - angle if c < 0.0 else angle
    return copysign(angle, s)
