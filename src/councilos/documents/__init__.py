"""PDFs and other files as sources."""
