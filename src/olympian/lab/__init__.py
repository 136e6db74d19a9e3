"""Analyses and benchmarks: every figure in the documentation comes from a function here."""
