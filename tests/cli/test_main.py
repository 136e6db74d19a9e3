"""The way in: quick help, one line per error, one JSON document."""

import json
import os
import subprocess
import sys
import time
import tomllib
from pathlib import Path

import msgspec
import numpy as np
import pytest
import typer

from olympian import __version__
from olympian.cli.main import app, main
from olympian.cli.output import Output, command
from olympian.cli.play import _verdict
from olympian.cockpit.headless import HeadlessResult
from olympian.errors import OlympianError
from olympian.world import parse_world, world_names

OLYMPIAN = [sys.executable, "-m", "olympian.cli.main"]
HEAVY = ("numpy", "numba", "mujoco", "viser", "rich", "lxml")


def run(*words: str, **options) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*OLYMPIAN, *words], capture_output=True, text=True, check=False, **options
    )


def test_help_is_quick() -> None:
    """Best of five: the machine may be busy, the program is not."""
    times = []
    for _ in range(5):
        start = time.perf_counter()
        result = run("--help")
        times.append(time.perf_counter() - start)
    assert result.returncode == 0
    assert "robot" in result.stdout
    assert min(times) < 0.5


def test_help_loads_nothing_heavy() -> None:
    code = (
        "import sys; from olympian.cli.main import main; main(['--help']); "
        f"loaded = {set(HEAVY)} & set(sys.modules); assert not loaded, loaded"
    )
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False)
    assert result.returncode == 0, result.stderr


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"olympian {__version__}\n"


def every_command(group: typer.Typer = app) -> list[str]:
    """Names of all commands, with those of the groups."""
    import typer.main

    root = typer.main.get_command(group)
    names = []
    for name, one in root.commands.items():
        names += [f"{name} {below}" for below in getattr(one, "commands", {})] or [name]
    return names


def test_every_command_takes_json_and_seed(capsys: pytest.CaptureFixture[str]) -> None:
    names = every_command()
    assert {"play", "robot list", "robot import", "bench servo"} <= set(names)
    for name in names:
        assert main([*name.split(), "--help"]) == 0
        text = capsys.readouterr().out
        assert "--json" in text, name
        assert "--seed" in text, name


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["robto"], "No such command 'robto'"),
        (["robot", "show"], "Missing argument 'NAME' (see olympian robot show --help)"),
        (["robot", "show", "fumanoid", "--sed", "1"], "No such option: --sed"),
        (["robot", "show", "fumanoid", "--seed", "x"], "Invalid value for '--seed'"),
        (["robot", "show", "fumanoid", "--seed", "-1"], "Invalid value for '--seed'"),
        (
            ["robot", "show", "fumanoit"],
            "unknown robot or file 'fumanoit', did you mean 'fumanoid'",
        ),
        (["robot", "show", "fumanoit", "--json"], "unknown robot or file"),
        (["robot", "show", "x" * 5000], "cannot be read"),
        (["robot", "show", "mars"], "unknown robot or file 'mars'; choose from atlas"),
        (["lab", "walker", "--push", "nan"], "--push nan is not finite"),
        (["lab", "frontal", "--mass", "inf"], "--mass inf is not finite"),
        (["bench", "walk", "--push", "-inf"], "--push"),
        (["hcm", "show", "--push", "nan:1"], "push 'nan:1' is not SECONDS:NEWTON_SECONDS"),
        (["hcm", "show", "--keys", "w~"], "unknown key '~'; choose from +, -, ., "),
        (["play", "--headless", "--world", "mars"], "unknown world 'mars'; choose from course, "),
        (["play", "--headless", "--world", "stars"], "'stars', did you mean 'stairs'?"),
        (["play", "--headless", "--world", "ramp:angle_deg=nan"], "nan should lie between"),
        (["imitate", "nope.bvh"], "no such file; give a file or one of box, crouch, dance, wave"),
        (["robot", "export", "fumanoid", "--format", "sdf"], "Invalid value for '--format'"),
    ],
)
def test_a_mistake_is_one_line_and_exit_2(
    words: list[str], expected: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith("olympian: error: ")
    assert expected in said.err
    assert said.err.count("\n") == 1


@pytest.mark.parametrize("group", ["", "robot", "world", "motion", "hcm", "bench", "lab", "tune"])
def test_a_group_alone_shows_its_help(group: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(group.split()) == 0
    said = capsys.readouterr()
    assert f"Usage: olympian {group}".rstrip() in said.out
    assert "Commands:" in said.out
    assert said.err == ""


def test_help_speaks_no_python(capsys: pytest.CaptureFixture[str]) -> None:
    for name in every_command():
        main([*name.split(), "--help"])
        text = capsys.readouterr().out
        assert "<" not in text.replace("<=", ""), name
        assert "list[" not in text, name
    main(["vision", "calibrate", "--help"])
    text = capsys.readouterr().out
    assert "  IMAGES...               Pictures" in text
    assert "  --clusters NUMBER       Find" in text


def test_shells_complete_commands() -> None:
    words = {"_OLYMPIAN_COMPLETE": "complete_bash", "COMP_WORDS": "olympian rob", "COMP_CWORD": "1"}
    result = run(env={**os.environ, **words})
    assert (result.returncode, result.stdout.strip()) == (0, "robot")
    assert "--install-completion" in run("--help").stdout


def test_worlds_are_listed_with_parameters_and_defaults(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["world", "list", "--json"]) == 0
    kinds = {kind["name"]: kind for kind in json.loads(capsys.readouterr().out)}
    assert set(kinds) == set(world_names())
    heights = {one["name"]: one for one in kinds["stairs"]["parameters"]}
    assert heights["height"] == {"name": "height", "default": 0.03, "lowest": 0.001, "highest": 1.0}
    for name, kind in kinds.items():
        values = ",".join(f"{one['name']}={one['default']}" for one in kind["parameters"])
        assert kind["description"]
        assert parse_world(f"{name}:{values}").name == parse_world(name).name
    assert main(["world", "list"]) == 0
    assert "    height=0.03, from 0.001 to 1\n" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("fell_at", "said"),
    [(None, "stayed up for 3 s"), (0.61, "fell after 0.6 s and lay for 2.4 s of 3 s")],
)
def test_a_fall_says_when_and_for_how_long(fell_at: float | None, said: str) -> None:
    down = 0.0 if fell_at is None else 2.4
    result = HeadlessResult(
        "r", "flat", "walked", 3.0, 0, fell_at is not None, fell_at, down, 0.1, 0.0, 1.0
    )
    assert _verdict(result) == said


@pytest.mark.parametrize("extra", ["tune", "bench", "cluster"])
def test_what_is_missing_is_installed_by_a_line_that_works(
    extra: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The line names an extra that the project has, and a folder that is one."""
    from olympian import install_hint

    root = Path(__file__).parents[2]
    assert install_hint.install_hint(extra) == f"pip install -e '{root}[{extra}]'"
    assert (
        extra
        in tomllib.loads((root / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    )
    monkeypatch.setattr(install_hint, "ROOT", tmp_path)
    assert install_hint.install_hint(extra) == f"pip install 'olympian[{extra}]'"


def script(body: str, *words: str) -> list[str]:
    """A program that is the command line with one more command, `extra`."""
    lines = [
        "from olympian.cli.main import app, main",
        "from olympian.cli.output import command",
        "@command(app)",
        f"def extra(output): {body}",
        f"raise SystemExit(main(['extra', *{words}]))",
    ]
    return [sys.executable, "-c", "\n".join(lines)]


FLOOD = "output.result(['x' * 9999999], lambda console: None)"


def test_ctrl_c_is_quiet() -> None:
    result = subprocess.run(script("raise KeyboardInterrupt"), capture_output=True, check=False)
    assert (result.returncode, result.stderr) == (130, b"")


def test_a_reader_that_leaves_is_no_error_to_talk_about() -> None:
    pipe = subprocess.PIPE
    with subprocess.Popen(script(FLOOD, "--json"), stdout=pipe, stderr=pipe) as flood:
        assert flood.stdout is not None
        assert flood.stderr is not None
        flood.stdout.read(10)
        flood.stdout.close()
        assert flood.stderr.read() == b""
        assert flood.wait() == 1


@pytest.mark.parametrize("buffering", ["", "1"])
def test_long_documents_arrive_whole(buffering: str) -> None:
    """An unbuffered pipe takes a part at a time."""
    environment = {"PYTHONUNBUFFERED": buffering}
    result = subprocess.run(
        script(FLOOD, "--json"), env=environment, capture_output=True, check=True
    )
    assert len(json.loads(result.stdout)[0]) == 9999999


class Row(msgspec.Struct):
    value: float


def test_json_is_one_document_whatever_libraries_print(capsys: pytest.CaptureFixture[str]) -> None:
    small = typer.Typer()

    @command(small)
    def say(output: Output, word: str = "°") -> None:
        print("a library talks")
        output.note("a note")
        with output.progress("work") as advance:
            advance(0.5)
        values = [np.float64("nan"), float("inf"), np.array([1.5, np.nan]), np.int64(3)]
        output.result([Row(float("-inf")), *values, word, output.seed], lambda _: None)

    small(["--json", "--seed", "7", "--word", "é"], standalone_mode=False)
    said = capsys.readouterr()
    assert json.loads(said.out) == [{"value": None}, None, None, [1.5, None], 3, "é", 7]
    assert "a library talks" in said.err
    assert "a note" in said.err


def test_people_get_text_and_programs_get_errors_on_stderr(
    capsys: pytest.CaptureFixture[str],
) -> None:
    small = typer.Typer()

    @command(small)
    def fail(output: Output) -> None:
        if output.json:
            raise OlympianError("no")
        output.result({}, lambda console: console.print("[red]not markup[/red] :smile:"))

    small([], standalone_mode=False)
    assert capsys.readouterr().out == "[red]not markup[/red] :smile:\n"
    with pytest.raises(OlympianError):
        small(["--json"], standalone_mode=False)
    assert capsys.readouterr().out == ""


def test_a_terminal_without_unicode_survives() -> None:
    result = run("robot", "show", "fumanoid", env={"PYTHONIOENCODING": "ascii"})
    assert result.returncode == 0, result.stderr


@pytest.mark.parametrize("seconds", ["inf", "nan", "-1", "0", "1e300", "soon"])
def test_a_run_needs_a_sensible_time(seconds: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["play", "--headless", "--seconds", seconds]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.count("\n") == 1
    assert "--seconds" in said.err
