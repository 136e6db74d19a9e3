"""Addresses and sizes in other people's control tables, as JSON: `python print_tables.py PEER`.

Names are theirs in snake_case, by our name of the model.
"""

import json
import sys

Table = dict[str, tuple[int, int]]


def rustypot() -> dict[str, Table]:
    """Tables of its controllers."""
    import rustypot as peer

    controllers = {
        "ax-12a": peer.AxPyController,
        "mx-28": peer.MxPyController,
        "xl430-w250": peer.Xl430PyController,
    }
    return {
        model: {one.name: (one.addr, one.size) for one in controller.registers()}
        for model, controller in controllers.items()
    }


def pypot() -> dict[str, Table]:
    """Registers of protocol 1 that one number each fills, for the models that it names."""
    from pypot.dynamixel.io import DxlIO

    tables: dict[str, Table] = {}
    controls = DxlIO._AbstractDxlIO__controls
    for ours, theirs in (("ax-12a", "AX-12"), ("rx-28", "RX-28"), ("mx-28", "MX-28")):
        tables[ours] = {
            control.name.replace(" ", "_").lower(): (control.address, control.length)
            for control in controls
            if control.nb_elem == 1 and theirs in control.models
        }
    return tables


def lerobot() -> dict[str, Table]:
    """The table that it has for every X servo."""
    import stand_ins

    stand_ins.install()
    from lerobot.motors.dynamixel.tables import MODEL_CONTROL_TABLE

    return {
        model: {name.lower(): tuple(place) for name, place in MODEL_CONTROL_TABLE[model].items()}
        for model in ("xl430-w250", "xm430-w350")
    }


print(json.dumps({"rustypot": rustypot, "pypot": pypot, "lerobot": lerobot}[sys.argv[1]]()))
