"""`python -m councilos` is the command line."""

from councilos.cli.main import run

run()
