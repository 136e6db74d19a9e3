"""`olympian motion`: list, check, plot, play."""

import json
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from drills.browser import free_port
from olympian.cli.main import main
from olympian.cockpit.shows.motion import motion_page
from olympian.motion.animate import load_movement, movement_names
from olympian.robot import load_robot
from olympian.world import parse_world

BROKEN = 'name = "far"\n[[frames]]\nname = "reach"\nlimbs.left_leg = { z = -0.3 }\n'
ONE_LEG = 'name = "one"\n[[frames]]\nname = "up"\nlimbs.right_leg = { z = 0.03 }\n'


@pytest.fixture
def motion(capsys: pytest.CaptureFixture[str]):
    """Runs a command; gives back exit code, stdout, stderr."""

    def call(*words: object) -> tuple[int, str, str]:
        code = main(["motion", *(str(word) for word in words)])
        said = capsys.readouterr()
        return code, said.out, said.err

    return call


def test_list(motion) -> None:
    code, out, err = motion("list")
    assert (code, err) == (0, "")
    assert all(name in out for name in movement_names("bioloid"))
    rows = json.loads(motion("list", "--json")[1])
    assert tuple(row["name"] for row in rows) == movement_names("bioloid")
    assert "no movements" in motion("list", "--robot", "atlas")[1]


def test_check_reports_every_frame(motion) -> None:
    code, out, err = motion("check", "sway")
    assert (code, err) == (0, "")
    page = json.loads(motion("check", "sway", "--json")[1])
    assert [frame["name"] for frame in page["frames"]] == ["left", "right", "middle"]
    for frame in page["frames"]:
        assert frame["name"] in out
        assert frame["margin_m"] > 0.03
    assert page["duration_s"] == pytest.approx(
        sum(frame["duration_s"] + frame["hold_s"] for frame in page["frames"]), abs=0.01
    )
    assert f"{1e3 * page['worst_margin_m']:.1f} mm" in out


def test_check_tells_an_unstable_frame(motion, tmp_path: Path) -> None:
    file = tmp_path / "one.toml"
    file.write_text(ONE_LEG, encoding="utf-8")
    page = json.loads(motion("check", file, "--json")[1])
    assert page["frames"][0]["support"] == ["left_leg"]
    assert page["worst_margin_m"] < 0
    assert page["worst_stability"] == "unstable"


def test_check_says_that_a_move_was_slowed_down(motion, tmp_path: Path) -> None:
    file = tmp_path / "hasty.toml"
    hasty = "move = { duration_s = 0.01 }\njoints.left_elbow = 30\n"
    file.write_text(f'name = "hasty"\n[[frames]]\nname = "go"\n{hasty}', encoding="utf-8")
    assert "(0.01 s asked)" in motion("check", file)[1]
    assert "asked" not in motion("check", "squat")[1]


@pytest.mark.parametrize("verb", ["check", "play", "plot"])
def test_what_cannot_be_played_is_one_line_and_exit_2(verb: str, motion, tmp_path: Path) -> None:
    file, picture = tmp_path / "far.toml", tmp_path / "far.png"
    file.write_text(BROKEN, encoding="utf-8")
    options = ("--out", picture) if verb == "plot" else ()
    code, out, err = motion(verb, file, *options, "--json")
    assert (code, out, err.count("\n")) == (2, "", 1)
    for word in (f"{file}:2:", "set 'far'", "frame 'reach'", "left_leg"):
        assert word in err
    assert not picture.exists()
    code, _, err = motion(verb, "swya", *options)
    assert (code, err.count("\n")) == (2, 1)
    assert "did you mean 'sway'" in err
    code, _, err = motion(verb, tmp_path / "gone.toml", *options)
    assert (code, "gone.toml" in err) == (2, True)


def test_plot_draws_a_picture(motion, tmp_path: Path) -> None:
    picture = tmp_path / "new" / "squat.png"
    code, out, err = motion("plot", "squat", "--out", picture, "--loops", 2)
    assert (code, err) == (0, "")
    assert str(picture) in out
    pixels = np.asarray(Image.open(picture).convert("RGB"))
    assert min(pixels.shape[:2]) > 600
    assert len(np.unique(pixels.reshape(-1, 3), axis=0)) > 50
    assert [file.name for file in picture.parent.iterdir()] == ["squat.png"]


def test_plot_refuses_other_formats(motion, tmp_path: Path) -> None:
    code, out, err = motion("plot", "squat", "--out", tmp_path / "squat.txt")
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert "png" in err
    assert list(tmp_path.iterdir()) == []


def test_play_says_what_happened(motion) -> None:
    code, out, err = motion("play", "squat", "--seed", 3)
    assert (code, err) == (0, "")
    assert "bioloid stood" in out
    trial = json.loads(motion("play", "squat", "--seed", 3, "--json")[1])
    again = json.loads(motion("play", "squat", "--seed", 3, "--json")[1])
    assert trial == again
    assert (trial["fell"], trial["status"], trial["loops"], trial["seed"]) == (False, "done", 1, 3)


def test_a_movement_of_one_s_own_is_checked_and_played_on_the_page(motion, tmp_path: Path) -> None:
    mine = tmp_path / "mine.toml"
    mine.write_text(ONE_LEG)
    code, out, err = motion("play", mine, "--page", "--port", free_port(), "--seconds", 0.2)
    assert code == 0, err
    assert "on http://127.0.0.1" in err
    assert "every frame is reachable" in out
    robot = load_robot("bioloid")
    page = motion_page(
        robot, load_movement(robot, str(mine)), parse_world("flat"), 0, 0, "127.0.0.1", free_port()
    )
    page.server.get_clients = lambda: {0: object()}  # pyright: ignore
    try:
        page.run(0.3)
        assert page.plays == 1
        assert "one" in page.words
    finally:
        page.close()


def test_play_for_some_seconds_ends_the_cycle(motion) -> None:
    trial = json.loads(motion("play", "squat", "--seconds", 3, "--json")[1])
    assert trial["loops"] == 2
    assert trial["seconds"] == pytest.approx(4.4, abs=0.05)
