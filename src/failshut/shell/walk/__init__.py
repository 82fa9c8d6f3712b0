"""Walk the tree as bash would run it, and collect the commands.  Starts at ``walk``.  Hot."""
