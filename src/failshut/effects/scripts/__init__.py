"""Read program text in other languages: what it does to files, what it runs, what it asks for."""
