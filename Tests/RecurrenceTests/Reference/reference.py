"""The independent implementation: dateutil for days, zoneinfo for times. Answers each line of the input with a line.

days|RULE|START|FROM|THROUGH     the days of a rule between two, with commas
moments|ZONE|LOCAL…              seconds since 1970, the offset before a gap and the first of two
locals|ZONE|SECONDS…             local times
expand|FILE|FROM|THROUGH         starts of the events of a calendar in base64, in UTC, and their ends
properties|FILE                  the names, parameters and values of the first event of one, as JSON
"""

import base64
import datetime as datetime_module
import json
import sys
from datetime import date, datetime, timedelta, timezone
from types import SimpleNamespace
from zoneinfo import ZoneInfo

import icalendar
import recurring_ical_events
from dateutil import rrule

EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)


def days(rule, start, first, last):
    first, last = date.fromisoformat(first), date.fromisoformat(last)
    # Otherwise a rule that has no further day is followed to the end of the calendar.
    rrule.datetime = SimpleNamespace(**{**vars(datetime_module), "MAXYEAR": last.year})
    found = rrule.rrulestr(rule, dtstart=datetime.fromisoformat(start))
    answer = []
    for moment in found:
        day = moment.date()
        if day > last:
            break
        if day >= first:
            answer.append(day.isoformat())
    return ",".join(answer)


def moments(zone, *locals_):
    zone = ZoneInfo(zone)
    parsed = (datetime.fromisoformat(text).replace(tzinfo=zone) for text in locals_)
    return ",".join(str((moment.astimezone(timezone.utc) - EPOCH) // timedelta(seconds=1)) for moment in parsed)


def locals_(zone, *seconds):
    zone = ZoneInfo(zone)
    return ",".join(
        (EPOCH + timedelta(seconds=int(text))).astimezone(zone).strftime("%4Y-%m-%dT%H:%M:%S") for text in seconds
    )


def expand(file, first, last):
    calendar = icalendar.Calendar.from_ical(base64.b64decode(file))
    # Moments: days alone would be those of each event's own zone.
    first, last = (datetime.fromisoformat(day).replace(tzinfo=timezone.utc) for day in (first, last))
    events = recurring_ical_events.of(calendar).between(first, last + timedelta(days=1))
    return ",".join(sorted(f"{utc(event['DTSTART'].dt)} to {utc(event['DTEND'].dt)}" for event in events))


def utc(value):
    return value.astimezone(timezone.utc).strftime("%4Y-%m-%d %H:%MZ") if isinstance(value, datetime) else value.isoformat()


def properties(file):
    event = icalendar.Calendar.from_ical(base64.b64decode(file)).walk("VEVENT")[0]
    return json.dumps([[name, str(value), {k: str(v) for k, v in value.params.items()}] for name, value in event.items()])


for line in sys.stdin:
    question, *arguments = line.rstrip("\n").split("|")
    print({"days": days, "moments": moments, "locals": locals_, "expand": expand, "properties": properties}[question](*arguments))
