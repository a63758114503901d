"""Compares two answers: exits with 1, and shows where they first differ, unless they are the same.

    same_answer.py ANSWER ANSWER

87.50 and 87.5 are the same number, and a time is the same to the millisecond, with any offset. The order of an object's fields
makes no difference; that of a list does.
"""

import json
import re
import sys
from datetime import datetime, timezone
from decimal import Decimal

TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d(:\d\d)?)")


def plain(value):
    if isinstance(value, str) and TIME.fullmatch(value):
        moment = datetime.fromisoformat(with_microseconds(value)).astimezone(timezone.utc)
        return moment.replace(microsecond=moment.microsecond // 1000 * 1000)
    return value


def with_microseconds(text):
    """The form that each version of Python reads."""
    text = re.sub(r"[+-]\d\d$", lambda offset: offset.group() + ":00", text.replace("Z", "+00:00"))
    return re.sub(r"\.(\d+)", lambda fraction: "." + fraction.group(1).ljust(6, "0")[:6], text)


def difference(one, other, path="answer"):
    """The first path at which two values differ, with both; None where they are the same."""
    if isinstance(one, dict) and isinstance(other, dict):
        if one.keys() != other.keys():
            return f"{path}: fields {list(one)} ≠ {list(other)}"
        return next(filter(None, (difference(one[key], other[key], f"{path}.{key}") for key in one)), None)
    if isinstance(one, list) and isinstance(other, list):
        if len(one) != len(other):
            return f"{path}: {len(one)} items ≠ {len(other)}"
        pairs = enumerate(zip(one, other))
        return next(filter(None, (difference(*pair, f"{path}[{number}]") for number, pair in pairs)), None)
    is_alike = isinstance(one, bool) == isinstance(other, bool)
    return None if is_alike and plain(one) == plain(other) else f"{path}: {one!r} ≠ {other!r}"


def main():
    numbers = {"parse_float": Decimal, "parse_int": Decimal}
    found = difference(*(json.load(open(file), **numbers) for file in sys.argv[1:3]))
    if found:
        sys.exit(found)


main()
