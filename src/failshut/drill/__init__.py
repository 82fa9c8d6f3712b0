"""Run a hook command the way a host runs it, and break what it stands on."""
