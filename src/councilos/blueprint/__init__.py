"""What a council is: the blueprint, its checks and its versions; pure."""
