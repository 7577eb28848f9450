"""What people sign in with, and how their names look, compared with the house's log and with proofs."""

from __future__ import annotations

from collections import defaultdict

import msgspec
from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from croupier.floor.accounts import password_proofs, session_proofs
from croupier.floor.names import skeleton
from croupier.floor.second_factor import enrolment_proofs
from croupier.floor.storage.keys.house_signer import HouseSigner
from croupier.floor.storage.schema import accounts, house_log, looks, recovery_codes, second_factors, sessions


class _Line(msgspec.Struct):
    """The facts of a line about an account."""

    account: int
    name: str = ""
    proof: str = ""
    step: int = 0
    hash: str = ""
    codes: int = 0
    waits: int = 0


class _Person:
    """What the house's log has of an account."""

    def __init__(self) -> None:
        self.password = ""
        self.factor = ""
        self.step = 0
        self.wrong = 0, 0
        """The wrong codes since the last right one, and until when the account waits."""
        self.used: set[str] = set()
        """The recovery codes that were used since the last enrolment."""

    def follow(self, what: str, line: _Line) -> None:
        """Take in the next line."""
        if what == "password":
            self.password = line.proof
        elif what == "second-factor":
            self.factor, self.step, self.used, self.wrong = line.proof, 0, set(), (0, 0)
        elif what == "one-time-code":
            self.step, self.wrong = line.step, (0, 0)
        elif what == "recovery-code":
            self.used, self.wrong = self.used | {line.hash}, (0, 0)
        elif what == "wrong-codes":
            self.wrong = line.codes, line.waits


async def check_secrets(connection: AsyncConnection, signer: HouseSigner) -> list[str]:
    """Return whose password, second factor, codes, looks or sessions are not what the house wrote."""
    people: defaultdict[int, _Person] = defaultdict(_Person)
    named: set[tuple[int, str]] = set()
    about = ("role", "named", "password", "second-factor", "one-time-code", "recovery-code", "wrong-codes")
    lines = select(house_log.c.what, house_log.c.body).where(house_log.c.what.in_(about)).order_by(house_log.c.id)
    for what, body in (await connection.execute(lines)).all():
        line = msgspec.json.decode(body, type=_Line)
        people[line.account].follow(what, line)
        if line.name and not line.name.startswith("Guest "):
            named.add((line.account, skeleton(line.name)[:200]))
    wrong = []
    passwords = await connection.execute(select(accounts.c.id, accounts.c.password).order_by(accounts.c.id))
    for account, hashed in passwords.all():
        proofs = [proof.hex() for proof in password_proofs(signer, account, hashed)] if hashed else [""]
        if people[account].password not in proofs:
            wrong.append(f"the password of account {account} is not the one that the house's log has a proof of")
    found = {tuple(row) for row in (await connection.execute(select(looks.c.account, looks.c.skeleton))).all()}
    wrong += [f"the look {look!r} of account {account} is missing" for account, look in sorted(named - found)]
    wrong += [f"account {account} never had a name that looks like {look!r}" for account, look in sorted(found - named)]
    codes: defaultdict[int, set[str]] = defaultdict(set)
    for account, hashed in (await connection.execute(select(recovery_codes.c.account, recovery_codes.c.hash))).all():
        codes[account].add(hashed)
    factors = {row.account: row for row in (await connection.execute(select(second_factors))).all()}
    for account in sorted({*factors, *codes, *(number for number, person in people.items() if person.factor)}):
        person, factor = people[account], factors.get(account)
        if factor is None:
            wrong.append(f"the second factor of account {account} is missing")
            continue
        hashes = sorted(codes[account] | person.used)
        if person.factor not in [proof.hex() for proof in enrolment_proofs(signer, account, factor.secret, hashes)]:
            wrong.append(f"the second factor or the recovery codes of account {account} are not those it was given")
        if factor.step != person.step or codes[account] & person.used:
            wrong.append(f"the house's log has other codes of account {account} as used than its second factor")
        if (factor.wrong, factor.waits) != person.wrong:
            wrong.append(f"the house's log has other wrong codes of account {account} than its second factor")
    for row in (await connection.execute(select(sessions).order_by(sessions.c.token))).all():
        if row.proof not in session_proofs(signer, row._asdict()):
            wrong.append(f"session {row.token[:16]} of account {row.account} is not as the house began it")
    return wrong
