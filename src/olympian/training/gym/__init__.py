"""Gymnasium environments `olympian/Walk-v0` and `olympian/GetUp-v0`: importing registers them."""

# pyright: reportMissingImports=false

import gymnasium

IDS = {"olympian/Walk-v0": "walk", "olympian/GetUp-v0": "getup"}
PLACE = "olympian.training.gym"

for _name, _task in IDS.items():
    gymnasium.register(
        _name,
        entry_point=f"{PLACE}.task_env:TaskEnv",
        vector_entry_point=f"{PLACE}.vector_env:TaskVectorEnv",
        kwargs={"task": _task},
    )
