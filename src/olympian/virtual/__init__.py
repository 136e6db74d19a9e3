"""The virtual bus: a simulated robot whose servos speak as real ones do."""
