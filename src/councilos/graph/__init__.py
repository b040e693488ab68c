"""A blueprint as a LangGraph graph; LangGraph lives here."""
