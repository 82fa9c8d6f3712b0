"""Run at each tool call: bytes in, one answer out.  Nothing here is imported that isn't paid for."""
