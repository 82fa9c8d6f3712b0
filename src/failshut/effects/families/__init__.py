"""Know what programs do: one small module per family, found by the table in ``infer``."""
