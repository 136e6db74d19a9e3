"""The list of `make mutants` is about the source as it is."""

import pytest

from mutants import ROOT, Mutant, read_mutants


@pytest.mark.parametrize("mutant", read_mutants([]), ids=lambda mutant: mutant.name)
def test_a_mutant_changes_one_place_and_names_tests(mutant: Mutant) -> None:
    assert mutant.text(ROOT / "src") != (ROOT / "src/olympian" / mutant.file).read_text()
    for name in mutant.tests:
        assert list((ROOT / "tests").rglob(name)), name
