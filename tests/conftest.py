"""Shared by all tests: Hypothesis without deadlines, since the machine is shared and slow at times."""

from hypothesis import settings

settings.register_profile("olympian", deadline=None, derandomize=True, max_examples=60)
settings.load_profile("olympian")
