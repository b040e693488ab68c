"""One file per version of our tables, oldest first."""
