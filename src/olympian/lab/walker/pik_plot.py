"""Figure 6.3: a walk in joint space above, in PIK space below."""

from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from olympian.kinematics import PikParameters, PseudoInverseKinematics
from olympian.lab.figure import save_figure
from olympian.lab.walker.pik_view import GaitRecord, PikView

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def draw_pik(record: GaitRecord, view: PikView, path: Path) -> None:
    """Write the figure."""
    # Loaded here: nobody should wait for a plotting library who does not plot.
    from matplotlib.figure import Figure

    figure = Figure(figsize=(9.0, 8.0), layout="constrained")
    above, below = figure.subplots(2, 1, sharex=True)
    robot = record.robot
    places = sorted(PseudoInverseKinematics(robot).places)
    angles = record.q[:, places] - robot.ready[places]
    joints = [robot.joint_names[place] for place in places]
    _curves(above, record, angles, joints)
    above.set_title(f"{robot.name}: leg joints, from the ready pose", fontsize=10)
    names = [name.replace("_", " ") for name in PikParameters.names()]
    _curves(below, record, view.parameters, names)
    share = 100 * view.explained(record)
    below.set_title(
        f"the same in PIK space: 8 parameters make {share:.1f} % of the motion", fontsize=10
    )
    below.set_xlabel("time in s; grey: the right leg stands")
    save_figure(figure, path)


def _curves(axes: "Axes", record: GaitRecord, values: np.ndarray, names: list[str]) -> None:
    styles = ("-", "--")
    for index, name in enumerate(names):
        style = styles[index // 10]
        axes.plot(record.t, np.degrees(values[:, index]), style, label=name, linewidth=1.3)
    right = np.array([stance == "right" for stance in record.stance])
    low, high = axes.get_ylim()
    axes.fill_between(record.t, low, high, where=right, color="0.94", zorder=0)
    axes.set_ylim(low, high)
    axes.set_ylabel("angle in °")
    axes.spines[["top", "right"]].set_visible(False)
    axes.legend(frameon=False, fontsize=7, loc="center left", bbox_to_anchor=(1.0, 0.5))
