"""Pack all that training needs for a GPU machine without a network: one archive and one command.

    python tools/pack_training.py FOLDER [--arch 90] [--quick]

The machine has Python, torch and NumPy. Everything else travels: this checkout's package, MuJoCo,
MuJoCo Warp and what they import, and Warp with the kernels of one GPU architecture only.
"""

# pyright: reportMissingImports=false

import argparse
import io
import os
import struct
import subprocess
import sys
import tarfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
MAGIC = 0xBA55ED50
"""Of a fat binary: begins each part of the section with GPU code."""
SECTION = ".nv_fatbin"
CUBIN = 2
"""Kind of an entry that holds machine code; others hold PTX."""
THERE = {
    *("torch", "numpy", "jax", "jaxlib", "scipy", "triton", "sympy", "numba", "llvmlite"),
    *("torchgen", "functorch", "networkx", "jinja2", "markupsafe", "mpmath", "fsspec", "filelock"),
    *("typing_extensions", "setuptools", "pkg_resources", "_distutils_hack"),
}
"""Packages that the machine has with torch and JAX, or that are stood in for."""
UNNEEDED = {
    *(
        "OpenGL",
        "PIL",
        "matplotlib",
        "mpl_toolkits",
        "cycler",
        "dateutil",
        "fontTools",
        "kiwisolver",
    ),
    *("pyparsing", "tqdm", "yaml", "pydantic", "pydantic_core", "typing_inspection"),
    *("annotated_types", "charset_normalizer", "cmeel_pth", "six", "glfw"),
}
"""What drawing needs, and what is imported only because it happens to be installed here."""
DROPPED = (
    *(
        "warp/bin/warp-clang.so",
        "warp/examples/",
        "warp/tests/",
        "warp/fem/",
        "/tests/",
        "_test.py",
    ),
    *("mujoco/plugin/", "mujoco/_simulate", "mujoco/doc/", "mujoco/viewer"),
    *("mujoco/introspect", "mujoco/include", "mujoco/_rollout", "mujoco/mjx/", "__pycache__"),
    *(
        "lxml/objectify",
        "lxml/html/",
        "lxml/includes/",
        "lxml/isoschematron",
        ".pyi",
        ".dist-info/",
    ),
    *("mujoco/_batch", "lxml/sax", "mujoco_warp/test_data", "benchmarks/"),
)
PROBE = """
import sys
sys.path.insert(0, sys.argv[2])
from pathlib import Path
sys.argv[1:] = ["walk", "--robot", "bioloid", "--minutes", "0.1", "--device", "cpu", "--worlds",
                "2", "--out", sys.argv[1] + "/probe.npz"]
from train_here import main
main()
import mujoco_warp, warp
print("MODULES", *sorted({name.split(".")[0] for name in sys.modules}))
"""
GO = """#!/bin/sh
# Unpacks beside itself and trains; all arguments go to `olympian train`.
set -e
here=$(cd "$(dirname "$0")" && pwd); there=${TRAINING:-/tmp/olympian-training}
if [ ! -f "$there/ready" ]; then
  mkdir -p "$there"
  python3 -c 'import sys, tarfile; tarfile.open(sys.argv[1]).extractall(sys.argv[2])' \\
    "$here/training.tar.xz" "$there"
  touch "$there/ready"
fi
if [ -d "$here/warp-cache" ]; then export WARP_CACHE_PATH="$here/warp-cache"; fi
export PYTHONPATH="$there/packages:$there/src" PYTHONUNBUFFERED=1 MUJOCO_GL=disable
export PYTHONPATH="$PYTHONPATH:$there/bare"  # behind the real Numba, where there is one
exec python3 -m train_here "$@"
"""


def main() -> None:
    """Pack."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--arch", type=int, default=90, help="of the GPU: 90 is H100 and H200")
    parser.add_argument("--quick", action="store_true", help="compress badly, to try it")
    parser.add_argument("--robot", type=Path, action="append", default=[], help="folder to add")
    asked = parser.parse_args()
    asked.folder.mkdir(parents=True, exist_ok=True)
    names = imported(asked.folder)
    say(f"packages that training imports: {', '.join(names)}")
    archive = asked.folder / "training.tar"
    with tarfile.open(archive, "w") as tar:
        for name in names:
            add_package(tar, name, asked.arch)
        add_tree(tar, ROOT / "src" / "olympian", "src/olympian", (".py", ".toml", ".urdf", ".npz"))
        add_tree(tar, ROOT / "tools" / "bare", "bare", (".py",))
        for robot in asked.robot:
            add_tree(tar, robot, f"robots/{robot.name}", None)
    say(f"{archive.stat().st_size / 1e6:.0f} MB; compressing takes some minutes …")
    level = "preset=0" if asked.quick else "preset=6,dict=96MiB"
    subprocess.run(["xz", "-f", "-T1", "--x86", f"--lzma2={level}", str(archive)], check=True)
    go = asked.folder / "train.sh"
    go.write_text(GO, encoding="utf-8")
    go.chmod(0o755)
    packed = asked.folder / "training.tar.xz"
    say(f"{packed}: {packed.stat().st_size / 2**20:.1f} MiB; there: sh {go.name} walk --robot …")


def imported(folder: Path) -> list[str]:
    """Top-level packages outside Python's own library that a short run of training imports."""
    found = subprocess.run(
        [sys.executable, "-c", PROBE, str(folder), str(ROOT / "tools" / "bare")],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT / "src"), "MUJOCO_GL": "disable"},
        check=False,
    )
    lines = [line for line in found.stdout.splitlines() if line.startswith("MODULES")]
    for left in folder.glob("probe*"):
        left.unlink()
    if not lines:
        sys.exit(f"training does not run here:\n{found.stdout}{found.stderr}")
    site = site_packages()
    names = [name for name in lines[-1].split()[1:] if name not in sys.stdlib_module_names]
    there = [name for name in names if (site / name).is_dir() or (site / f"{name}.py").is_file()]
    needed = {*there, "etils", "absl"}
    return sorted(needed - THERE - UNNEEDED - {"olympian"})


def site_packages() -> Path:
    """Where packages of this Python are."""
    import mujoco

    return Path(mujoco.__file__).parents[1]


def add_package(tar: tarfile.TarFile, name: str, arch: int) -> None:
    """One package without what training never touches."""
    site = site_packages()
    single = site / f"{name}.py"
    files = [single] if single.is_file() else sorted((site / name).rglob("*"))
    for file in files:
        path = file.relative_to(site).as_posix()
        kept = not any(part in f"/{path}" for part in DROPPED)
        if not file.is_file() or not kept:
            continue
        data = file.read_bytes()
        if path == "warp/bin/warp.so":
            data = stripped(data, arch)
        add_bytes(tar, f"packages/{path}", data)


def add_tree(tar: tarfile.TarFile, folder: Path, name: str, kinds: tuple[str, ...] | None) -> None:
    """The files of a folder, of these kinds."""
    for file in sorted(folder.rglob("*")):
        wanted = kinds is None or file.suffix in kinds
        if file.is_file() and wanted and "__pycache__" not in file.parts:
            add_bytes(tar, f"{name}/{file.relative_to(folder).as_posix()}", file.read_bytes())


def add_bytes(tar: tarfile.TarFile, name: str, data: bytes) -> None:
    """One file."""
    entry = tarfile.TarInfo(name)
    entry.size, entry.mode = len(data), 0o755 if ".so" in name else 0o644
    tar.addfile(entry, io.BytesIO(data))


def stripped(library: bytes, arch: int) -> bytes:
    """The library with GPU code of other architectures blanked: zeros need no room when packed."""
    data = bytearray(library)
    start, size = section(library, SECTION)
    place, end, kept, blanked = start, start + size, 0, 0
    while True:
        place = library.find(struct.pack("<I", MAGIC), place, end)
        if place < 0:
            break
        _, _, header, length = struct.unpack_from("<IHHQ", library, place)
        entry, stop = place + header, place + header + length
        while entry < stop:
            kind, _, entry_header, entry_size = struct.unpack_from("<HHIQ", library, entry)
            own = kind == CUBIN and struct.unpack_from("<I", library, entry + 28)[0] == arch
            if own:
                kept += entry_size
            else:
                data[entry + entry_header : entry + entry_header + entry_size] = bytes(entry_size)
                blanked += entry_size
            entry += entry_header + entry_size
        place = stop
    if not kept:
        sys.exit(f"warp.so has no GPU code for sm_{arch}")
    say(f"warp.so: kept {kept / 1e6:.1f} MB for sm_{arch}, blanked {blanked / 1e6:.1f} MB")
    return bytes(data)


def section(library: bytes, name: str) -> tuple[int, int]:
    """Offset and size of a section of an ELF file of 64 bits."""
    (headers,) = struct.unpack_from("<Q", library, 40)
    each, count, names_at = struct.unpack_from("<HHH", library, 58)

    def header(index: int) -> tuple[int, int, int]:
        at = headers + index * each
        (label,) = struct.unpack_from("<I", library, at)
        offset, size = struct.unpack_from("<QQ", library, at + 24)
        return label, offset, size

    names = header(names_at)[1]
    for index in range(count):
        label, offset, size = header(index)
        stop = library.index(b"\0", names + label)
        if library[names + label : stop].decode() == name:
            return offset, size
    sys.exit(f"no section {name} in warp.so")


def say(line: str) -> None:
    """A line with the time."""
    print(f"{time.strftime('%H:%M:%S')} {line}", flush=True)


if __name__ == "__main__":
    main()
