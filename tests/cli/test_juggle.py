"""`olympian juggle`: what it prints and what it refuses."""

import json

import pytest

from olympian.cli.main import main

FIELDS = {
    "bounces",
    "drops",
    "plate_tilt_deg_max",
    "plate_height_error_m",
    "head_error_m",
    "support_foot_slip_m",
    "solve_us_median",
    "joint_limit_violations",
    "welded",
}


@pytest.fixture
def juggle(capsys: pytest.CaptureFixture[str]):
    """Runs the command; gives back exit code, stdout, stderr."""

    def call(*words: object) -> tuple[int, str, str]:
        code = main(["juggle", *(str(word) for word in words)])
        said = capsys.readouterr()
        return code, said.out, said.err

    return call


def test_json_has_every_figure_once_for_all_and_once_for_each(juggle) -> None:
    code, out, err = juggle("--bounces", 3, "--seeds", 2, "--seed", 40, "--json")
    assert (code, err) == (0, "")
    together = json.loads(out)
    assert set(together) >= FIELDS
    assert (together["runs"], together["bounces"], together["drops"]) == (2, 3, 0)
    assert [one["seed"] for one in together["each"]] == [20_040, 20_041]
    assert together["seeds"] == "judging seeds 20040–20041"
    assert all(set(one) >= FIELDS for one in together["each"])
    assert together["solve_us_median"] > 0


def test_people_get_a_table_and_a_sentence(juggle) -> None:
    code, out, err = juggle("--bounces", 3)
    assert (code, err) == (0, "")
    assert "kept the ball up for 3 bounces: 1 of 1, 21–100 % (judging seed 20000)" in out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--plate", 3), "plate height 3 m is out of reach: choose from 0.9 to 1.25 m"),
        (("--plate", "nan"), "--plate nan is not finite"),
        (("--plan", "retrun"), "did you mean 'return'?"),
        (("--free",), "--free needs --physics"),
        (("--physics", "--plan", "chance"), "--plan chance is for kinematics"),
        (("--bounce", "miror"), "unknown bounce 'miror', did you mean 'mirror'?"),
        (("--physics", "--bounce", "published"), "--bounce published is for kinematics"),
        (("--bounces", 0), "--bounces"),
    ],
)
def test_bad_input_is_one_line(juggle, words, said) -> None:
    code, out, err = juggle(*words)
    assert (code, out) == (2, "")
    assert said in err
    assert err.count("\n") == 1
