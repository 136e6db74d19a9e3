"""`olympian vision`: what the eyes see, and what they learn it from."""

import typer

from olympian.cli.vision import calibrate as vision_calibrate
from olympian.cli.vision import dataset as vision_dataset
from olympian.cli.vision import explain as vision_explain
from olympian.cli.vision import show as vision_show
from olympian.cli.vision import train_ball as vision_train_ball

__all__ = ["app"]

app = typer.Typer(help="Labelled frames, colour tables, pictures of stages.", rich_markup_mode=None)
vision_dataset.register(app)
vision_calibrate.register(app)
vision_show.register(app)
vision_explain.register(app)
vision_train_ball.register(app)
