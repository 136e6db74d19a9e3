"""Which class a colour is: tables by formula, boxes, examples and clusters, and their files."""

from olympian.vision.colour.table.analytic import ColourRule, analytic_table, game_table
from olympian.vision.colour.table.cluster import (
    Cluster,
    cluster_colours,
    count_colours,
    table_from_clusters,
)
from olympian.vision.colour.table.file import read_table, write_table
from olympian.vision.colour.table.learn import (
    ClassScore,
    Click,
    count_labels,
    score_classes,
    table_from_clicks,
    table_from_votes,
)
from olympian.vision.colour.table.numeric import ColourBox, box_table, fit_boxes
from olympian.vision.colour.table.table import ColourTable

__all__ = [
    "ClassScore",
    "Click",
    "Cluster",
    "ColourBox",
    "ColourRule",
    "ColourTable",
    "analytic_table",
    "box_table",
    "cluster_colours",
    "count_colours",
    "count_labels",
    "fit_boxes",
    "game_table",
    "read_table",
    "score_classes",
    "table_from_clicks",
    "table_from_clusters",
    "table_from_votes",
    "write_table",
]
