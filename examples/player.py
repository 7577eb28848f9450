"""A player over the API in a hundred lines: sits down, plays by the house's own advice, survives a broken line.

    python examples/player.py http://127.0.0.1:8021 --game on-the-draw --bet "ante=5 blind=5" --rounds 3

It needs nothing but Python and the package `websockets`. Commands carry a key of their own and are sent again under the
same key until they are answered, so that nothing is paid twice; the live table resumes after the last entry heard of.
"""

from __future__ import annotations

import argparse
import json
import time
from fractions import Fraction
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

    def __init__(self, house: str, game: str) -> None:
        self.house, self.token, self.heard = house, "", 0
        self.token = self.send("/api/guests")["token"]
        self.table = f"/api/tables/{self.send('/api/tables', {'game': game, 'name': 'One hundred lines'})['id']}"
        self.send(f"{self.table}/seat", {"seat": 1, "buy_in": 20_000})

    def send(self, path: str, body: dict[str, Any] | None = None) -> Any:
        """Send a command until it is answered, always under the same key."""
        return self._ask(Request(self.house + path, json.dumps(body or {}).encode(), self._head(uuid4().hex)))

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
            for event in entry["events"]:
                if event["event"] in ("decided", "settled"):
                    print(f"round {entry['round']}:", *(f"{name}={value}" for name, value in event.items()))
        self.heard = message["sequence"]
        view = message["table"]["view"]
        if view["finished"] and view["round"] == rounds:
            return False
        if view["finished"]:
            self.send(f"{self.table}/rounds")
        elif view["seat"] in view["waiting"]:
            answer = f"bet {bet}" if view["betting"] else self.choose(view["legal"])
            self.send(f"{self.table}/answers", {"answer": answer, "seen": self.heard})
        return True

    def choose(self, legal: list[str]) -> str:
        """The best legal answer by the house's advice; the first, where there is none."""
        values = self.get(f"{self.table}/advice")["actions"]
        return max(legal, key=lambda answer: Fraction(values.get(answer, "-1000000")))


def main() -> None:
    """Play."""
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("house")
    words.add_argument("--game", default="on-the-draw")
    words.add_argument("--bet", default="ante=5 blind=5")
    words.add_argument("--rounds", type=int, default=3)
    asked = words.parse_args()
    player = Player(asked.house.rstrip("/"), asked.game)
    player.follow(asked.bet, asked.rounds)
    player.send(f"{player.table}/leave")
    print(f"wallet: {player.get('/api/me')['wallet']} cents")


if __name__ == "__main__":
    main()
