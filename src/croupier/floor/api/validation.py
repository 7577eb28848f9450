"""A sentence for a validation error of pydantic: the field, and what it may be."""

from __future__ import annotations

from typing import Any, Final

_SENTENCES: Final = {
    "missing": "is missing",
    "extra_forbidden": "is not asked for",
    "less_than_equal": "must be at most {le}",
    "greater_than_equal": "must be at least {ge}",
    "int_type": "must be a whole number",
    "int_parsing": "must be a whole number",
    "int_parsing_size": "is too large a number",
    "int_from_float": "must be a whole number",
    "float_type": "must be a number",
    "finite_number": "must be a number",
    "bool_type": "must be true or false",
    "string_type": "must be text",
    "string_unicode": "must be text",
    "string_too_short": "must not be blank",
    "string_too_long": "must have at most {max_length} characters",
    "string_pattern_mismatch": "must have no control characters, nor any that turn letters around",
    "too_short": "must have at least {min_length} entries",
    "too_long": "must have at most {max_length} entries",
    "list_type": "must be a list",
    "dict_type": "must be an object",
    "model_attributes_type": "must be an object",
    "model_type": "must be an object",
    "literal_error": "must be {expected}",
}


def worded(error: dict[str, Any]) -> str:
    """The sentence for one error, as `errors()` lists it.

    >>> worded({"type": "less_than_equal", "loc": ("body", "buy_in"), "msg": "...", "ctx": {"le": 500}})
    'buy in must be at most 500'
    """
    if isinstance(error.get("input"), bytes):
        return "the body cannot be taken for JSON: send it with the header content-type: application/json"
    where, *path = error["loc"]
    names = [part.replace("_", " ") for part in path if isinstance(part, str) and part != "[key]"]
    field = " ".join(names) or f"the {where}"
    sentence = _SENTENCES.get(error["type"])
    if sentence is None:
        return f"{field}: {error['msg']}"
    return f"{field} {sentence.format(**error.get('ctx', {}))}"
