"""Training is tested where the extra `train` is installed (`make training` brings it along)."""

from drills.training import MISSING

collect_ignore_glob = ["test_*"] if MISSING else []


def pytest_report_header() -> list[str]:
    """Said at the top of a run: what is not tested, and why."""
    if not MISSING:
        import torch

        torch.set_num_threads(1)
        return []
    return [f"training is not tested: {', '.join(MISSING)} missing ('make training')"]
