"""Imitation tried out: generated people, trials and benches."""

from olympian.arena.imitation.referee import ArmFigures, ArmVerdict

__all__ = ["ArmFigures", "ArmVerdict"]
