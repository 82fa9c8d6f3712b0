"""Hold the rules: schema, layers, compiling, matching, deciding."""
