"""CouncilOS: draw a council of AI agents, run a topic through it, stay in charge of every step."""

__version__ = "0.1.0"
