"""Deciding what to do: modes today; each choice is a request, never a touch of the hardware."""
