"""Trees: a search walked node by node."""

from __future__ import annotations

import json
from typing import Any, Mapping

__all__ = ["SearchTree"]


class SearchTree:
    """The tree of a search, one node per placement, with the reasons of its dead ends. A notebook draws it.

    >>> tree = ts.load("girafe").tree()
    >>> tree.nodes, tree.solutions, tree.nodes_per_depth
    """

    def __init__(self, data: Mapping[str, Any], svg: str):
        self.data = data  #: everything, with the keys of docs/tree-and-film.md
        self._svg = svg

    @property
    def engine(self) -> str:
        return self.data["engine"]

    @property
    def nodes(self) -> int:
        """Placements that were made."""
        return self.data["nodes"]

    @property
    def solutions(self) -> int:
        return self.data["solutions"]

    @property
    def complete(self) -> bool:
        """Everything was walked, not only the way to the first solution."""
        return self.data["complete"]

    @property
    def nodes_per_depth(self) -> list[int]:
        return list(self.data["nodes_per_depth"])

    def svg(self) -> str:
        return self._svg

    _repr_svg_ = svg

    def __repr__(self) -> str:
        end = "" if self.complete else ", not walked to the end"
        found = f"{self.solutions} solution" + ("" if self.solutions == 1 else "s")
        return f"<SearchTree of {self.engine}: {self.nodes} nodes, {found}{end}>"


def tree_of(told: tuple[str, str]) -> SearchTree:
    text, svg = told
    return SearchTree(json.loads(text), svg)
