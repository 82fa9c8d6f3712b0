"""Let bash run random texts, and compare what it ran with what ``failshut.shell`` says that it runs."""
