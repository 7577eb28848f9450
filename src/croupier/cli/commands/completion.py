"""`croupier completion`: what makes a shell complete commands, options, their words, games and files with Tab."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Annotated, Any, Final

import typer
from typer.main import get_command

from croupier.cli.registry import COMMANDS, SCHEMA_VERSIONS, sentence_of
from croupier.errors import one_of

FILES: Final = ("FILE", "FILE.py:FUNCTION", "TABLE|FILE...")
FOLDERS: Final = ("DIR", "FOLDER")
GAMES: Final = ("GAME", "[GAME]", "[GAME]...")
NAMES: Final = "croupier games --names 2>/dev/null"
"""How a shell asks for the names of the games, those of others among them."""


@dataclass(frozen=True)
class CompletedOption:
    """What is said of an option, and what its value is."""

    sentence: str
    value: str
    """`file`, `folder`, `one` of some words, `other`, or nothing for a flag."""
    known: tuple[str, ...] = ()
    """The words of which it is one."""


@dataclass(frozen=True)
class Completed:
    """What may follow a command."""

    name: str
    sentence: str
    options: dict[str, CompletedOption]
    arguments: str
    """What its words are: `game`, `file`, `one` of some, or `other`."""
    known: tuple[str, ...] = ()
    """The words of which it is one."""


def completion(shell: Annotated[str, typer.Argument(metavar="SHELL", help="bash, zsh or fish.")]) -> None:
    """Write what makes a shell complete commands, options, games and files: `source <(croupier completion bash)`."""
    if shell not in SHELLS:
        raise one_of("shell", shell, list(SHELLS))
    print("\n".join(SHELLS[shell](list(_commands()))))


def _commands() -> Iterator[Completed]:
    from croupier.cli.described import described
    from croupier.cli.dispatch import command_line

    group: Any = get_command(command_line([], described))
    for name, command in group.commands.items():
        options = {"--help": CompletedOption("Show what it takes.", "")}
        arguments = "other"
        known: tuple[str, ...] = ()
        for parameter in command.params:
            metavar = parameter.metavar or ""
            words = _words(metavar)
            if parameter.param_type_name == "argument":
                known = words or known
                plain = "one" if known else arguments
                arguments = "game" if metavar in GAMES else "file" if metavar in FILES else plain
                continue
            kind = "file" if metavar in FILES else "folder" if metavar in FOLDERS else "one" if words else "other"
            flag = getattr(parameter, "is_flag", False)
            for option in (*parameter.opts, *parameter.secondary_opts):
                options[option] = CompletedOption(_plain(parameter.help or ""), "" if flag else kind, words)
        yield Completed(name, _plain(sentence_of(name)), options, arguments, known)


def _words(metavar: str) -> tuple[str, ...]:
    """The words that a value may be: a metavar has them with bars between, beside what is no word but stands for one.

    >>> _words("optimal|simple|FILE.py:FUNCTION")
    ('optimal', 'simple')
    """
    from croupier.jurisdictions import jurisdiction_names

    if metavar == "PLACE":
        return tuple(jurisdiction_names())
    known = {"SHELL": tuple(SHELLS), "COMMAND": tuple(SCHEMA_VERSIONS)}
    return known.get(metavar) or tuple(word for word in metavar.split("|") if "|" in metavar and word.islower())


def _plain(words: str) -> str:
    """Words that mean nothing to a shell."""
    return " ".join(words.translate(str.maketrans("", "", "'\"`$\\[]")).replace(":", " ").split())


def _bash(commands: list[Completed]) -> Iterator[str]:
    yield "# croupier completion bash > ~/.local/share/bash-completion/completions/croupier"
    yield "_croupier() {"
    yield "    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} command= i options= words="
    yield "    COMPREPLY=()"
    yield "    for ((i = 1; i < COMP_CWORD; i++)); do"
    yield "        if [[ ${COMP_WORDS[i]} == --games ]]; then ((i++)); continue; fi"
    yield "        if [[ ${COMP_WORDS[i]} != -* ]]; then command=${COMP_WORDS[i]}; break; fi"
    yield "    done"
    yield "    case $command,$before in"
    for kind, action in (("file", "-f"), ("folder", "-d"), ("other", "")):
        for each in commands:
            named = [name for name, option in each.options.items() if option.value == kind]
            if named:
                done = f'mapfile -t COMPREPLY < <(compgen {action} -- "$word"); return' if action else "return"
                yield f"        {'|'.join(f'{each.name},{option}' for option in named)}) {done} ;;"
    for each in commands:
        for name, option in each.options.items():
            if option.known:
                done = f'mapfile -t COMPREPLY < <(compgen -W "{" ".join(option.known)}" -- "$word"); return'
                yield f"        {each.name},{name}) {done} ;;"
    yield "    esac"
    yield "    case $command in"
    yield f'        "") words="{" ".join(COMMANDS)}"; options="--games --version --help" ;;'
    for each in commands:
        one = f' words="{" ".join(each.known)}";'
        extra = {"game": f' words="$({NAMES})";', "file": " words=@;", "one": one}.get(each.arguments, "")
        yield f'        {each.name}) options="{" ".join(each.options)}";{extra} ;;'
    yield "    esac"
    yield '    if [[ $word == -* ]]; then mapfile -t COMPREPLY < <(compgen -W "$options" -- "$word"); return; fi'
    yield '    if [[ $words == @ ]]; then mapfile -t COMPREPLY < <(compgen -f -- "$word"); return; fi'
    yield '    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")'
    yield "}"
    yield "complete -F _croupier croupier"


def _zsh(commands: list[Completed]) -> Iterator[str]:
    yield "#compdef croupier"
    yield "# croupier completion zsh > a folder of $fpath, as _croupier"
    yield "_croupier_games() {"
    yield f'    local -a names=("${{(@f)$({NAMES})}}")'
    yield "    compadd -a names"
    yield "}"
    yield "_croupier() {"
    yield "    local -a commands=("
    for each in commands:
        yield f"        '{each.name}:{each.sentence}'"
    yield "    )"
    yield "    if (( CURRENT == 2 )); then _describe command commands; return; fi"
    yield "    local command=$words[2]"
    yield "    shift words; (( CURRENT-- ))"
    yield "    case $command in"
    actions = {"": "", "file": ":file:_files", "folder": ":folder:_files -/", "one": ":value:({})", "other": ":value: "}
    words = {"game": "'*:game:_croupier_games'", "file": "'*:file:_files'", "other": "'*:word: '"}
    for each in commands:
        options = " ".join(
            f"'*{name}[{option.sentence}]{actions[option.value].format(' '.join(option.known))}'"
            for name, option in each.options.items()
        )
        after = words.get(each.arguments, f"'*:word:({' '.join(each.known)})'")
        yield f"        {each.name}) _arguments {options} {after} ;;"
    yield "    esac"
    yield "}"
    yield 'if [[ $funcstack[1] == _croupier ]]; then _croupier "$@"; else compdef _croupier croupier; fi'


def _fish(commands: list[Completed]) -> Iterator[str]:
    yield "# croupier completion fish > ~/.config/fish/completions/croupier.fish"
    yield "complete -c croupier -f"
    folders = " -x -a '(__fish_complete_directories)'"
    values = {"": "", "file": " -r -F", "folder": folders, "one": " -x -a '{}'", "other": " -x"}
    for each in commands:
        yield f"complete -c croupier -n __fish_use_subcommand -a {each.name} -d '{each.sentence}'"
        seen = f"-n '__fish_seen_subcommand_from {each.name}'"
        if each.arguments == "game":
            yield f"complete -c croupier {seen} -a '({NAMES})'"
        elif each.arguments == "file":
            yield f"complete -c croupier {seen} -F"
        elif each.arguments == "one":
            yield f"complete -c croupier {seen} -a '{' '.join(each.known)}'"
        for name, option in each.options.items():
            letter = "-l " + name[2:] if name.startswith("--") else "-s " + name[1:]
            value = values[option.value].format(" ".join(option.known))
            yield f"complete -c croupier {seen} {letter}{value} -d '{option.sentence}'"


SHELLS: Final[dict[str, Callable[[list[Completed]], Iterator[str]]]] = {"bash": _bash, "zsh": _zsh, "fish": _fish}
