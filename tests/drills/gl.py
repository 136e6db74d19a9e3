"""Tests that draw: skipped only on a user's machine without OpenGL, never in CI."""

import os

import pytest

from olympian.graphics import gl_problem

needs_gl = pytest.mark.skipif(
    gl_problem() is not None and "CI" not in os.environ,  # there `make test` must have installed it
    reason=f"no OpenGL: {gl_problem()}",
)
