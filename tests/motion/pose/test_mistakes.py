"""Mistakes in files of poses are told with line and column."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from olympian.errors import OlympianError
from olympian.motion.pose import PoseBook, parse_poses, read_poses
from olympian.robot import load_robot

BIOLOID = load_robot("bioloid")


FIGURE_14 = Path(__file__).parents[2] / "data" / "figure_14.csv"


HEADER = "LimbString,roll,pitch,yaw,x,y,z,Position Name\n"


def parse(text: str, **options: str) -> PoseBook:
    return parse_poses(text.encode(), BIOLOID, source="f.csv", **options)  # pyright: ignore[reportArgumentType]


def refused(text: str | bytes) -> str:
    data = text.encode() if isinstance(text, str) else text
    with pytest.raises(OlympianError) as caught:
        parse_poses(data, BIOLOID, source="f.csv")
    assert str(caught.value).isprintable()
    return str(caught.value)


ROW = "left_leg,0,0,0,0,0,0,p\n"


FAULTS = {
    "": "f.csv:1: empty; a file starts with LimbString,roll",
    "\n\n# nothing\n": "f.csv:1: empty",
    ROW: "f.csv:1: column 1 (LimbString): 'left_leg' instead of 'LimbString'; a file starts with",
    "LimbString,roll,yaw,pitch,x,y,z,Position Name\n": "f.csv:1: column 3 (pitch): 'yaw' instead",
    "LimbString,roll\n": "f.csv:1: column 3 (pitch): missing: 2 cells, a row has 8",
    HEADER + "\nleft_leg,0,0,0,0,0,p\n": "f.csv:3: column 8 (Position Name): missing: 7 cells",
    HEADER + "left_leg,0,0,0,0,0,0,p,q\n": "f.csv:2: column 9: too many: 9 cells",
    HEADER + "left_lge,0,0,0,0,0,0,p\n": "f.csv:2: column 1 (LimbString): unknown limb 'left_lge', "
    "did you mean 'left_leg'? choose from L_foot_pad,",
    HEADER + "head,0,0,0,0,0,0,p\n": "f.csv:2: column 1 (LimbString): unknown limb 'head'",
    HEADER + "-,0,-,-,-,-,-,p\n": "f.csv:2: column 1 (LimbString): unknown limb '-'",
    HEADER + ROW + "-,-,-,-,-,-,-,p\n": "f.csv:3: column 1 (LimbString): a row of - is a position",
    HEADER + 2 * "-,-,-,-,-,-,-,p\n": "f.csv:3: column 1 (LimbString): a row of - is a position",
    HEADER + ",,,,,,,continue\n": "f.csv:2: column 8 (Position Name): 'continue' has no position",
    HEADER + ROW + "\n# axes: holy\n,,,,,,,continue\n": "f.csv:5: column 8 (Position Name): 'conti",
    HEADER + ROW + ",,,1,,,,continue\n": "f.csv:3: column 4 (yaw): '1' in the row 'continue'",
    HEADER + "a,,,,,,,finished\n": "f.csv:2: column 1 (LimbString): 'a' in the row 'finished'",
    HEADER + ",,,,,,,p\n": "f.csv:2: column 1 (LimbString): unknown limb ''",
    HEADER + "left_leg,0,x,0,0,0,0,p\n": "f.csv:2: column 3 (pitch): 'x' is not a number",
    HEADER + "left_leg,0,1_0,0,0,0,0,p\n": "f.csv:2: column 3 (pitch): '1_0' is not a number",
    HEADER + "left_leg,0,0,0,0,nan,0,p\n": "f.csv:2: column 6 (y): 'nan' is not finite",
    HEADER + "left_leg,0,0,0,0,0,-inf,p\n": "f.csv:2: column 7 (z): '-inf' is not finite",
    HEADER + "left_leg,1e999,0,0,0,0,0,p\n": "f.csv:2: column 2 (roll): '1e999' is too large",
    HEADER + "left_leg,0,0,0,0,0,0,\n": "f.csv:2: column 8 (Position Name): every row needs",
    HEADER + "-,-,-,-,-,-,-,-\n": "f.csv:2: column 8 (Position Name): every row needs",
    HEADER + "a\x0bb,0,0,0,0,0,0,p\n": "f.csv:2: column 1 (LimbString): holds a character",
    HEADER + "left_leg,0,0,0,0,0,0," + "p" * 201: "f.csv:2: column 8 (Position Name): longer than",
    HEADER + 'left_leg,"0,0,0,0,0,0,p\n': "f.csv:2: not a line of CSV: ",
    "# axes: hloy\n" + HEADER: "f.csv:1: unknown value of 'axes' 'hloy', did you mean 'holy'?",
    HEADER + "# build on: \n": "f.csv:2: unknown value of 'build on' '';",
    HEADER + ROW + "# axes: holy\n" + ROW: "f.csv:3: 'axes' inside position 'p'; put an empty line",
}


@pytest.mark.parametrize("text", FAULTS, ids=range(len(FAULTS)))
def test_mistakes_are_told_with_line_and_column(text: str) -> None:
    assert refused(text).startswith(FAULTS[text])


def test_what_is_not_text_or_not_there_is_refused(tmp_path: Path) -> None:
    assert refused(HEADER.encode() + b"left_\xff") == "f.csv:2: byte 6: not UTF-8 text"
    with pytest.raises(OlympianError, match=r"none\.csv: cannot be read: No such file"):
        read_poses(tmp_path / "none.csv", BIOLOID)
    with pytest.raises(OlympianError, match="cannot be read: Is a directory"):
        read_poses(tmp_path, BIOLOID)
    (tmp_path / "big.csv").write_bytes(b"#" * 1_000_001)
    with pytest.raises(OlympianError, match="too large for a pose file"):
        read_poses(tmp_path / "big.csv", BIOLOID)
    with pytest.raises(OlympianError, match=r"unknown value of 'build on' 'last'; choose from"):
        read_poses(FIGURE_14, BIOLOID, build_on="last")


PIECES = st.sampled_from([*",-#\n\"'\r .0123e", "left_leg,", "0,0,0,0,0,0,p\n", HEADER, "p"])


@given(st.lists(PIECES).map("".join))
def test_no_text_does_worse_than_a_refusal(text: str) -> None:
    for whole in (text, HEADER + text):
        try:
            parse(whole)
        except OlympianError as error:
            assert str(error).startswith("f.csv:")  # noqa: PT017
