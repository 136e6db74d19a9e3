"""The control module as a page shows it: its tree along the active path, owners, refusals."""

from olympian.cockpit.session import Session
from olympian.decision.dsd import stack_view
from olympian.decision.dsd.tree import DecisionNode, Node, SequenceNode

__all__ = ["module_now"]

MOST = 12
"""Refusals that are shown, the most frequent first."""


def module_now(session: Session) -> dict[str, object]:
    """What it is about, why, since when, by which branches, and who holds what."""
    hcm = session.humanoid.hcm
    now, verdict = hcm.situation, hcm.verdict
    owners = {} if verdict is None else verdict.owners
    refused = hcm.mutex.counts.most_common(MOST)
    return {
        "state": now.state.value.replace("_", " "),
        "reason": now.reason,
        "since": round(now.since, 2),
        "path": _path(session),
        "owners": {part.name: owners.get(part.name, "") for part in hcm.mutex.parts},
        "refused": [[one.claimant, one.part, one.reason, ticks] for one, ticks in refused],
    }


def _path(session: Session) -> list[dict[str, object]]:
    """Each question from the root up with its answer, and where the other answers would lead."""
    stack = session.humanoid.hcm.stack
    node: Node | None = stack.tree.root
    rows: list[dict[str, object]] = []
    for entry in stack_view(stack):
        branches = node.branches if isinstance(node, DecisionNode) else {}
        others = {answer: _label(child) for answer, child in branches.items()}
        others.pop(entry.branch or "", None)
        rows.append(
            {
                "name": entry.name,
                "acts": entry.kind == "action",
                "answer": entry.branch or "",
                "since": round(entry.since, 2),
                "others": others,
            }
        )
        node = branches.get(entry.branch) if entry.branch else None
    return rows


def _label(node: Node) -> str:
    """A node in a word, as the file names it."""
    if isinstance(node, SequenceNode):
        return ", ".join(action.name for action in node.actions)
    return node.name
