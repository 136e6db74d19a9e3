"""The dynamic stack decider: a tree written as text, kept as a stack, asked again every tick."""

from olympian.decision.dsd.binding import stand_ins
from olympian.decision.dsd.drawing import draw_stack, draw_tree
from olympian.decision.dsd.element import Action, Decision, Element, elements_in
from olympian.decision.dsd.reader import read_tree, read_tree_text
from olympian.decision.dsd.stack import Stack, load_stack
from olympian.decision.dsd.tree import DecisionTree
from olympian.decision.dsd.view import EntryView, stack_text, stack_view, tree_record

__all__ = [
    "Action",
    "Decision",
    "DecisionTree",
    "Element",
    "EntryView",
    "Stack",
    "draw_stack",
    "draw_tree",
    "elements_in",
    "load_stack",
    "read_tree",
    "read_tree_text",
    "stack_text",
    "stack_view",
    "stand_ins",
    "tree_record",
]
