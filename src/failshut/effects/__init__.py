"""Say what a command or a file tool would do."""
