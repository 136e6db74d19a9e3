"""`olympian servo virtual` as a process of its own, for programs that are not ours."""

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def served(*options: str) -> Iterator[dict[str, str]]:
    """The paths of its ports by bus, while it runs."""
    code = "import sys; from olympian.cli.main import main; sys.exit(main(sys.argv[1:]))"
    command = [sys.executable, "-c", code, "servo", "virtual", "--json", *options]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            yield _document(iter(process.stdout.readline, ""))
        finally:
            process.terminate()
            assert process.wait(20) == 0


def _document(lines: Iterator[str]) -> dict[str, str]:
    """The first document that it prints; it goes on serving afterwards."""
    text = ""
    for line in lines:
        text += line
        if line.startswith("}"):
            return json.loads(text)
    raise AssertionError(f"no ports: {text}")
