"""The program on the page about navigation runs, and goes where it says."""

import re
from pathlib import Path

import pytest

from olympian.decision.navigate import NavigationStatus

PAGE = Path(__file__).parent.parent / "docs" / "navigation.md"


def test_the_program_in_the_docs_runs(capsys: pytest.CaptureFixture[str]) -> None:
    found = re.search(r"```python\n(.*?)```", PAGE.read_text(), re.DOTALL)
    assert found
    names: dict = {}
    exec(compile(found.group(1), str(PAGE), "exec"), names)
    assert names["navigator"].status is NavigationStatus.DRIVING
    assert names["command"].forward > 0.0
    assert "[2. 0.]" in capsys.readouterr().out
