"""Puts known faults into a copy of the source, and shows that the tests notice each of them.

    python tools/mutants.py [WORD …]     only mutants whose name has one of the words

The list is `mutants.toml` beside this file. Exit code 1 names the faults that no test noticed.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LIST = Path(__file__).with_name("mutants.toml")
NO_TEST_FAILED, A_TEST_FAILED = 0, 1


@dataclass(frozen=True)
class Mutant:
    """One fault: in which file below src/olympian, what becomes what, who should notice."""

    name: str
    file: str
    find: str
    replace: str
    tests: list[str]

    def text(self, source: Path) -> str:
        """The file with the fault in it."""
        original = (source / "olympian" / self.file).read_text()
        if original.count(self.find) != 1:
            sys.exit(
                f"mutant '{self.name}': {self.file} has {original.count(self.find)} × '{self.find}'"
            )
        return original.replace(self.find, self.replace)


def read_mutants(words: list[str]) -> list[Mutant]:
    """Those whose name has one of the words; all if there are no words."""
    everyone = [Mutant(**row) for row in tomllib.loads(LIST.read_text())["mutant"]]
    chosen = [one for one in everyone if not words or any(word in one.name for word in words)]
    if not chosen:
        sys.exit(f"no mutant is named like {' or '.join(words)}")
    return chosen


def noticed(mutant: Mutant, source: Path) -> bool:
    """Does a test fail with this fault? The copy is mended again afterwards."""
    file = source / "olympian" / mutant.file
    original = file.read_text()
    file.write_text(mutant.text(source))
    try:
        return _run(mutant.tests, source) == A_TEST_FAILED
    finally:
        file.write_text(original)


def _run(tests: list[str], source: Path) -> int:
    """Pytest's exit code; anything but passed and failed is an error of ours."""
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", "--no-header"]
    paths = [str(path) for name in tests for path in (ROOT / "tests").rglob(name)]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(source), str(ROOT / "tools")])}
    done = subprocess.run(
        [*command, *paths], cwd=ROOT, env=environment, capture_output=True, text=True, check=False
    )
    if not paths or done.returncode not in (NO_TEST_FAILED, A_TEST_FAILED):
        sys.exit(
            f"tests {', '.join(tests)} cannot run:\n{done.stdout[-2000:]}{done.stderr[-2000:]}"
        )
    return done.returncode


def main() -> int:
    """How many faults nobody noticed, as an exit code."""
    mutants = read_mutants(sys.argv[1:])
    survivors = []
    with tempfile.TemporaryDirectory() as folder:
        # with the compiled kernels, which are as good as in the original
        source = Path(shutil.copytree(ROOT / "src", Path(folder) / "src"))
        suites = sorted({test for mutant in mutants for test in mutant.tests})
        print(f"without a fault: {', '.join(suites)}", flush=True)
        if _run(suites, source) != NO_TEST_FAILED:
            sys.exit("tests fail without any fault: mend that first")
        for number, mutant in enumerate(mutants, 1):
            dead = noticed(mutant, source)
            survivors += [] if dead else [mutant.name]
            said = "noticed" if dead else "NOT NOTICED"
            print(f"{number} of {len(mutants)}  {said}  {mutant.name}", flush=True)
    print(f"{len(mutants) - len(survivors)} of {len(mutants)} noticed")
    return bool(survivors)


if __name__ == "__main__":
    sys.exit(main())
