"""Estimates: what a search has to expect."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any, Mapping, Optional

__all__ = ["Estimate", "Tree"]


@dataclass(frozen=True)
class Tree:
    """What a model or a sample says about a search tree. Errors are standard errors, 0 where there is none."""

    data: Mapping[str, Any]

    @property
    def nodes(self) -> float:
        return self.data["nodes"]

    @property
    def nodes_error(self) -> float:
        return self.data.get("nodes_error", 0.0)

    @property
    def solutions(self) -> float:
        return self.data["solutions"]

    @property
    def solutions_error(self) -> float:
        return self.data.get("solutions_error", 0.0)

    @property
    def seconds(self) -> float:
        return self.data["seconds"]

    @property
    def nodes_per_depth(self) -> list[float]:
        return self.data["nodes_per_depth"]


class Estimate:
    """What random probes of a search tree say, and for edge-matching puzzles a model from colour statistics. A
    notebook shows its curves."""

    def __init__(self, data: Mapping[str, Any], svg: str):
        self.data = data  #: everything, with the keys of docs/events.md
        self._svg = svg
        self.probed = Tree(data["probed"])
        model = data.get("model")
        #: edge-matching: from colour statistics alone
        self.model: Optional[Tree] = Tree(model) if model and "nodes" in model else None
        #: packing, pieces of equal size: the fit probability and what follows from it
        self.fit: Optional[Mapping[str, Any]] = model if model and "p" in model else None

    @property
    def nodes(self) -> float:
        """Expected, by the probes."""
        return self.probed.nodes

    @property
    def solutions(self) -> float:
        return self.probed.solutions

    @property
    def seconds(self) -> float:
        return self.probed.seconds

    @property
    def engine(self) -> str:
        """Whose tree this is about."""
        return self.data["engine"]

    @property
    def remarks(self) -> list[str]:
        return self.data["remarks"]

    def svg(self) -> str:
        return self._svg

    _repr_svg_ = svg

    def __repr__(self) -> str:
        return f"<Estimate: {self.nodes:.3g} nodes, {self.solutions:.3g} solutions, {self.seconds:.3g} s>"


def estimate_of(told: tuple[str, str]) -> Estimate:
    text, svg = told
    return Estimate(json.loads(text), svg)
