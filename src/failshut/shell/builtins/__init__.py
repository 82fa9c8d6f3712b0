"""Follow what builtins change for the rest of a text.  Starts at ``follow``.  Hot."""
