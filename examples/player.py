"""A player over the API in few lines: plays by the house's advice, survives a broken line, and believes nothing.

    python examples/player.py http://127.0.0.1:8021 --game on-the-draw --bet "ante=5 blind=5" --rounds 3

It needs nothing but Python and the package `websockets`. Commands carry a key of their own and are sent again under the
same key until they are answered, so that nothing is paid twice; the live table resumes after the last entry heard of.
With its bets it commits to a word, which it keeps and reveals when all bets are down; it notes what the house commits
to before a round and the hash with which the round ended, and holds both against what the house tells afterwards.
"""

from __future__ import annotations

import argparse
import hmac
import json
import secrets
import time
from fractions import Fraction
from hashlib import sha256
from http.client import HTTPException
from typing import Any
from urllib.error import HTTPError
from urllib.request import ProxyHandler, Request, build_opener
from uuid import uuid4

from websockets.exceptions import WebSocketException
from websockets.sync.client import connect

OPENER = build_opener(ProxyHandler({}))
TRIES = 20


class Player:
    """Somebody with a session at one table."""

    def __init__(self, house: str, game: str, receipts: str = "") -> None:
        self.house, self.token, self.heard = house, "", 0
        self.receipts = receipts  # the file that they are kept in, for `croupier audit-log --against`
        self.words: dict[int, str] = {}  # by round: drawn here, committed to, revealed
        self.shown: dict[int, str] = {}  # what the house committed to before it
        self.fixed: dict[int, dict[str, str]] = {}  # all seats' commitments, as they were told before any word
        self.ended: dict[int, str] = {}  # the hash of its last entry
        self.revealed: set[int] = set()
        self.token = self.send("/api/guests")["token"]
        self.number = self.send("/api/tables", {"game": game, "name": "One hundred lines"})["id"]
        self.table = f"/api/tables/{self.number}"
        self.send(f"{self.table}/seat", {"seat": 1, "buy_in": 20_000})

    def send(self, path: str, body: dict[str, Any] | None = None) -> Any:
        """Send a command until it is answered, always under the same key."""
        told = self._ask(Request(self.house + path, json.dumps(body or {}).encode(), self._head(uuid4().hex)))
        if self.receipts and told.get("receipt"):
            with open(self.receipts, "a") as file:
                print(told["receipt"], file=file)
        return told

    def get(self, path: str) -> Any:
        """Ask for something until it is answered."""
        return self._ask(Request(self.house + path, headers=self._head()))

    def _head(self, key: str = "") -> dict[str, str]:
        head = {"content-type": "application/json", "idempotency-key": key} if key else {}
        return head | ({"authorization": f"Bearer {self.token}"} if self.token else {})

    def _ask(self, request: Request) -> Any:
        for attempt in range(TRIES):
            try:
                with OPENER.open(request, timeout=10) as answer:
                    return json.load(answer)
            except HTTPError as refused:
                raise SystemExit(f"{request.full_url}: {json.load(refused)['detail']}") from None
            except (OSError, HTTPException, ValueError):
                time.sleep(0.05 * attempt)
        raise SystemExit(f"{request.full_url} was not answered {TRIES} times")

    def follow(self, bet: str, rounds: int) -> None:
        """Play rounds as the live table asks for bets and decisions, connecting again whenever the line breaks."""
        for _ in range(TRIES * rounds):
            address = f"{self.house.replace('http', 'ws', 1)}{self.table}/live?after={self.heard}"
            try:
                with connect(address, additional_headers=self._head(), proxy=None) as live:
                    while self.hear(json.loads(live.recv(timeout=10)), bet, rounds):
                        pass
                    return
            except (OSError, WebSocketException):
                time.sleep(0.1)
        raise SystemExit("the live table could not be followed")

    def hear(self, message: dict[str, Any], bet: str, rounds: int) -> bool:
        """Print what is new, and do what is to be done; whether there is more to come."""
        for entry in message["entries"]:
            if entry["entry"] == "seeds-redrawn":
                print(f"the house has drawn its seeds anew: {entry['why']}, epoch {entry['epoch']}")
                self.shown.pop(entry["round"] + 1, None)
            for event in entry["events"]:
                if event["event"] in ("decided", "settled"):
                    print(f"round {entry['round']}:", *(f"{name}={value}" for name, value in event.items()))
        self.heard = message["sequence"]
        view = message["table"]["view"]
        self.note(message["table"])
        if view["finished"] and view["round"] == rounds:
            return False
        if view["finished"]:
            self.send(f"{self.table}/rounds")
        elif view["seat"] in (message["table"]["words"] or {"awaited": []})["awaited"]:
            if view["round"] not in self.revealed:
                self.send(f"{self.table}/word", {"word": self.words[view["round"]]})
            self.revealed.add(view["round"])
        elif view["seat"] in view["waiting"]:
            answer = f"bet {bet}" if view["betting"] else self.choose(view["legal"])
            promise = self.promise(view) if message["table"]["takes_words"] else {}
            self.send(f"{self.table}/answers", {"answer": answer, "seen": self.heard} | promise)
        return True

    def promise(self, view: dict[str, Any]) -> dict[str, str]:
        """A commitment to a word for the round, which is drawn once however often the bets are asked for."""
        word = self.words.setdefault(view["round"], secrets.token_hex(16))
        return {"commitment": self.commitment(view["round"], view["seat"], word)}

    def commitment(self, number: int, seat: int, word: str) -> str:
        """What a seat commits to a word with."""
        return sha256(written(["croupier-1/word", self.number, number, seat, word])).hexdigest()

    def note(self, table: dict[str, Any]) -> None:
        """Keep what the house shows before a round and after it; check the round when it is over."""
        if table["commitments"]:
            self.shown.setdefault(table["next_round"], table["commitments"]["deck"])
        if table["words"]:
            self.fixed.setdefault(table["view"]["round"], table["words"]["commitments"])
        last = table["last_round"]
        if last and last["round"] not in self.ended:
            self.ended[last["round"]] = last["hash"]
            self.check(last["round"])

    def check(self, number: int) -> None:
        """Hold what was noted of a round against what the house now tells; `croupier verify` checks all the rest."""
        told = self.get(f"{self.table}/rounds/{number}")
        words = told["client_seeds"]
        revealed = {seat: self.commitment(number, int(seat), word) for seat, word in words.items()}
        text = written(["croupier-1", self.number, number, sorted([int(seat), word] for seat, word in words.items())])
        holds = {
            "the seed is not what was committed to": self.shown[number]
            == told["deck_commitment"]
            == sha256(bytes.fromhex(told["deck_seed"])).hexdigest(),
            "words count that were not committed to": revealed.items() <= self.fixed.get(number, {}).items(),
            "my word is left out": number not in self.words or self.words[number] in words.values(),
            "the cards came from another seed": told["record"] is None
            or told["record"]["seed"] == hmac.digest(bytes.fromhex(told["deck_seed"]), text, "sha256").hex(),
            "the log ends otherwise than was shown": told["log"][-1]["hash"] == self.ended[number],
        }
        for what, right in holds.items():
            if not right:
                raise SystemExit(f"round {number}: {what}")
        print(f"round {number}: checked, {len(words)} words mixed in")

    def choose(self, legal: list[str]) -> str:
        """The best legal answer by the house's advice; the first, where there is none."""
        values = self.get(f"{self.table}/advice")["actions"]
        return max(legal, key=lambda answer: Fraction(values.get(answer, "-1000000")))


def written(value: list[Any]) -> bytes:
    """JSON without spaces, in ASCII: what is hashed."""
    return json.dumps(value, separators=(",", ":"), ensure_ascii=True).encode()


def main() -> None:
    """Play."""
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("house")
    words.add_argument("--game", default="on-the-draw")
    words.add_argument("--bet", default="ante=5 blind=5")
    words.add_argument("--rounds", type=int, default=3)
    words.add_argument("--receipts", default="", help="a file to keep the receipts of commands in")
    asked = words.parse_args()
    player = Player(asked.house.rstrip("/"), asked.game, asked.receipts)
    player.follow(asked.bet, asked.rounds)
    player.send(f"{player.table}/leave")
    print(f"wallet: {player.get('/api/me')['wallet']} cents")


if __name__ == "__main__":
    main()
