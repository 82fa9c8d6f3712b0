"""Hash bytes without importing ``hashlib``, which costs 11 million instructions (hot)."""

try:
    from _blake2 import blake2b  # private to CPython; the public module is the fallback
except ImportError:  # pragma: no cover - depends on how Python was built
    from hashlib import blake2b

SIZE = 16


def digest(data: bytes) -> bytes:
    """Return 16 bytes of BLAKE2b."""
    return blake2b(data, digest_size=SIZE).digest()


def name_of(text: str) -> str:
    """Return a file name that stands for any text (32 hexadecimal digits)."""
    return blake2b(text.encode("utf-8", "surrogateescape"), digest_size=SIZE).hexdigest()
