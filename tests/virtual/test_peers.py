"""Programs of other people, unmodified, at the end of a virtual bus; and what their tables say.

rustypot is among the tests' own packages; the others bring much along. OLYMPIAN_PEERS names a
Python where they are installed.
"""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from drills.served import served
from olympian.dynamixel import control_table

PYTHON = os.environ.get("OLYMPIAN_PEERS", sys.executable)
PEERS = Path(__file__).parents[1] / "peers"
SERVOS = "ax-12a:1-3,xm430-w350:11-15"

OTHER_NAMES = {
    "model": "model_number",
    "firmware": "firmware_version",
    "baudrate": "baud_rate",
    "alarm_shutdown": "shutdown",
    "highest_temperature_limit": "temperature_limit",
    "secondary_shadow_id": "secondary_id",
    "protocol_version": "protocol_type",
    "registered_instruction": "registered",
}
"""What peers call registers that have another name in the manual."""


@cache
def installed(peer: str) -> bool:
    """Can that Python import it?"""
    ask = [PYTHON, "-c", f"import importlib.util as u, sys; sys.exit(not u.find_spec('{peer}'))"]
    return subprocess.run(ask, check=False).returncode == 0


def run(script: str, *words: str) -> dict:
    """What a program prints as JSON; what it says on the way is dropped."""
    command = [PYTHON, str(PEERS / script), *words]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout.splitlines()[-1])


def needs(peer: str) -> None:
    """Skip where somebody has not installed it."""
    if not installed(peer):
        pytest.skip(f"{peer} is not installed: pip install -e '.[peers]', or set OLYMPIAN_PEERS")


@pytest.fixture(scope="module")
def port() -> Iterator[str]:
    if not any(installed(peer) for peer in ("rustypot", "pypot", "lerobot")):
        pytest.skip("no peer is installed: pip install -e '.[peers]', or set OLYMPIAN_PEERS")
    with served("--servos", SERVOS, "--latency-ms", "0") as paths:
        yield paths["bus"]


@pytest.mark.parametrize("peer", ["rustypot", "pypot"])
def test_ax_servos_go_where_a_peer_tells_them(peer: str, port: str) -> None:
    needs(peer)
    told = run(f"drive_{peer}.py", port)
    near = 0.02 if peer == "rustypot" else 1.2  # rad or degrees
    assert told["end"] == pytest.approx(told["goals"], abs=near)
    assert told["begin"] != pytest.approx(told["goals"], abs=near)
    if peer == "pypot":
        assert told["found"] == [1, 2, 3]
        assert told["models"] == ["AX-12"] * 3
        assert told["limits"] == [[-150.0, 150.0]]
        assert told["shutdown"] == ["Overload Error", "Overheating Error"]


def test_lerobots_bus_finds_sets_up_and_moves_its_motors(port: str) -> None:
    needs("lerobot")
    told = run("drive_lerobot.py", port)
    assert told["found"] == {str(id): 1020 for id in range(11, 16)}
    for motor, goal in told["goals"].items():
        assert told["begin"][motor] == pytest.approx(goal - 400)
        assert told["end"][motor] == pytest.approx(goal, abs=25)


@pytest.mark.parametrize(("peer", "least"), [("rustypot", 25), ("pypot", 15), ("lerobot", 40)])
def test_our_tables_are_those_of_the_peers(peer: str, least: int) -> None:
    """Addresses and sizes, register by register; `least` keeps the comparison from being empty."""
    needs(peer)
    for model, theirs in run("print_tables.py", peer).items():
        table, same = control_table(model), 0
        for name, (address, size) in theirs.items():
            ours = name if name in table else OTHER_NAMES.get(name, name)
            if ours in table:
                found = table[ours]
                assert (found.address, found.size) == (address, size), f"{model} {name}"
                same += 1
        assert same >= least, f"{model}: only {same} of {sorted(theirs)} are comparable"
