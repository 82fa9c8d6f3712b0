"""Work out what words, variables and arithmetic stand for.  Starts at ``expand`` and ``resolve``.  Hot."""
