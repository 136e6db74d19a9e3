"""Files are whole, or as they were."""

from pathlib import Path

import pytest

from olympian.errors import OlympianError
from olympian.files import whole_file


def test_what_was_written_takes_the_place_of_what_was_there(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("old")
    with whole_file(path) as part:
        part.write_text("new")
        assert path.read_text() == "old"
    assert path.read_text() == "new"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("failure", [KeyboardInterrupt, OSError(28, "No space left on device")])
def test_a_failure_leaves_everything_as_it_was(
    tmp_path: Path, failure: type[BaseException] | OSError
) -> None:
    path = tmp_path / "a.txt"
    path.write_text("old")
    told = KeyboardInterrupt if failure is KeyboardInterrupt else OlympianError

    def write_half() -> None:
        with whole_file(path) as part:
            part.write_text("half")
            raise failure

    with pytest.raises(told):
        write_half()
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_place_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    path = tmp_path / "nowhere" / "a.txt"
    with (
        pytest.raises(OlympianError, match=r"a\.txt: cannot be written: No such file"),
        whole_file(path) as part,
    ):
        part.write_text("new")
