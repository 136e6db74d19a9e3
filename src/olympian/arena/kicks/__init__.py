"""Kicks measured: balls that lie off their place, on seeds nobody tuned on."""

from olympian.arena.kicks.bench import KickRow, measure
from olympian.arena.kicks.trial import KickDraw, KickKind, KickOutcome, KickTrial, run_kick

__all__ = ["KickDraw", "KickKind", "KickOutcome", "KickRow", "KickTrial", "measure", "run_kick"]
