"""Say of each host whether the guard is on: its files as the host reads them, then a run of its line."""
