"""Hold the compiled tables of ``effects/tools``."""
