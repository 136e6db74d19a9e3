"""Colour: which pixels are ball, field, goal; regions of them; objects from regions."""

from olympian.vision.colour.analytic import ColourRule, analytic_table, game_table
from olympian.vision.colour.border import FieldBorder
from olympian.vision.colour.cluster import (
    Cluster,
    cluster_colours,
    count_colours,
    table_from_clusters,
)
from olympian.vision.colour.goal import SeenGoal
from olympian.vision.colour.grid import Grid, GridRule
from olympian.vision.colour.learn import Click, count_labels, table_from_clicks, table_from_votes
from olympian.vision.colour.morphology import Denoise, Denoiser
from olympian.vision.colour.numeric import ColourBox, box_table, fit_boxes
from olympian.vision.colour.objects import Objects, find_objects
from olympian.vision.colour.obstacle import SeenObstacle
from olympian.vision.colour.regions import Region, Regions
from olympian.vision.colour.scan import THESIS_LIMIT, ColourScan, ColourSight
from olympian.vision.colour.score import ClassScore, score_classes
from olympian.vision.colour.table import ColourTable
from olympian.vision.colour.table_file import read_table, write_table

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
    "count_colours",
    "count_labels",
    "find_objects",
    "fit_boxes",
    "game_table",
    "read_table",
    "score_classes",
    "table_from_clicks",
    "table_from_clusters",
    "table_from_votes",
    "write_table",
]
