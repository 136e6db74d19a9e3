"""The program on the page about navigation runs, and goes where it says."""

import re
from pathlib import Path

import pytest

from olympian.decision.navigate import NavigationStatus

PAGE = Path(__file__).parent.parent / "docs" / "navigation.md"


def test_the_programs_in_the_docs_run(capsys: pytest.CaptureFixture[str]) -> None:
    """One after the other, as a reader would type them."""
    programs = re.findall(r"```python\n(.*?)```", PAGE.read_text(), re.DOTALL)
    assert len(programs) == 2
    names: dict = {}
    for program in programs:
        exec(compile(program, str(PAGE), "exec"), names)
    assert names["navigator"].status is NavigationStatus.DRIVING
    assert names["command"].forward > 0.0
    assert names["reckoning"].place == (0.0, 0.0, 0.0)
    assert "[2. 0.]" in capsys.readouterr().out
