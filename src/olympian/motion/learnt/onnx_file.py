"""Policies as ONNX files, for runtimes and tools of others; the extra `onnx`."""

# pyright: reportMissingImports=false

import json
from pathlib import Path
from types import ModuleType
from typing import Any

import msgspec
import numpy as np

from olympian.errors import OlympianError
from olympian.files import read_bytes, whole_file
from olympian.install_hint import install_hint
from olympian.motion.learnt.fitting import Fitting
from olympian.motion.learnt.layout import SATURATED, PolicyLayout
from olympian.motion.learnt.policy import FARTHEST, LearntPolicy

OPSET, IR = 17, 9
"""Versions that every runtime of the last years reads."""
KEYS = ("layout", "fitting", "layout_fingerprint", "story")
"""Metadata of the file, as JSON texts."""


def export_onnx(policy: LearntPolicy, path: Path) -> None:
    """Write a graph `observation` (batch, inputs) → `action` (batch, joints)."""
    onnx = _onnx()
    helper, numpy_helper = onnx.helper, onnx.numpy_helper
    layout = policy.layout
    tensors = {
        "mean": policy.mean,
        "deviation": policy.deviation,
        "near": np.float32(-FARTHEST),
        "far": np.float32(FARTHEST),
        "least": np.float32(-SATURATED),
        "most": np.float32(SATURATED),
    }
    nodes = [
        helper.make_node("Sub", ["observation", "mean"], ["centred"]),
        helper.make_node("Div", ["centred", "deviation"], ["scaled"]),
        helper.make_node("Clip", ["scaled", "near", "far"], ["x0"]),
    ]
    for index, (weight, bias) in enumerate(policy.layers):
        tensors |= {f"weight{index}": weight, f"bias{index}": bias}
        inputs = [f"x{index}", f"weight{index}", f"bias{index}"]
        nodes.append(helper.make_node("Gemm", inputs, [f"y{index}"], transB=1))
        if index + 1 < len(policy.layers):
            nodes.append(helper.make_node("Elu", [f"y{index}"], [f"x{index + 1}"]))
    last = f"y{len(policy.layers) - 1}"
    nodes.append(helper.make_node("Clip", [last, "least", "most"], ["action"]))
    float32 = onnx.TensorProto.FLOAT
    graph = helper.make_graph(
        nodes,
        layout.task,
        [helper.make_tensor_value_info("observation", float32, ["batch", layout.inputs])],
        [helper.make_tensor_value_info("action", float32, ["batch", len(layout.joints)])],
        [numpy_helper.from_array(np.asarray(value), name) for name, value in tensors.items()],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", OPSET)], ir_version=IR)
    about = {
        "layout": msgspec.json.encode(layout).decode(),
        "fitting": msgspec.json.encode(policy.fitting).decode(),
        "layout_fingerprint": layout.fingerprint,
        "story": policy.story,
    }
    helper.set_model_props(model, about)
    onnx.checker.check_model(model)
    with whole_file(path) as part:
        part.write_bytes(model.SerializeToString())


def import_onnx(path: Path) -> LearntPolicy:
    """Read a graph as `export_onnx` writes it; other graphs are refused."""
    onnx = _onnx()
    try:
        model = onnx.load_from_string(read_bytes(path))
        about = {item.key: item.value for item in model.metadata_props}
        missing = [key for key in KEYS if key not in about]
        if missing:
            raise OlympianError(f"its metadata lack {', '.join(missing)}")
        tensors = {item.name: onnx.numpy_helper.to_array(item) for item in model.graph.initializer}
        return _policy(about, tensors)
    except (OlympianError, KeyError, ValueError, msgspec.DecodeError, _parse_error()) as error:
        raise OlympianError(f"{path}: not a policy of Olympian: {error}") from error


def _policy(about: dict[str, str], tensors: dict[str, Any]) -> LearntPolicy:
    layout = msgspec.convert(json.loads(about["layout"]), PolicyLayout)
    if layout.fingerprint != about["layout_fingerprint"]:
        raise OlympianError("its observations are laid out as by another version")
    fitting = msgspec.json.decode(about["fitting"], type=Fitting)
    layers = sum(name.startswith("weight") for name in tensors)
    pairs = [(tensors[f"weight{k}"], tensors[f"bias{k}"]) for k in range(layers)]
    mean, deviation = tensors["mean"], tensors["deviation"]
    return LearntPolicy(layout, fitting, mean, deviation, pairs, about["story"])


def _onnx() -> ModuleType:
    try:
        import onnx
    except ImportError as error:
        raise OlympianError(
            f"ONNX files need the package 'onnx': {install_hint('onnx')}"
        ) from error
    return onnx


def _parse_error() -> type[Exception]:
    from google.protobuf.message import DecodeError

    return DecodeError
