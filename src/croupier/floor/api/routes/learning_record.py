"""What somebody has learned, over HTTP: the coach's record and the drills' progress, kept with the account."""

from __future__ import annotations

from fastapi import APIRouter, Request
from sqlalchemy.exc import IntegrityError

from croupier.floor.api.authorization import Me, house_of
from croupier.floor.api.requests import ItemsLearned
from croupier.floor.api.responses import Forgotten, Learned, LearnedKept
from croupier.floor.api.struct_route import StructRoute
from croupier.floor.storage.learned_items import LearnedItem, forget, items_of, note

router = APIRouter(prefix="/api", tags=["people"], route_class=StructRoute)


@router.get("/me/learned", summary="What you have learned")
async def learned(request: Request, me: Me) -> Learned:
    """Your coach's record: decisions with what they cost, rounds, the best of speed drills, and lessons opened."""
    async with house_of(request).storage.reading() as connection:
        return Learned(await connection.run_sync(items_of, me.id))


@router.post("/me/learned", summary="Note what you have learned")
async def note_learned(request: Request, me: Me, body: ItemsLearned) -> LearnedKept:
    """Keep items with your account; one that is noted again under its key is replaced, so it may be sent twice."""
    items = [LearnedItem(item.kind, item.key, item.time, item.body) for item in body.items]
    storage = house_of(request).storage
    try:
        await storage.writer.write(lambda books: note(books, me.id, items))
    except IntegrityError:
        # The same was noted elsewhere at the same moment.
        await storage.writer.write(lambda books: note(books, me.id, items))
    return LearnedKept(len(items))


@router.delete("/me/learned", summary="Forget what you have learned")
async def forget_learned(request: Request, me: Me) -> Forgotten:
    """Delete the whole record."""
    return Forgotten(await house_of(request).storage.writer.write(lambda books: forget(books, me.id)))
