"""Follow data through one text: what leaves the machine, and what runs that came from elsewhere."""
