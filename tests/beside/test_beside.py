"""The process beside the loop: asked in order, answered in order, and never in the way."""

import subprocess
import sys
from pathlib import Path

import pytest

from drills.beside import Echo
from olympian.beside import Helper
from olympian.breaker import Failure
from olympian.errors import OlympianError

PROGRAM = """
from drills.beside import Echo
from olympian.beside import Helper
helper = Helper(Echo, "hello")
print(helper.answer(helper.ask("once")))
"""


def test_answers_belong_to_questions_and_memory_is_shared() -> None:
    one, other = Helper(Echo, "a", shared=4), Helper(Echo, "b")
    half = one.region(0, 2)
    tickets = [one.ask("slow"), other.ask("two"), one.ask("three"), one.ask("four", half)]
    assert not other.ready(tickets[1]), "the slow one is before it"
    one.forget(tickets[2])
    assert one.answer(tickets[3]) == ["a", "slow", "three", "four"]
    assert other.ready(tickets[1])
    assert other.answer(tickets[1]) == ["b", "two"]
    assert one.answer(tickets[0]) == ["a", "slow"]
    assert one.memory.tolist() == [4, 4, 0, 0]
    lies = one.lying(half)
    assert other.reaches(lies), "all helpers of a program share one process"
    assert other.answer(other.ask("sum", lies.region)) == ["8"]
    lies.gone = True
    assert not other.reaches(lies)
    one.close()
    one.close()
    assert other.answer(other.ask("on")) == ["b", "two", "on"]


def test_what_is_raised_there_is_raised_here_and_says_where() -> None:
    helper = Helper(Echo, "a")
    with pytest.raises(ZeroDivisionError) as raised:
        helper.answer(helper.ask("wrong"))
    assert "drills/beside.py:" in str(Failure.of("drill", raised.value))
    assert helper.answer(helper.ask("on")) == ["a", "on"]
    unmade = Helper(Echo, "never")
    with pytest.raises(KeyError, match="never"):
        unmade.answer(unmade.ask("hello"))


def test_a_process_that_ended_says_so_and_another_one_begins() -> None:
    helper = Helper(Echo, "a")
    with pytest.raises(OlympianError, match="ended with code 3"):
        helper.answer(helper.ask("end"))
    again = Helper(Echo, "b")
    assert again.answer(again.ask("on")) == ["b", "on"]


def test_a_program_that_is_a_plain_script_runs_once(tmp_path: Path) -> None:
    """`multiprocessing` would run it again in the child: a program of eight lines has no guard."""
    script = tmp_path / "program.py"
    folders = f"import sys; sys.path[:] = {sys.path!r}"
    script.write_text(folders + PROGRAM)
    done = subprocess.run([sys.executable, script], capture_output=True, text=True, check=True)
    assert done.stdout == "['hello', 'once']\n"
    assert done.stderr == ""
