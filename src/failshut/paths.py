"""Say where the guard's own files live: below one home folder, and where it is installed.  Hot.

The places don't follow ``XDG_*``: project wiring has to find the launcher by HOME alone, and
what a hook run reads must not depend on the environment of whoever starts it.
"""

import sys

SHARE = "/.local/share/failshut"
STATE = "/.local/state/failshut"
CACHE = "/.cache/failshut"
CONFIG = "/.config/failshut"
VERSIONS = "versions"
"""The folder, beside the launcher, with a copy of the hot path for each version."""


def share_dir(home: str) -> str:
    """Return the folder of launcher and bundle."""
    return home.rstrip("/") + SHARE


def state_dir(home: str) -> str:
    """Return the folder of what the guard remembers: trusted policies, manifest."""
    return home.rstrip("/") + STATE


def policy_memory_dir(home: str) -> str:
    """Return the folder of what is remembered of policy files."""
    return home.rstrip("/") + STATE + "/policies"


def log_dir(home: str) -> str:
    """Return the folder of the decision records."""
    return home.rstrip("/") + STATE + "/log"


def cache_dir(home: str) -> str:
    """Return the folder of compiled policies."""
    return home.rstrip("/") + CACHE


def user_policy(home: str) -> str:
    """Return the user's policy file."""
    return home.rstrip("/") + CONFIG + "/failshut.toml"


def program_files() -> tuple[str, ...]:
    """Return where the installed package, its copy for hook runs and the interpreter are.

    Of a source tree nothing: who works on Failshut itself edits that.
    """
    from failshut.where import PACKAGE

    package = __file__.rpartition("/")[0] if "/" in __file__ else ""
    if PACKAGE:
        folder = package.rpartition("/")[0]
        above, _, last = folder.rpartition("/")[0].rpartition("/")
        return (above if last == VERSIONS else folder, PACKAGE, sys.executable)
    if package.rpartition("/")[0].endswith(("/site-packages", "/dist-packages")):
        return (package, sys.executable)
    return ()
