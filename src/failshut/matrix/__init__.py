"""Lay out what each host does with standard runs of a hook: hosts × behaviours, and their facts."""
