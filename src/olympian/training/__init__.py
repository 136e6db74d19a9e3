"""Training: batches of a robot, tasks, and what learns them; the extra `train`."""
