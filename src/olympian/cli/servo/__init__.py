"""`olympian servo`: Dynamixel servos on a bus, real or virtual."""

import typer

from olympian.cli.servo import calibrate, doctor, monitor, registers, tune
from olympian.cli.servo import virtual as servo_virtual

__all__ = ["app"]

app = typer.Typer(help="Servos on a bus: real ones, and virtual ones.", rich_markup_mode=None)
doctor.register(app)
registers.register(app)
calibrate.register(app)
monitor.register(app)
tune.register(app)
servo_virtual.register(app)
