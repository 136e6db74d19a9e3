"""What was asked of inverse kinematics, beside what the benchmark measured."""

import msgspec

from olympian.lab.bench_ik import RIGHT_M, IkRow


class IkBar(msgspec.Struct, frozen=True, kw_only=True):
    """A figure the project asked for, and the one measured."""

    robot: str
    bar: str
    wanted: float
    measured: float
    met: bool


def bars(rows: list[IkRow]) -> list[IkBar]:
    """What was asked of the closed form, robot by robot, with the ratios of minimum times."""
    answers = []
    for robot in dict.fromkeys(row.robot for row in rows):
        own = [row for row in rows if row.robot == robot and "random poses" in row.call]
        fast = {
            (row.solver, row.call.split(": ")[1]): row.min_us
            for row in rows
            if row.robot == robot and row not in own
        }
        eaik = fast["eaik", "all solutions, Python call"]
        dls = fast["pinocchio", "damped least squares, warm, loop in Python"]
        measured = {
            "generating branch found": (1.0, min(row.success for row in own), 1),
            "largest error in m": (RIGHT_M, max(row.max_error_m for row in own), -1),
            "all solutions, times faster than EAIK":
                (2.5, eaik / fast["olympian", "all solutions, Python call"], 1),
            "all solutions into an array, times faster than EAIK":
                (4.0, eaik / fast["olympian", "all solutions, into an array"], 1),
            "nearest, times faster than pinocchio looped in Python":
                (80.0, dls / fast["olympian", "nearest, into an array"], 1),
            "one branch in a compiled loop, in µs":
                (0.3, fast["olympian", "one branch, compiled loop"], -1),
        }  # fmt: skip
        answers += [
            IkBar(
                robot=robot, bar=bar, wanted=wanted, measured=got, met=sign * got >= sign * wanted
            )
            for bar, (wanted, got, sign) in measured.items()
        ]
    return answers
