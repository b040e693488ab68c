"""Speed, measured: every benchmark prints JSON and compares with raw LangGraph in the same run."""
