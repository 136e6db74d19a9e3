"""Recordings of living people: read right, cut by a rule, followed without a fall."""

import os
from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import pytest
import typer
from typer.testing import CliRunner

from olympian.arena.imitation.clips import clip
from olympian.arena.imitation.lag import Lag, best_lag
from olympian.arena.imitation.recordings import cut, read_recordings
from olympian.arena.imitation.trial import ImitationTrial, TrialBody, imitate
from olympian.cli import imitate as imitate_command
from olympian.errors import OlympianError
from olympian.geometry import R_from_rpy, frozen
from olympian.motion.imitate import Recorded, Skeleton, Trouble, Troubles, open_stream
from olympian.motion.imitate.body.facing import TWIST, Facing
from olympian.motion.imitate.body.leg_room import LegRoom
from olympian.motion.imitate.body.trunk import trunk_of
from olympian.motion.imitate.filter.filter import SkeletonFilter
from olympian.motion.imitate.skeleton import PAIRS, PLACE
from olympian.motion.imitate.source.bvh import read_bvh
from olympian.robot import load_robot

FOLDER = Path("/usr/share/assimp/models/BVH")
FILES = {"01_01.bvh": "jumps ahead", "01_03.bvh": "climbs and swings", "Boxing_Toes.bvh": "boxes"}
needs_recordings = pytest.mark.skipif(
    not FOLDER.is_dir() and "CI" not in os.environ,  # there `make test` must have installed it
    reason="assimp-testmodels is not installed (make test installs it where it may)",
)


@cache
def people() -> dict[str, list[Skeleton]]:
    return read_recordings(FOLDER)


def yaw_deg(person: Skeleton) -> float:
    R = trunk_of(person)
    assert R is not None
    return float(np.degrees(np.arctan2(-R[0, 1], R[1, 1])))


@needs_recordings
@pytest.mark.parametrize("name", FILES)
def test_people_are_as_tall_as_people(name: str) -> None:
    """CMU's unit is odd: 0.45 inch small. Legs are 0.491 of the height (Drillis and Contini)."""
    person = people()[name][0]
    leg = sum(
        np.linalg.norm(person.vector(*bone))
        for bone in (("left_hip", "left_knee"), ("left_knee", "left_foot"))
    )
    assert 1.6 < leg / 0.491 < 1.9
    assert 0.72 < (person.at("head")[2] - person.at("left_foot")[2]) * 0.491 / leg < 0.87


@needs_recordings
@pytest.mark.parametrize("name", FILES)
def test_bones_of_limbs_keep_their_length(name: str) -> None:
    places = np.array([person.places for person in people()[name]])
    lengths = np.linalg.norm(places[:, PAIRS[:, 0]] - places[:, PAIRS[:, 1]], axis=2)
    limbs = [k for k, (a, _) in enumerate(PAIRS) if a not in (PLACE["neck"], PLACE["torso"], 0)]
    assert len(limbs) == 9
    assert np.ptp(lengths[:, limbs], axis=0).max() < 1e-4
    assert lengths.min() > 0.08, "no two joints in one place"


@needs_recordings
@pytest.mark.parametrize("name", FILES)
def test_left_and_right_are_the_persons_own(name: str) -> None:
    """Swapped sides would turn the person round: knees would bend backwards, eyes look behind."""
    ahead, gaze = [], []
    for person in people()[name][::10]:
        R = trunk_of(person)
        assert R is not None
        assert person.gaze is not None
        gaze.append(float(R[:, 0] @ person.gaze))
        for side in ("left", "right"):
            middle = person.midway(f"{side}_hip", f"{side}_foot")
            ahead.append(float(R[:, 0] @ (person.at(f"{side}_knee") - middle)))
    assert np.mean(np.array(ahead) > -0.01) > 0.97
    assert np.mean(np.array(gaze) > 0.0) > 0.97


@needs_recordings
@pytest.mark.parametrize("name", FILES)
def test_the_first_second_is_of_a_person_who_stands_and_faces_ahead(name: str) -> None:
    """CMU's T-pose faces elsewhere by up to 97°; nothing may be taken from it."""
    first = people()[name][0]
    assert abs(yaw_deg(first)) < 1.0
    assert first.at("left_foot")[1] > first.at("right_foot")[1]
    for side in ("left", "right"):
        assert first.at(f"{side}_hand")[2] < first.at(f"{side}_shoulder")[2], "no T-pose"
    assert first.at("head")[2] > first.at("neck")[2] > first.at("torso")[2]
    assert first.at("torso")[2] > first.midway("left_hip", "right_hip")[2]
    troubles = Troubles()
    believed = SkeletonFilter(troubles)
    for person in people()[name][:100]:
        believed.step([person], person.t)
    assert not troubles.counts


def test_a_file_that_begins_like_any_other_keeps_its_first_frame() -> None:
    path = Path(__file__).parents[2] / "data/imitate/wave_cmu_z_up.bvh"
    assert len(open_stream(path, Troubles()).remaining()) == len(read_bvh(path).values)


def moved(clip_: list[Skeleton], way) -> list[Skeleton]:
    """The same person elsewhere: `way(t)` is metres ahead, left and up."""
    return [replace(one, places=frozen(one.places + np.array(way(one.t)))) for one in clip_]


def test_clips_are_slow_where_a_person_stands_and_nowhere_else() -> None:
    stands = [one for one in clip("tai_chi") if one.t < 9.5]
    assert [len(kind) for kind in (cut(stands).slow, cut(stands).fast)] == [1, 0]
    walks = moved(stands, lambda t: (0.8 * t, 0.0, 0.0))
    drifts = moved(stands, lambda t: (0.09 * t, 0.0, 0.0))
    jumps = moved(stands, lambda t: (0.0, 0.0, max(0.0, 0.3 * np.sin(2.0 * t))))
    for person in (walks, jumps):
        assert not cut(person).slow
        assert sum(one[-1].t for one in cut(person).fast) > 0.9 * (person[-1].t - 1.0)
    assert 4.0 < cut(drifts).slow[0][-1].t < 6.0, "as long as it is near its place"
    assert not cut(walks, slower=2.0).slow, "who walks walks in slow motion too"


def test_a_person_without_legs_is_no_slow_clip() -> None:
    unseen = np.array([PLACE["left_foot"], PLACE["right_foot"]])
    persons = []
    for one in clip("wave"):
        places = np.array(one.places)
        places[unseen] = np.nan
        persons.append(replace(one, places=frozen(places)))
    assert not cut(persons).slow
    assert cut(persons).fast


@needs_recordings
def test_slow_motion_finds_more_slow_clips_and_each_faces_ahead() -> None:
    boxer = people()["Boxing_Toes.bvh"]
    counts = [len(cut(boxer, slower).slow) for slower in (1.0, 2.0, 3.0)]
    assert counts[0] < counts[1] < counts[2]
    for one in cut(boxer, 3.0).slow:
        assert one[0].t == 0.0
        assert abs(yaw_deg(one[0])) < 3.0
        assert 3.8 < one[-1].t < 10.1


@needs_recordings
def test_a_boxer_in_slow_motion_is_followed_without_a_fall() -> None:
    """He kneels from one leg; fumanoid's hips came to their ends there, and it fell."""
    boxer = cut(people()["Boxing_Toes.bvh"], 2.0).slow[3]
    trial = ImitationTrial(
        load_robot("fumanoid"), Recorded(iter(boxer)), "whole-body", TrialBody.PHYSICS
    )
    room, least = LegRoom(trial.robot), np.inf
    while not trial.done and trial.ticks < 1500:
        imitate(trial, trial.ticks * trial.dt + 0.1)
        least = min(least, room.least(trial.skill.q))
    result = trial.result()
    assert result.falls == 0
    assert result.followed_s > boxer[-1].t
    assert least > 0.0, "no leg joint came to its end"
    assert result.troubles.get(Trouble.JUMP.name.lower(), 0) == 0


def test_who_turns_round_faces_there_and_a_twist_is_shown() -> None:
    facing, person = Facing(), clip("wave")[0]

    def seen_deg(degrees: float, t: float) -> float:
        turned = frozen(person.places @ R_from_rpy(0.0, 0.0, np.radians(degrees)).T)
        one = replace(person, places=turned, t=t)
        R = trunk_of(one)
        assert R is not None
        return yaw_deg(one.seen_from(facing.step(t, R)))

    assert seen_deg(10.0, 0.0) == pytest.approx(10.0, abs=0.5)
    assert seen_deg(170.0, 0.01) == pytest.approx(np.degrees(TWIST), abs=0.5)
    assert seen_deg(190.0, 0.02) == pytest.approx(np.degrees(TWIST), abs=0.5), "no way back"
    later = [seen_deg(190.0, 0.1 * k) for k in range(1, 300)]
    assert abs(later[-1]) < 1.0


def test_knees_end_where_they_are_straight() -> None:
    robot = load_robot("wolfgang")
    room = LegRoom(robot)
    straight = np.array(robot.ready)
    straight[robot.joint_index["LKnee"]] = np.radians(10.0)
    assert room.least(robot.ready) > 0.5
    assert room.least(straight) < 0.0 < np.radians(10.0) - robot.lower[robot.joint_index["LKnee"]]


def test_a_lag_is_found() -> None:
    lag = Lag()
    angles = np.sin(np.linspace(0.0, 20.0, 600))
    way = np.column_stack([np.cos(angles), np.sin(angles), np.zeros(600)])
    for k in range(600):
        lag.add(None if k % 50 == 0 else way[k], way[max(k - 7, 0)])
    assert best_lag([lag], 0.01) == pytest.approx(0.07)
    assert best_lag([Lag()], 0.01) is None


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (None, "no such folder of recordings"),
        ({"notes.txt": "hello"}, "no recording in it; they end with .bvh"),
        ({"broken.bvh": "HIERARCHY"}, r"broken.bvh:1: the file ends too early"),
    ],
)
def test_a_folder_without_recordings_is_said_in_a_line(
    tmp_path: Path, content: dict[str, str] | None, says: str
) -> None:
    folder = tmp_path / "recordings"
    if content is not None:
        folder.mkdir()
        for name, text in content.items():
            (folder / name).write_text(text)
    app = typer.Typer()
    app.callback()(lambda: None)
    imitate_command.register(app)
    answer = CliRunner().invoke(app, ["imitate", "--bench", "--recordings", str(folder)])
    assert isinstance(answer.exception, OlympianError)
    assert says in str(answer.exception)
    assert "\n" not in str(answer.exception)
