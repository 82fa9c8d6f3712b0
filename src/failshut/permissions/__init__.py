"""Compile policies into the hosts' own permission rules: a second layer that holds without hooks."""
