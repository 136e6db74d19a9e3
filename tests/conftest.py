"""Shared by all tests: Hypothesis without deadlines, since machines are shared and slow."""

from hypothesis import settings

import olympian  # noqa: F401  first of all, since it tells MuJoCo which OpenGL to use

settings.register_profile("olympian", deadline=None, derandomize=True, max_examples=60)
settings.load_profile("olympian")
