"""Read Python programs."""
