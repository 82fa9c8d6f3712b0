"""Write the guard into the hosts' own files, and take it out again."""
