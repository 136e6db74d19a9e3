"""Proof of the control module: driving, faults, and what a tick costs."""
