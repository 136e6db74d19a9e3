"""A program that has cyclonedds and nothing of ours: it reads a robot, and drives it.

Its types are written down once more, as the IDL of ROS has them.
"""

import json
import sys
import time
from dataclasses import dataclass

from cyclonedds.builtin import BuiltinDataReader, BuiltinTopicDcpsPublication
from cyclonedds.core import Policy, Qos
from cyclonedds.domain import Domain, DomainParticipant
from cyclonedds.idl import IdlStruct
from cyclonedds.idl.annotations import final
from cyclonedds.idl.types import float64, int32, sequence, uint32
from cyclonedds.pub import DataWriter
from cyclonedds.sub import DataReader
from cyclonedds.topic import Topic
from cyclonedds.util import duration

LOCAL = """<CycloneDDS><Domain><General><Interfaces><NetworkInterface name="lo"
multicast="false"/></Interfaces><AllowMulticast>false</AllowMulticast></General><Discovery>
<ParticipantIndex>auto</ParticipantIndex><MaxAutoParticipantIndex>60</MaxAutoParticipantIndex>
<Peers><Peer Address="127.0.0.1"/></Peers></Discovery></Domain></CycloneDDS>"""


@final
@dataclass
class Time(IdlStruct, typename="builtin_interfaces.msg.dds_.Time_"):
    sec: int32
    nanosec: uint32


@final
@dataclass
class Header(IdlStruct, typename="std_msgs.msg.dds_.Header_"):
    stamp: Time
    frame_id: str


@final
@dataclass
class JointState(IdlStruct, typename="sensor_msgs.msg.dds_.JointState_"):
    header: Header
    name: sequence[str]
    position: sequence[float64]
    velocity: sequence[float64]
    effort: sequence[float64]


@final
@dataclass
class String(IdlStruct, typename="std_msgs.msg.dds_.String_"):
    data: str


@final
@dataclass
class Vector3(IdlStruct, typename="geometry_msgs.msg.dds_.Vector3_"):
    x: float64
    y: float64
    z: float64


@final
@dataclass
class Twist(IdlStruct, typename="geometry_msgs.msg.dds_.Twist_"):
    linear: Vector3
    angular: Vector3


RELIABLE = Policy.Reliability.Reliable(duration(milliseconds=100))
LAST = Policy.History.KeepLast(10)


def main(number: int) -> None:
    """Listen for some seconds, drive ahead meanwhile, and print what was there."""
    domain = Domain(number, LOCAL)
    node = DomainParticipant(number)
    joints = DataReader(node, Topic(node, "rt/joint_states", JointState), Qos(RELIABLE, LAST))
    late = Qos(RELIABLE, LAST, Policy.Durability.TransientLocal)
    model = DataReader(node, Topic(node, "rt/robot_description", String), late)
    drive = DataWriter(node, Topic(node, "rt/cmd_vel", Twist), Qos(RELIABLE, LAST))
    writers = BuiltinDataReader(node, BuiltinTopicDcpsPublication)
    heard, models, told = [], [], {}
    until = time.monotonic() + 20.0
    while time.monotonic() < until and not (len(heard) > 20 and models):
        drive.write(Twist(Vector3(0.05, 0.0, 0.0), Vector3(0.0, 0.0, 0.1)))
        heard += [one for one in joints.take(N=50) if one.sample_info.valid_data]
        models += [one.data for one in model.take(N=5) if one.sample_info.valid_data]
        for one in writers.take(N=100):
            if one.sample_info.valid_data:
                data = [bytes(policy.data).decode() for policy in one.qos if _is_user(policy)]
                told[one.topic_name] = [one.type_name, *data]
        time.sleep(0.05)
    last = heard[-1] if heard else None
    print(
        json.dumps(
            {
                "names": [] if last is None else list(last.name),
                "position": [] if last is None else list(last.position),
                "frame": "" if last is None else last.header.frame_id,
                "sec": 0 if last is None else last.header.stamp.sec,
                "model": models[0][:20] if models else "",
                "writers": told,
            }
        ),
        flush=True,
    )
    del domain


def _is_user(policy: object) -> bool:
    return isinstance(policy, Policy.Userdata)


if __name__ == "__main__":
    main(int(sys.argv[1]))
