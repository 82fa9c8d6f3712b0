"""Command line: one file a verb, each parses, calls the core, renders."""
