"""One recording for all tests of this room."""

from pathlib import Path

import pytest

from drills.record import record_fall


@pytest.fixture(scope="session")
def fall(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A recording of a walk that ends in a fall."""
    path = tmp_path_factory.mktemp("recorded") / "fall.mcap"
    record_fall(path)
    return path
