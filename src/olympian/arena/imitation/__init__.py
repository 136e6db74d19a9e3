"""Imitation tried out: generated people, trials and benches."""
