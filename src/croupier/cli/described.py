"""What a command takes, read off its function without importing what the function does.

A module's source is taken apart into the names that it defines. To describe a command, its signature is evaluated with
only those definitions that it names, and in turn those that they name, in this module and in our others; what comes
from elsewhere is imported as ever. So `--help` of a command that solves games loads no mathematics. Where only compiled
files are installed, the command's module is imported; what needs compiled kernels cannot run there, and says so.
"""

from __future__ import annotations

import ast
import builtins
import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any, Final

import croupier
from croupier.cli.registry import COMMANDS
from croupier.errors import Refused

OURS: Final = "croupier"
ROOT: Final = Path(croupier.__file__).parent.parent
_FLAGS: Final = annotations.compiler_flag


def described(command: str) -> Callable[..., Any]:
    """A function with the signature and the docstring of a command's, which does nothing."""
    module, function = f"{OURS}.cli.commands.{COMMANDS[command]}", command.replace("-", "_")
    if _file(module).is_file():
        found: Callable[..., Any] = source_of(module).signature(function)
        return found
    try:
        found = getattr(import_module(module), function)
    except RuntimeError as error:  # Numba takes no kernel without its source
        raise Refused(f"{command} needs the source of its mathematics, which is not installed: {error}") from None
    return found


def _file(name: str) -> Path:
    """Where the source of a module of ours is, if it is installed."""
    module = ROOT.joinpath(*name.split("."))
    return module / "__init__.py" if module.is_dir() else module.with_suffix(".py")


class Source:
    """A module of ours as its source: names are defined when they are asked for."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.defined: dict[str, Any] = {"__name__": name, "__builtins__": builtins}
        self.nodes: dict[str, ast.stmt] = {}
        for node in ast.parse(_file(name).read_text("utf-8")).body:
            for defines in _defines(node):
                self.nodes[defines] = node

    def __getattr__(self, name: str) -> Any:
        """A name of the module, or a module of the package."""
        if name.startswith("__"):
            raise AttributeError(name)
        if name not in self.nodes and name not in self.defined:
            return source_of(f"{self.name}.{name}")
        self.define(name)
        return self.defined[name]

    def define(self, name: str) -> None:
        """Define a name, and before it all that its definition names."""
        node = self.nodes.get(name)
        if node is None or name in self.defined:
            return
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == OURS:
            (alias,) = (alias for alias in node.names if (alias.asname or alias.name) == name)
            self.defined[name] = _member(str(node.module), alias.name)
            return
        self.defined[name] = None
        self.run(node, _names(node))

    def signature(self, name: str) -> Any:
        """A function without what it does."""
        node = self.nodes[name]
        assert isinstance(node, ast.FunctionDef)
        bare = ast.FunctionDef(name, node.args, [ast.Expr(ast.Constant(ast.get_docstring(node)))], [], node.returns)
        self.run(ast.fix_missing_locations(ast.copy_location(bare, node)), _names(node.args))
        return self.defined[name]

    def run(self, node: ast.stmt, names: Iterator[str]) -> None:
        """Carry out a definition, after those of the names in it."""
        for named in names:
            self.define(named)
        code = compile(ast.Module([node], []), self.name, "exec", _FLAGS, dont_inherit=True)
        exec(code, self.defined)


_sources: dict[str, Source] = {}


def source_of(name: str) -> Source:
    """A module of ours, read once."""
    if name not in _sources:
        _sources[name] = Source(name)
    return _sources[name]


def _member(module: str, name: str) -> Any:
    """A name of a module of ours, as it is where it has been imported; else by its source."""
    imported = sys.modules.get(module)
    return getattr(imported, name) if hasattr(imported, name) else getattr(source_of(module), name)


def _defines(node: ast.stmt) -> Iterator[str]:
    """The names that a statement of a module defines."""
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        yield node.name
    elif isinstance(node, ast.Import | ast.ImportFrom):
        yield from (alias.asname or alias.name.split(".")[0] for alias in node.names)
    elif isinstance(node, ast.Assign | ast.AnnAssign):
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        yield from (name.id for target in targets for name in ast.walk(target) if isinstance(name, ast.Name))


def _names(node: ast.AST) -> Iterator[str]:
    """The names that a definition needs: annotations are words, but those of a signature that is to be described."""
    if isinstance(node, ast.AnnAssign):
        return _names(node.value) if node.value else iter(())
    if isinstance(node, ast.FunctionDef):
        parts = [*node.body, *node.decorator_list, *node.args.defaults, *filter(None, node.args.kw_defaults)]
        return (name for part in parts for name in _names(part))
    return (name.id for name in ast.walk(node) if isinstance(name, ast.Name))
