"""Hold the version once; nothing else, so that a tool call can read it for nothing."""

VERSION = "0.1.0"
