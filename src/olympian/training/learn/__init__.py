"""What learns: networks, PPO, and runs that end on time."""
