"""Descriptions on disk: URDF, MJCF, meshes and TOML, read and written."""

from olympian.robot.files.mesh import mesh_points, mesh_triangles
from olympian.robot.files.mjcf import read_mjcf
from olympian.robot.files.toml import Table, complaint, read_toml
from olympian.robot.files.urdf import read_urdf
from olympian.robot.files.xml import parse_xml

__all__ = [
    "Table",
    "complaint",
    "mesh_points",
    "mesh_triangles",
    "parse_xml",
    "read_mjcf",
    "read_toml",
    "read_urdf",
]
