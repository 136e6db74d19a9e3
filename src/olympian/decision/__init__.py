"""Deciding what to do: each choice is a request, never a touch of the hardware."""

from olympian.decision.job import Job, JobStatus

__all__ = ["Job", "JobStatus"]
