"""Juggling trials: as published in kinematics, and in physics; over seeds, with a referee."""
