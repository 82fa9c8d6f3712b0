"""Measure an agent anew: recorded rows and the requests to a judging model, on the real program."""
