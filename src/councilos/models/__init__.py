"""Chat models by name."""
