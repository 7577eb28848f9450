"""Running a simulation on a Ray cluster: pieces go to free workers, and a lost one is sent again."""

from __future__ import annotations

import os
import re
import socket
import sys
from collections.abc import Iterator
from contextlib import redirect_stdout
from dataclasses import dataclass, field
from importlib import import_module
from threading import Event
from typing import Any, Final

from croupier.errors import Refused
from croupier.extras import need
from croupier.game_folders import GameFiles, files_to_send, take_files
from croupier.simulate.runs.pieces import code_digest
from croupier.simulate.runs.runner import Counted, Job, Stretch, T, Tell, pieces

PIECE_WORK: Final = 1 << 23
"""How many rounds of a seat a piece is about; most of a second."""
MOST_TRIES: Final = 20
"""How often a piece is sent out before it is given up."""
PIECES_EACH: Final = 2
"""How many pieces a worker has, so that it need not wait for the next one."""
PATIENCE: Final = 1.0
"""Seconds to wait for a piece before looking whether to stop."""
CONNECT: Final = 5.0
"""Seconds that the head of a cluster has to answer."""

_SETTINGS: Final = bytes((0, 0, 0, 4, 0, 0, 0, 0, 0))
_HELLO: Final = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + _SETTINGS
"""The first bytes of a gRPC connection; the answer begins with settings, a frame of type 4."""


@dataclass(frozen=True)
class Cluster:
    """A Ray cluster, at an address or, without one, begun on this machine."""

    address: str = ""
    workers: int = 0
    """How many at once; as many as the cluster has processors for, if none are given."""
    piece_work: int = PIECE_WORK
    lost: list[Stretch] = field(default_factory=list)
    """The pieces that had to be dealt again, because a worker or a machine died."""

    def __post_init__(self) -> None:
        need("cluster")
        if self.address:
            _check_answers(self.address)

    def run(self, job: Job[T], stretch: Stretch, tell: Tell, stop: Event) -> T:
        """Deal a stretch; told to stop, what has been sent out is waited for."""
        ray: Any = import_module("ray")
        if not ray.is_initialized():
            _connect(ray, self.address)
        workers = self.workers or max(int(ray.cluster_resources().get("CPU", 1)), 1)
        sent = _Sent(ray, job, workers * PIECES_EACH, self.lost)
        fair = -(-stretch.rounds * job.weight // (workers * PIECES_EACH))
        total, left = job.nothing(), pieces(job, stretch, min(self.piece_work, fair))
        with redirect_stdout(sys.stderr):  # Ray prints there that a machine died, into what programs read
            while sent.fill(left, stop):
                for dealt in sent.returned():
                    total.add(dealt)
                    tell(dealt.rounds)
        return total


class _Sent:
    """The pieces that are out."""

    def __init__(self, ray: Any, job: Job[Counted], most: int, lost: list[Stretch]) -> None:
        self.ray = ray
        self.job, self.games = ray.put(job), ray.put(files_to_send())
        self.deal = ray.remote(max_retries=0, num_cpus=1)(_deal)
        self.most = most
        self.lost = lost
        self.out: dict[Any, tuple[Stretch, int]] = {}

    def fill(self, pieces: Iterator[Stretch], stop: Event) -> bool:
        """Send out as many pieces as may be out at once; whether any are."""
        while len(self.out) < self.most and not stop.is_set():
            piece = next(pieces, None)
            if piece is None:
                break
            self._send(piece, 1)
        return bool(self.out)

    def returned(self) -> Iterator[Any]:
        """The pieces that have come back; those whose worker or machine was lost are sent out again."""
        ready, _ = self.ray.wait(list(self.out), timeout=PATIENCE)
        for reference in ready:
            piece, tries = self.out.pop(reference)
            try:
                host, code, dealt = self.ray.get(reference)
                _check_code(host, code)
                yield dealt
            except self.ray.exceptions.RayTaskError as error:
                missing = _missing(error)
                cause = error.cause if isinstance(error.cause, Refused) else missing
                raise cause or error from None
            except self.ray.exceptions.RayError as error:
                if tries >= MOST_TRIES:
                    raise Refused(f"the cluster lost a piece of the work {tries} times: {_line(error)}") from None
                self.lost.append(piece)
                self._send(piece, tries + 1)

    def _send(self, piece: Stretch, tries: int) -> None:
        self.out[self.deal.remote(self.games, [self.job], piece)] = piece, tries


def _deal(games: GameFiles, job: list[Any], piece: Stretch) -> tuple[str, str, Any]:
    """Deal a piece of a job that is fetched only now, when the files of the game it is about are there.

    With it comes the machine, and the digest of the code that it deals with.
    """
    take_files(games)
    ray: Any = import_module("ray")
    try:
        fetched = ray.get(job[0])
    except (ImportError, ray.exceptions.RaySystemError) as error:
        raise _missing(error) or error from None
    return socket.gethostname(), code_digest(), fetched.deal(piece)


def _missing(error: BaseException) -> Refused | None:
    """What to install where something could not be imported; Ray tells that of an argument in words only."""
    name = error.name if isinstance(error, ImportError) else None
    said = re.search(r"No module named '([^']+)'", str(error))
    if name is None and said is None:
        return None
    module = (name or (said[1] if said else "")).partition(".")[0]
    what = "the same version of Croupier" if module == "croupier" else "what the game comes with"
    return Refused(f"a machine of the cluster has no {module}; install {what} there")


def _check_code(host: str, code: str) -> None:
    """Refuse a piece that other code than ours has dealt."""
    if code != code_digest():
        raise Refused(
            f"the machine {host} deals by other code: its digest is {code[:12]}, here it is {code_digest()[:12]}; "
            "install the same version of Croupier on every machine"
        )


def _connect(ray: Any, address: str) -> None:
    try:
        ray.init(address=address or None, log_to_driver=False, logging_level="ERROR", include_dashboard=False)
    except (ConnectionError, RuntimeError, ValueError, OSError) as error:
        raise Refused(f"no Ray cluster can be reached at {address or 'this machine'}: {_line(error)}") from None


def _check_answers(address: str) -> None:
    """Refuse an address at which nobody answers as Ray does, before Ray itself tries for minutes."""
    if address == "auto":
        return
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if not (host and port.isdecimal()):
        raise Refused(f"{address!r} is not where a Ray cluster can be; write HOST:PORT, as in 127.0.0.1:6379")
    try:
        with socket.create_connection((host.strip("[]"), int(port)), CONNECT) as line:
            line.sendall(_HELLO)
            answer = line.recv(len(_SETTINGS))
    except (OSError, OverflowError) as error:
        raise Refused(f"no Ray cluster can be reached at {address}: {_line(error)}; write HOST:PORT") from None
    if answer[3:4] != _SETTINGS[3:4] and os.environ.get("RAY_USE_TLS", "0") == "0":
        raise Refused(f"no Ray cluster can be reached at {address}: something else answers there")


def _line(error: BaseException) -> str:
    return str(error).splitlines()[0] if str(error) else type(error).__name__
