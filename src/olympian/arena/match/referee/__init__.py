"""Who leads a match: sees where all is, speaks to robots by packets, and uses its hands."""
