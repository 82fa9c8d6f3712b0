"""Read shell text into simple commands."""
