"""Colour: which pixels are ball, field, goal; regions of them; objects from regions."""

from olympian.vision.colour.border import FieldBorder
from olympian.vision.colour.grid import Grid, GridRule
from olympian.vision.colour.lanes import equals, even_lanes, luma_lanes
from olympian.vision.colour.morphology import Denoise, Denoiser
from olympian.vision.colour.objects import Objects, SeenGoal, SeenObstacle, find_objects
from olympian.vision.colour.picture import colour_stages
from olympian.vision.colour.regions import Region, Regions
from olympian.vision.colour.scan import THESIS_LIMIT, ColourScan, ColourSight
from olympian.vision.colour.table import (
    ClassScore,
    Click,
    Cluster,
    ColourBox,
    ColourRule,
    ColourTable,
    analytic_table,
    box_table,
    cluster_colours,
    count_colours,
    count_labels,
    fit_boxes,
    game_table,
    read_table,
    score_classes,
    table_from_clicks,
    table_from_clusters,
    table_from_votes,
    write_table,
)

__all__ = [
    "THESIS_LIMIT",
    "ClassScore",
    "Click",
    "Cluster",
    "ColourBox",
    "ColourRule",
    "ColourScan",
    "ColourSight",
    "ColourTable",
    "Denoise",
    "Denoiser",
    "FieldBorder",
    "Grid",
    "GridRule",
    "Objects",
    "Region",
    "Regions",
    "SeenGoal",
    "SeenObstacle",
    "analytic_table",
    "box_table",
    "cluster_colours",
    "colour_stages",
    "count_colours",
    "count_labels",
    "equals",
    "even_lanes",
    "find_objects",
    "fit_boxes",
    "game_table",
    "luma_lanes",
    "read_table",
    "score_classes",
    "table_from_clicks",
    "table_from_clusters",
    "table_from_votes",
    "write_table",
]
