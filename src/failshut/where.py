"""Hold where the package is installed that a copy for hook runs was made from ("" = this is no copy)."""

PACKAGE = ""
