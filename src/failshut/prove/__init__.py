"""Prove the guard on the agents that are installed, really run, with a model that follows a script."""
