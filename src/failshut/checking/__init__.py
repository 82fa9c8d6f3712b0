"""Say what the guard would say of a call, without a host and without recording anything."""
