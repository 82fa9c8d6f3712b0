"""Read shell text into its tree, as bash's grammar has it.  Starts at ``grammar``.  Hot."""
