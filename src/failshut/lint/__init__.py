"""Find the quiet failures in hooks that exist: which, why, on which hosts, and how to mend them."""
