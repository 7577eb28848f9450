"""Run the benchmarks named on the command line, or all of them: `python -m bench engine signature`.

`python -m bench signature --write` writes the signatures of the games down.
"""

from __future__ import annotations

import sys
from importlib import import_module
from pkgutil import iter_modules

import bench


def names() -> list[str]:
    """The benchmarks there are."""
    return sorted(module.name for module in iter_modules(bench.__path__) if not module.name.startswith("_"))


def main(wanted: list[str]) -> int:
    """Run what is wanted; a name that is none of them is an error in one line."""
    if wanted == ["signature", "--write"]:
        return int(import_module("bench.signature").write())
    for name in wanted:
        if name not in names():
            print(f"unknown benchmark {name!r}; there are {', '.join(names())}", file=sys.stderr)
            return 2
    for name in wanted or names():
        import_module(f"bench.{name}").run()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
