"""Nothing that is not on every system is imported: every module loads where the modules of Unix are missing."""

from __future__ import annotations

import subprocess
import sys
from typing import Final

WITHOUT_UNIX: Final = """
import builtins, importlib, pkgutil
UNIX = "fcntl grp posix pty pwd readline resource syslog termios tty uvloop".split()
found = builtins.__import__

def find(name, globals=None, *rest, **named):
    if name.partition(".")[0] in UNIX and (globals or {}).get("__name__", "").startswith("croupier"):
        raise ModuleNotFoundError(f"No module named {name!r}", name=name)
    return found(name, globals, *rest, **named)

builtins.__import__ = find
try:
    exec("import fcntl", {"__name__": "croupier.here"})
except ModuleNotFoundError:
    pass
else:
    raise AssertionError("it is not missing")
import croupier
names = [module.name for module in pkgutil.walk_packages(croupier.__path__, "croupier.")]
for name in names:
    if not name.endswith("__main__"):
        importlib.import_module(name)
print(len(names))
"""


def test_every_module_is_imported_where_there_is_no_unix() -> None:
    done = subprocess.run([sys.executable, "-c", WITHOUT_UNIX], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) > 200
