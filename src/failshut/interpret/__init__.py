"""Say what a host does with a run of a hook.  Shares no code and no constants with ``hosts``."""
