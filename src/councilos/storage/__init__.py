"""PostgreSQL behind the ports of runs; SQLAlchemy lives here."""
