"""`olympian bench`: every figure in the documentation, measured here and now."""

from olympian.cli.bench.table import app

__all__ = ["app"]
