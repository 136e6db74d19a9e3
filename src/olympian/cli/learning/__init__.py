"""Commands that find numbers: tuning, and training of policies."""
