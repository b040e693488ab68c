"""Files as sources: read in a process of their own, cut into chunks, indexed, searched."""
