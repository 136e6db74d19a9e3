"""`olympian drive`: keys from a text, and from a real terminal that is left as it was."""

import json
import os
import pty
import re
import select
import signal
import subprocess
import sys
import termios
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from olympian.cockpit import Session
from olympian.cockpit.keys import COMMAND_KEYS, MODE_KEYS
from olympian.cockpit.terminal.drive import drive_by_text

ROOT = Path(__file__).parents[2]
COMMAND = [sys.executable, "-m", "olympian.cli.main", "drive"]


def test_a_text_drives_it_and_dots_are_seconds() -> None:
    told: list[str] = []
    result = drive_by_text(Session.open("bioloid", "flat"), ".y...\n...q.....", told.append)
    assert result.seconds == pytest.approx(7.02, abs=0.05)
    assert result.falls == 0
    assert any("stand cheer" in line for line in told)
    assert (result.mode, result.state) == ("stand", "standing")


def test_it_can_be_scripted_from_a_pipe() -> None:
    done = subprocess.run(
        [*COMMAND, "--json"], input="..x.0.q", capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stderr
    result = json.loads(done.stdout)
    assert result["robot"] == "bioloid"
    assert result["seconds"] < 2.5, "0 starts again"
    assert "key 'x' means nothing in mode stand" in done.stderr


def test_neither_terminal_nor_text_is_one_clear_line() -> None:
    done = subprocess.run(COMMAND, stdin=subprocess.DEVNULL, capture_output=True, text=True)
    assert done.returncode == 2
    assert done.stderr.startswith("olympian: error: no keys")
    assert len(done.stderr.splitlines()) == 1


class Terminal:
    """The far end of a pseudo-terminal with the command running in it."""

    def __init__(self, master: int, slave: int, process: "subprocess.Popen[bytes]") -> None:
        self.slave, self.process, self.text = slave, process, ""
        self._master = master

    def type(self, keys: str) -> None:
        os.write(self._master, keys.encode())

    def wait_for(self, words: str, seconds: float = 60.0) -> bool:
        start, deadline = len(self.text), time.monotonic() + seconds
        while time.monotonic() < deadline:
            if select.select([self._master], [], [], 0.1)[0]:
                self.text += os.read(self._master, 65536).decode(errors="replace")
            if words in self.text[start:]:
                return True
        return False


@contextmanager
def terminal() -> Iterator[Terminal]:
    master, slave = pty.openpty()
    process = subprocess.Popen(
        COMMAND,
        stdin=slave,
        stdout=slave,
        stderr=slave,
        env={**os.environ, "TERM": "xterm"},
        # a test run in the background ignores interrupts, and its children would inherit that
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    try:
        yield Terminal(master, slave, process)
    finally:
        process.kill()
        process.wait()
        os.close(master)
        os.close(slave)


@pytest.mark.parametrize("ending", ["q", "SIGTERM", "SIGINT"])
def test_a_terminal_shows_the_mode_obeys_keys_and_is_left_as_it_was(ending: str) -> None:
    with terminal() as screen:
        before = termios.tcgetattr(screen.slave)
        assert screen.wait_for("standing"), screen.text
        assert termios.tcgetattr(screen.slave) != before
        screen.type("y")
        assert screen.wait_for("stand · cheer"), screen.text[-2000:]
        if ending == "q":
            screen.type("q")
        else:
            screen.process.send_signal(getattr(signal, ending))
        code = screen.process.wait(30)
        assert code == {"q": 0, "SIGTERM": 143, "SIGINT": 130}[ending]
        assert termios.tcgetattr(screen.slave) == before


def test_the_keys_in_the_docs_are_the_keys() -> None:
    """Every key of the tables in docs/driving.md does what its row says, and none is left out."""
    page = (ROOT / "docs" / "driving.md").read_text()
    rows = dict(re.findall(r"^\| ([a-z, -]+?) \| (`.*) \|$", page, re.MULTILINE))
    for mode, keys in COMMAND_KEYS.items():
        text = " ".join(row for name, row in rows.items() if name.split(",")[0] == mode)
        assert set(keys.values()) <= set(re.findall(r"`([^`]+)`", text)), mode
    assert set(MODE_KEYS.values()) <= set(re.findall(r"`([^`]+)`", rows["everywhere"]))
