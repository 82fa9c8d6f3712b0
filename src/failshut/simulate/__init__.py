"""Predict what a host does with a hook's answer, for one run or for many recorded rows."""
