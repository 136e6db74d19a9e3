"""A client that knows only Foxglove's protocol and ROS's messages sees and drives a robot."""

import asyncio
import json
import struct
from typing import Any

import pytest
from rosbags.typesys import Stores, get_types_from_msg, get_typestore
from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Subprotocol

from olympian import Humanoid
from olympian.errors import OlympianError

PROTOCOL = Subprotocol("foxglove.sdk.v1")
STORE = get_typestore(Stores.LATEST)


class Viewer:
    """Speaks the protocol by hand."""

    def __init__(self, link: ClientConnection) -> None:
        self.link = link
        self.channels: dict[str, dict[str, Any]] = {}
        self.news: list[dict[str, Any]] = []
        self.heard: dict[str, list[tuple[int, bytes]]] = {}
        self.assets: list[bytes] = []

    async def take(self, robot: Humanoid, ticks: int = 15) -> None:
        """Let the robot live, and take whatever comes."""
        for _ in range(ticks):
            await asyncio.to_thread(robot.tick)
            await asyncio.sleep(0.002)
        while True:
            try:
                frame = await asyncio.wait_for(self.link.recv(), 0.15)
            except TimeoutError:
                return
            self._sort(frame)

    def _sort(self, frame: str | bytes) -> None:
        if isinstance(frame, str):
            said = json.loads(frame)
            self.news.append(said)
            for channel in said.get("channels", ()) if said["op"] == "advertise" else ():
                self.channels[channel["topic"]] = channel
        elif frame[0] == 1:
            number, t_ns = struct.unpack_from("<IQ", frame, 1)
            topic = next(name for name, one in self.channels.items() if one["id"] == number)
            self.heard.setdefault(topic, []).append((t_ns, frame[13:]))
        elif frame[0] == 4:
            self.assets.append(frame[10:])

    async def subscribe(self) -> None:
        wanted = [{"id": one["id"], "channelId": one["id"]} for one in self.channels.values()]
        await self.tell(op="subscribe", subscriptions=wanted)

    async def tell(self, **said: Any) -> None:
        await self.link.send(json.dumps(said))

    async def publish(self, number: int, topic: str, kind: str, message: Any) -> None:
        channel = {"id": number, "topic": topic, "encoding": "json", "schemaName": kind}
        await self.tell(op="advertise", channels=[channel])
        await asyncio.sleep(0.05)
        await self.link.send(struct.pack("<BI", 1, number) + json.dumps(message).encode())
        await asyncio.sleep(0.05)


def test_a_viewer_sees_reads_sets_and_drives() -> None:
    robot = Humanoid("bioloid")
    with robot.stream(port=0) as server:
        asyncio.run(visit(robot, server.address))
    assert not robot.after_tick
    robot.close()


async def visit(robot: Humanoid, address: str) -> None:
    async with connect(address, subprotocols=[PROTOCOL]) as link:
        viewer = Viewer(link)
        await viewer.take(robot)
        assert viewer.news[0]["op"] == "serverInfo"
        await viewer.subscribe()
        await viewer.take(robot)
        # what was said before it came reaches it, too
        model = decode(viewer, "/robot_description").data
        assert model.startswith("<?xml")
        joints = decode(viewer, "/joint_states")
        assert robot.state is not None
        assert tuple(joints.name) == robot.robot.joint_names
        assert joints.position.tolist() == robot.state.q.tolist()

        await viewer.tell(op="fetchAsset", uri="package://olympian/robot.urdf", requestId=7)
        await viewer.tell(op="getParameters", parameterNames=[], id="all")
        await viewer.take(robot)
        assert viewer.assets[0].decode().endswith(model)
        values = numbers(viewer)
        assert values["run/speed"] == pytest.approx(robot.machine.parameters_of("run")[0].value)
        await viewer.tell(op="setParameters", parameters=[{"name": "run/speed", "value": 0.5}])
        await viewer.take(robot)
        assert robot.machine.parameters_of("run")[0].value == pytest.approx(0.5)

        turn = {"linear": {"x": 0.05, "y": 0, "z": 0}, "angular": {"x": 0, "y": 0, "z": 0}}
        await viewer.publish(1, "/cmd_vel", "geometry_msgs/Twist", turn)
        await viewer.take(robot, 5)
        assert robot.machine.mode == "run"
        await viewer.publish(2, "/stop", "std_msgs/Bool", {"data": True})
        await viewer.take(robot, 300)
        assert robot.situation.state.value == "stopped"
        await viewer.publish(3, "/mode", "std_msgs/String", {"data": "dance"})
        await viewer.publish(4, "/nowhere", "std_msgs/String", {"data": "x"})
        await viewer.take(robot)
        assert any("unknown mode 'dance'" in line for line in robot.log.since(0))
        assert any("/nowhere" in one.get("message", "") for one in viewer.news)


def decode(viewer: Viewer, topic: str) -> Any:
    channel = viewer.channels[topic]
    assert channel["encoding"] == "cdr"
    name = channel["schemaName"]
    described = get_types_from_msg(channel["schema"], name)
    for inner, (_, fields) in described.items():
        assert [field for field, _ in fields] == [field for field, _ in STORE.fielddefs[inner][1]]
    return STORE.deserialize_cdr(viewer.heard[topic][-1][1], name)


def numbers(viewer: Viewer) -> dict[str, float]:
    said = [one for one in viewer.news if one["op"] == "parameterValues"]
    return {one["name"]: one["value"] for one in said[-1]["parameters"]}


def test_a_port_that_is_taken_is_said_in_one_line() -> None:
    robot = Humanoid("bioloid")
    with robot.stream(port=0) as server:
        port = int(server.address.rpartition(":")[2])
        with pytest.raises(OlympianError, match=f"cannot listen on 127.0.0.1:{port}") as refused:
            robot.stream(port=port)
    assert "\n" not in str(refused.value)
    assert not robot.after_tick
