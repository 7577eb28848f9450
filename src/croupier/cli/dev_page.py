"""A game being written, in the browser: its felt, a sample round and the edge, worked out again when a file is saved.

The page is worked out in a process of its own, which imports the game as it is now; a new save ends the work before it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import suppress
from html import escape
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.resources import files
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from threading import Condition, Event, Thread
from typing import Any, Final

from croupier.contract import Json
from croupier.errors import Refused
from croupier.exact.analysis import Analysis
from croupier.exact.solver import solver_of
from croupier.game_folders import Stamps, stamps
from croupier.games import game_in
from croupier.reports.felt_layout import layout_facts
from croupier.table.game import Game
from croupier.table.placard import Placard
from croupier.table.rehearsal import PLAYERS, rehearse
from croupier.voice.event_words import EventSentences

LOOK_EVERY: Final = 0.3
"""Seconds between two looks at the files."""
SECONDS: Final = 20.0
"""About how long an exact search may take."""
WORKING: Final = "working it out …"
NOTHING: Final = {"edge": "", "felt": "", "round": ""}
"""The parts of the page of which nothing is known."""


class DevPage:
    """The parts of the page as they are known now, with a count of changes."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.parts: dict[str, str] = {}
        self.changes = 0
        self.saves = 0
        self.changed = Condition()
        self.ended = Event()

    def saved(self) -> int:
        """Count a save, mark the edge as unknown, and return the count."""
        with self.changed:
            self.saves += 1
            self.show(self.saves, edge=WORKING)
            return self.saves

    def show(self, saves: int, **parts: str) -> None:
        """Update parts of the page and wake those who wait; ignore results of earlier saves."""
        with self.changed:
            if saves == self.saves:
                self.parts |= parts
                self.changes += 1
                self.changed.notify_all()

    def after(self, change: int) -> tuple[int, dict[str, str]] | None:
        """Wait for a change after `change` and return the page; None after five seconds without one."""
        with self.changed:
            if not self.changed.wait_for(lambda: self.changes > change, timeout=5):
                return None
            return self.changes, dict(self.parts)

    def follow(self) -> None:
        """Work the page out whenever a file is saved, until `ended` is set."""
        seen: Stamps = ()
        working: Any = None
        while not self.ended.is_set():
            now = stamps(self.folder)
            if now != seen:
                seen = now
                if working is not None:
                    working.kill()
                working = self._work()
            self.ended.wait(LOOK_EVERY)

    def _work(self) -> Any:
        """Start a process that works the page out, and a thread that listens to it."""
        saves, spawn = self.saved(), get_context("spawn")
        receive, send = spawn.Pipe(duplex=False)
        process = spawn.Process(target=work_out, args=(self.folder, send), daemon=True)
        process.start()
        send.close()
        Thread(target=self._listen, args=(saves, receive, process), daemon=True).start()
        return process

    def _listen(self, saves: int, receive: Connection, process: Any) -> None:
        told: dict[str, str] = {}
        with suppress(EOFError, OSError):
            while True:
                told |= receive.recv()
                self.show(saves, **told)
        process.join()
        if process.exitcode:
            wrong = f"<p>The process of the game ended ({process.exitcode}) before all was worked out.</p>"
            self.show(saves, **NOTHING | {"wrong": wrong})


def work_out(folder: Path, send: Connection) -> None:
    """Send the parts of the page as they become known; an error takes their place."""
    known: dict[str, str] = {}
    try:
        game = game_in(folder)()
        send.send({"title": game.title, "wrong": ""})
        for name, part in (("felt", felt_drawing), ("round", sample_round)):
            known[name] = part(game)
            send.send(known)
        send.send({"edge": edges(game, lambda words: send.send({"edge": f"{words} …"}))})
    except Exception as error:
        told = str(error) if isinstance(error, Refused) else f"{type(error).__name__}: {error}"
        send.send(NOTHING | known | {"wrong": f"<p>{escape(told)}</p>"})


def sample_round(game: Game[Any]) -> str:
    """Return a sample round with everything shown, line by line."""
    told = EventSentences(type(game), dict(enumerate(PLAYERS, start=1)))
    events = rehearse(game, Placard(), 0, ("careful", "bold")).events
    return f"<ol>{''.join(f'<li>{escape(told(event))}</li>' for event in events)}</ol>"


class _Told:
    """A watcher that reports each stage in words, with its estimated time."""

    def __init__(self, say: Callable[[str], None]) -> None:
        self.say = say

    def stage(self, words: str, seconds: float) -> None:
        self.say(f"working it out: {escape(words)}, about {max(seconds, 1):,.0f} s")

    def advance(self, share: float) -> None:
        """Report nothing."""


def edges(game: Game[Any], say: Callable[[str], None]) -> str:
    """Return a table of every bet's edge, exact or estimated; report stages to `say`."""
    rows = []
    solved = solver_of(game).solve(seconds=SECONDS, watcher=_Told(say))
    for name, bet in solved.bets.items():
        if isinstance(bet, Analysis):
            figures = (f"{float(bet.house_edge):.4%}", str(bet.house_edge), f"{float(bet.hit_frequency):.2%}")
        else:
            figures = (bet.edge_words(), f"estimated, standard error {bet.standard_error:.2%}", "")
        rows.append(f"<tr><th>{escape(name)}</th>{''.join(f'<td>{escape(figure)}</td>' for figure in figures)}</tr>")
    heads = "".join(f"<th>{head}</th>" for head in ("bet", "house edge", "exactly", "hit frequency"))
    why = "".join(f"<p>{escape(sentence)}</p>" for sentence in solved.statement)
    return f"<table><tr>{heads}</tr>{''.join(rows)}</table>{why}"


def server(page: DevPage, host: str, port: int) -> ThreadingHTTPServer:
    """Return the HTTP server of the page."""

    class Answers(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            """Answer with the page, or with the stream of its changes."""
            if self.path == "/":
                self._send("text/html; charset=utf-8", files(__package__).joinpath("dev_page.html").read_bytes())
            elif self.path == "/changes":
                self._send("text/event-stream", None)
                with suppress(OSError):
                    for line in _stream(page):
                        self.wfile.write(line)
                        self.wfile.flush()
            else:
                self.send_error(404)

        def _send(self, kind: str, body: bytes | None) -> None:
            self.send_response(200)
            self.send_header("Content-Type", kind)
            self.send_header("Cache-Control", "no-store")
            if body is not None:
                self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body or b"")

        def log_message(self, format: str, *args: Any) -> None:
            """Log nothing."""

    try:
        opened = ThreadingHTTPServer((host, port), Answers)
    except OSError as error:
        raise Refused(f"port {port} on {host} cannot be opened ({error}); give another with --port") from None
    opened.daemon_threads = True
    return opened


def _stream(page: DevPage) -> Iterator[bytes]:
    """Yield the page whenever it changes, as server-sent events; comments between them detect closed connections."""
    change = 0
    while True:
        found = page.after(change)
        if found is None:
            yield b": still here\n\n"
        else:
            change, parts = found
            yield f"data: {json.dumps(parts)}\n\n".encode()


def felt_drawing(game: Game[Any]) -> str:
    """Return the felt of a game as SVG, one unit an inch, the dealer's side up."""
    facts = layout_facts(game)
    wide, deep, straight = facts["width"], facts["depth"], facts["straight"]
    half = wide / 2
    edge = f"M {-half} 0 H {half} V {straight} A {half} {half} 0 0 1 {-half} {straight} Z"
    marks = "".join(_mark(mark) for mark in (*facts["marks"], *facts["joins"]))
    return (
        f'<svg viewBox="{-half - 1} -1 {wide + 2} {deep + 2}" role="img" aria-label="The felt of {escape(game.title)}">'
        f'<path d="{edge}" fill="{escape(game.felt)}" stroke="#5b3a1e" stroke-width="1"/>{marks}</svg>'
    )


def _mark(mark: Json) -> str:
    """Return one printed mark, turned to the person it is for."""
    wide, high = mark["width"], mark["height"]
    outline = f'<rect x="{-wide / 2}" y="{-high / 2}" width="{wide}" height="{high}" rx="0.3"/>'
    match mark["kind"]:
        case "circle" | "dotted" | "pot" | "dice":
            dashes = ' stroke-dasharray="0.3 0.3"' if mark["kind"] == "dotted" else ""
            outline = f'<circle r="{wide / 2}"{dashes}/>'
        case "diamond":
            outline = f'<path d="M 0 {-high / 2} L {wide / 2} 0 L 0 {high / 2} L {-wide / 2} 0 Z"/>'
        case "title" | "sign":
            outline = ""
    size = min(high * 0.7, 1.8) if mark["kind"] == "title" else min(0.8, 1.5 * wide / max(len(mark["label"]), 1))
    words = f'<text font-size="{size:.2f}" dy="0.35em">{escape(mark["label"])}</text>'
    if mark["kind"] == "paytable":
        words = _rows(mark)
    return f'<g transform="translate({mark["x"]} {mark["y"]}) rotate({mark["turn"]})">{outline}{words}</g>'


def _rows(mark: Json) -> str:
    """Return a paytable: its heading and a line for each row."""
    line, left, right = mark["line"], -mark["width"] / 2 + 0.3, mark["width"] / 2 - 0.3
    top = -mark["height"] / 2 + 1.2 * line
    words = [f'<text font-size="{line:.2f}" y="{top:.2f}" font-weight="700">{escape(mark["label"])}</text>']
    for number, (row, pays) in enumerate(mark["rows"], start=1):
        y = top + number * line
        words.append(f'<text class="row" font-size="{line * 0.8:.2f}" x="{left}" y="{y:.2f}">{escape(row)}</text>')
        words.append(f'<text class="pays" font-size="{line * 0.8:.2f}" x="{right}" y="{y:.2f}">{escape(pays)}</text>')
    return "".join(words)
