"""Writes the robot library: facts in, `<name>.urdf` and `robot.toml` out.

Run `python -m describe` in `tools/` to write the files, with `--check` to compare only.
"""
