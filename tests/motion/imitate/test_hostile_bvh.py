"""BVH files that mean harm are refused in one line."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from olympian.errors import OlympianError
from olympian.motion.imitate import (
    Troubles,
    open_stream,
)
from olympian.motion.imitate.source.bvh import read_bvh

LONG = "9" * 400


def bvh(hierarchy: str, motion: str = "MOTION\nFrames: 1\nFrame Time: 0.1\n0 0 0\n") -> str:
    return f"HIERARCHY\n{hierarchy}\n{motion}"


ROOT = "ROOT a\n{\nOFFSET 0 0 0\nCHANNELS 3 Zrotation Xrotation Yrotation\n"


DEEP = "".join(f"JOINT j{n}\n{{\nOFFSET 0 0 1\n" for n in range(5_000)) + "}\n" * 5_000


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (bvh(f"{ROOT}{DEEP}}}"), ":3003: more than 1000 joints"),
        (bvh("ROOT " + "a " * 100_000), ":2: no { after 'a'"),
        (bvh(ROOT + "}", "MOTION\nFrames: nan\n"), "the number of frames is 'nan'"),
        (bvh(ROOT + "}", f"MOTION\nFrames: {LONG}\n"), "the number of frames is '9999"),
        (bvh(ROOT + "}", "MOTION\nFrames: 999999\nFrame Time: 0.1\n0 0 0\n"), "ends too early"),
        (bvh("ROOT a\n{\nCHANNELS inf\n}"), "the number of channels is 'inf'"),
        (bvh("ROOT a\n{\nOFFSET 1e300 0 0\n}"), "an offset is '1e300'"),
        (bvh(ROOT + "}", "MOTION\nFrames: 1\nFrame Time: 0.1\nnan 0 0\n"), "frame 0 is 'nan'"),
        (
            bvh(
                "ROOT a\n{\n" + "JOINT b\n{\n}\n" * 900 + "}",
                "MOTION\nFrames: 1000000\nFrame Time: 1\n",
            ),
            "1000000 frames of 901 joints",
        ),
    ],
)
def test_a_hostile_bvh_is_refused_in_one_short_line(tmp_path: Path, text: str, says: str) -> None:
    file = tmp_path / "hostile.bvh"
    file.write_text(text)
    with pytest.raises(OlympianError, match=says) as caught:
        open_stream(file, Troubles())
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 400


def test_a_deep_bvh_is_read(tmp_path: Path) -> None:
    file = tmp_path / "deep.bvh"
    deep = "".join(f"JOINT j{n}\n{{\nOFFSET 0 0 1\n" for n in range(900)) + "}\n" * 900
    file.write_text(bvh(f"{ROOT}{deep}}}"))
    places, _ = read_bvh(file).solve()
    np.testing.assert_allclose(places[0, -1], [0.0, 0.0, 900.0])


KEYS = ["HIERARCHY", "ROOT", "JOINT", "End", "Site", "{", "}", "OFFSET", "CHANNELS", "MOTION"]


WORDS = [
    *KEYS,
    "Frames:",
    "Frame",
    "Time:",
    "a",
    "0",
    "1",
    "3",
    "-1",
    "1e400",
    "nan",
    "99999999999",
    "Xrotation",
    "Yposition",
]


@settings(max_examples=60, deadline=None)
@given(
    words=st.lists(st.sampled_from(WORDS), max_size=40),
    begin=st.sampled_from(["", "HIERARCHY ROOT a { ", bvh(ROOT + "}")]),
)
def test_no_bvh_whatever_breaks_the_reader(
    tmp_path_factory: pytest.TempPathFactory, words: list[str], begin: str
) -> None:
    file = tmp_path_factory.getbasetemp() / "fuzz.bvh"
    file.write_text(begin + " ".join(words))
    with pytest.raises(OlympianError):
        open_stream(file, Troubles())
