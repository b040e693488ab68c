"""What agents can use beside their model."""
