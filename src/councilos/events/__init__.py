"""Everything a run says while it runs."""
