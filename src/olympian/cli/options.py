"""Options that several commands have: each says the same wherever it stands."""

from pathlib import Path
from typing import Annotated

import typer

RobotName = Annotated[str, typer.Option(help="Library name, robot.toml or folder.")]
ModelName = Annotated[str, typer.Option(help="Library name, robot.toml, URDF or MJCF.")]
WorldName = Annotated[
    str, typer.Option(help="flat, ramp:angle_deg=3, stairs:height=0.03,count=3, ring …")
]
Workers = Annotated[
    int | None, typer.Option(min=1, max=1024, help="Processes; by default one per core.")
]
PlotFile = Annotated[
    Path | None, typer.Option(metavar="FILE", help="Also draw it (png, svg, pdf).")
]
RecordingFile = Annotated[
    Path, typer.Argument(metavar="FILE", help="Recording made with --record (.mcap).")
]
