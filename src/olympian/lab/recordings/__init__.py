"""What is in a recording: for people, for plots, for tables."""

from olympian.lab.recordings.overview import RecordingOverview, TopicCount, overview
from olympian.lab.recordings.plot import draw_recording
from olympian.lab.recordings.series import RecordedSeries, read_series
from olympian.lab.recordings.table import write_table

__all__ = [
    "RecordedSeries",
    "RecordingOverview",
    "TopicCount",
    "draw_recording",
    "overview",
    "read_series",
    "write_table",
]
