"""Know each host's payloads and answers: ``decode`` bytes to a ``Call``, ``render`` a ``Verdict``."""
