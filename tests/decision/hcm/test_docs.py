"""The page about the control module leaves no state out."""

from pathlib import Path

from olympian.records import Semantic

PAGE = Path(__file__).parents[3] / "docs" / "hcm.md"


def test_every_state_is_on_the_page() -> None:
    text = PAGE.read_text()
    assert [state.value for state in Semantic if f"`{state.value}`" not in text] == []
