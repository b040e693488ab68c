"""The use cases: start, decide, cancel, execute; no web, no SQL."""
