"""The program on the page about the control module runs, and walks."""

import re
from pathlib import Path

from olympian.records import Semantic

PAGE = Path(__file__).parent.parent / "docs" / "hcm.md"


def test_the_program_in_the_docs_runs() -> None:
    found = re.search(r"```python\n(.*?)```", PAGE.read_text(), re.DOTALL)
    assert found
    names: dict = {}
    exec(compile(found.group(1), str(PAGE), "exec"), names)
    assert names["robot"].situation.state is Semantic.WALKING
    assert names["robot"].place.x > 0.2


def test_every_state_is_on_the_page() -> None:
    text = PAGE.read_text()
    assert [state.value for state in Semantic if f"`{state.value}`" not in text] == []
