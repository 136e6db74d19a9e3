"""Which servo and which sensor hangs on which bus."""

from pathlib import Path

from olympian.robot.config import BusConfig, DeviceConfig, RobotConfig
from olympian.robot.files import complaint

ONLY = "bus"
"""Name of the cable where a robot has one for all."""


def wire(place: Path, config: RobotConfig) -> dict[str, BusConfig]:
    """The buses, which together hold every servo once; one for all where none is named."""
    if not config.buses:
        return {ONLY: BusConfig(servos=list(config.servos))} if config.servos else {}
    home: dict[str, str] = {}
    for name, bus in config.buses.items():
        for number, joint in enumerate(bus.servos):
            keys = ("buses", name, "servos", number)
            if joint not in config.servos:
                raise complaint(place, keys, f"'{joint}' has no entry in [servos]")
            if joint in home:
                raise complaint(place, keys, f"'{joint}' hangs on '{home[joint]}' already")
            home[joint] = name
    lost = [joint for joint in config.servos if joint not in home]
    if lost:
        raise complaint(place, ("buses",), f"servo '{lost[0]}' hangs on no bus")
    return dict(config.buses)


def check_devices(place: Path, config: RobotConfig) -> dict[str, DeviceConfig]:
    """The sensors, if their buses and feet are there."""
    buses, feet = config.buses or {ONLY: None}, config.limbs
    for name, device in config.devices.items():
        if device.bus and device.bus not in buses:
            known = ", ".join(buses)
            raise complaint(place, ("devices", name, "bus"), f"no such bus; choose from {known}")
        senses = {"soles": device.feet, "imu": device.imu}
        for number, sense in enumerate(config.lacks):
            if senses[sense]:
                said = f"'{sense}' is what [devices.{name}] measures"
                raise complaint(place, ("lacks", number), said)
        for number, leg in enumerate(device.feet):
            if leg not in feet or feet[leg].sole is None:
                legs = ", ".join(limb for limb in feet if feet[limb].sole is not None) or "none"
                keys = ("devices", name, "feet", number)
                raise complaint(place, keys, f"'{leg}' has no sole; choose from {legs}")
    return dict(config.devices)
