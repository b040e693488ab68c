"""Alembic's history of our tables, run by `storage/schema.py`."""
