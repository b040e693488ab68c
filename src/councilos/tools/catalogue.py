"""Which tools an agent gets: those its node asks for and the run has (BP-7, BP-8)."""

from __future__ import annotations

from councilos.blueprint.model import AgentNode
from councilos.tools.ports import Tool, Toolbox


def tools_of(node: AgentNode, toolbox: Toolbox) -> list[Tool]:
    """Return the tools to bind for a node; none that the run does not have."""
    wanted = {"web_search": node.tools.web_search, "pdf_reader": node.tools.pdf_reader}
    return [toolbox[name] for name, wants in wanted.items() if wants and name in toolbox]
