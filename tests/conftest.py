"""Shared by all tests: Hypothesis without deadlines, since machines are shared and slow.

What raises in a loop or a control module raises in its test, unless the test asks for a breaker
that contains it: an error of our own must not look like a fall.
"""

from hypothesis import settings

import olympian  # noqa: F401  first of all, since it tells MuJoCo which OpenGL to use
from olympian.breaker import Breaker

Breaker.strict = True
settings.register_profile("olympian", deadline=None, derandomize=True, max_examples=60)
settings.load_profile("olympian")
