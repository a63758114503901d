"""announcing.py PORT ADMIN PSQL DATABASE SCHOOL PARENTS STAFF STUDENTS LOAD REQUESTS CONNECTIONS RATE SECONDS

What a school tells, and who hears of it. All parents of STUDENTS and all teachers of STAFF have a stream open at PORT, of the announcements
and the posts of SCHOOL, an id. Then, one after the other:

1. A teacher writes a post to its class. The events within WAIT seconds count, and the queries that the gateway has run again.
2. Other families ask for REQUESTS over CONNECTIONS, RATE times a second, for SECONDS.
3. An administrator makes an urgent announcement.
4. It makes another one, while other families ask as before, for as long as the former took until all was written.

Prints, in a line: the requests a second of step 4; 99 % of their time, and of step 2, in ms; how many of both failed. Of step 3 and of step
4 each: how long the announcement took, the median and the last of the times from its answer until the event has arrived at a stream, all
in ms; how many streams have no event; the seconds from its answer until the families have been told; and how many notifications, pushes
and mails are written, and how many there should be of each. Of step 1: the streams of the class that have an event, and those that
have none; the others that have one; the queries that ran again; and the time until the last event, in ms.

PARENTS has a token a line. STAFF has an account, its role, its class and its token a line; STUDENTS a student, the account of its parent,
and that of its teacher. DATABASE is the address for PSQL, as a role that reads all rows. LOAD is the program of Benchmarks/Load/load.c.
"""

import asyncio
import json
import math
import random
import sys
import time
import urllib.request

from records import open_records, subject
from stream import allow_open_files, request

STREAM = "subscription { live { school(id: \"%s\") { announcements(current: true, first: 5) { title } posts(first: 5) { id } } } }"
ANNOUNCE = "mutation ($input: CreateAnnouncementInput!) { change: createAnnouncement(input: $input) { announcement { id } } }"
POST = "mutation ($input: CreateSchoolPostInput!) { change: createSchoolPost(input: $input) { schoolPost { id } } }"
# How long streams may take to open, an event to come, and all families to be told; s.
OPENING = 120
WAIT = 5
TELLING = 120
POLL = 0.05


class Database:
    """Asks PSQL, which stays open: to begin it takes longer than most answers do."""

    async def open(self, program, address):
        self.process = await asyncio.create_subprocess_exec(
            program, "-X", "-q", "-At", "-F", " ", "-v", "ON_ERROR_STOP=1", "-d", address,
            stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE)

    async def row(self, statement):
        """The values of its row."""
        self.process.stdin.write(f"{statement};\n".encode())
        line = await self.process.stdout.readline()
        if not line:
            raise SystemExit("psql has ended; its message stands above.")
        return line.decode().split()

    async def close(self):
        self.process.stdin.close()
        await self.process.wait()


class Streams:
    """The streams of some accounts. `arrived` has for each title of an announcement and each id of a post the streams that it came to, with
    the time of the first event; `events` the streams that events came to, besides the first of each stream."""

    def __init__(self):
        self.accounts = {}
        self.begun = set()
        self.events = []
        self.arrived = {}

    def note(self, stream, now, data):
        school = ((data.get("data") or {}).get("live") or {}).get("school")
        if not school:
            raise SystemExit(f"A stream does not show the school: {data}")
        if stream in self.begun:
            self.events.append(stream)
        self.begun.add(stream)
        for name in [row["title"] for row in school["announcements"]] + [row["id"] for row in school["posts"]]:
            self.arrived.setdefault(name, {}).setdefault(stream, now)

    async def open(self, port, school, tokens):
        """Opens a stream for each account, and waits for the first event of each."""
        streams = await open_records(port, list(tokens.values()), STREAM % school, self.note)
        self.accounts = dict(zip(streams, tokens))
        ends = time.monotonic() + OPENING
        while len(self.begun) < len(streams):
            if time.monotonic() > ends:
                raise SystemExit(f"{len(streams) - len(self.begun)} streams have no first event.")
            await asyncio.sleep(0.1)

    def missing(self, name):
        """The streams that it has not come to."""
        return self.accounts.keys() - self.arrived.get(name, {}).keys()

    def delays(self, name, answered):
        """In ms, ascending. An event that overtakes the answer has taken no time."""
        return sorted(max(0, came - answered) * 1000 for came in self.arrived.get(name, {}).values()) or [1e9]


async def change(port, document, token, values):
    """Returns what the change has made, and when it was answered, and how long it took."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    begun = time.monotonic()
    writer.write(request(document, token, variables={"input": values}))
    head = await reader.readuntil(b"\r\n\r\n")
    length = next(int(line.split(b":")[1]) for line in head.lower().split(b"\r\n") if line.startswith(b"content-length"))
    body = json.loads(await reader.readexactly(length))
    answered = time.monotonic()
    writer.close()
    made = (body.get("data") or {}).get("change")
    if not made:
        raise SystemExit(f"A change was refused: {body}")
    return next(iter(made.values())), answered, answered - begun


async def load(program, port, requests, connections, rate, seconds):
    """The figures of load.c."""
    process = await asyncio.create_subprocess_exec(
        program, "127.0.0.1", str(port), requests, connections, rate, str(seconds), stdout=asyncio.subprocess.PIPE)
    output, _ = await process.communicate()
    if process.returncode:
        raise SystemExit("The load generator failed; its message stands above.")
    return [float(figure) for figure in output.split()[1:]]


async def announce(port, database, school, token, streams):
    """Returns the figures of an announcement, and how many seconds it took until the families had been told."""
    title = f"The school is closed today, {random.randrange(10**12)}"
    values = {"schoolId": school, "title": title, "text": "Please collect your children.", "priority": "URGENT"}
    made, answered, took = await change(port, ANNOUNCE, token, values)
    ends = answered + TELLING
    while (await database.row(f"SELECT count(*) FROM school_tellings WHERE id = '{made['id']}' AND ended_at IS NOT NULL"))[0] == "0":
        if time.monotonic() > ends:
            break
        await asyncio.sleep(POLL)
    told = time.monotonic() - answered
    while streams.missing(title) and time.monotonic() < answered + told + WAIT:
        await asyncio.sleep(POLL)
    delays = streams.delays(title, answered)
    written = await database.row(f"""
        WITH told AS MATERIALIZED (
          SELECT id FROM notifications WHERE kind = 'ANNOUNCEMENT' AND arguments::jsonb ->> 'title' = '{title}')
        SELECT (SELECT count(*) FROM told),
          (SELECT count(*) FROM messages WHERE channel = 'PUSH' AND notification_id IN (SELECT id FROM told)),
          (SELECT count(*) FROM messages WHERE channel = 'EMAIL' AND arguments ->> 'title' = '{title}'),
          (SELECT count(*) FROM members WHERE account_id IS NOT NULL AND EXISTS (
            SELECT 1 FROM enrolments WHERE enrolments.family_id = members.family_id AND enrolments.school_id = '{school}'
              AND enrolments.state = 'CONFIRMED' AND (members.role = 'PARENT' OR enrolments.student_id = members.id)))""")
    times = [f"{figure:.1f}" for figure in (took * 1000, delays[len(delays) // 2], delays[-1])]
    return [*times, len(streams.missing(title)), f"{told:.2f}", *written], told


def runs(admin):
    """How often the gateway has run the query of a stream again."""
    with urllib.request.urlopen(f"http://127.0.0.1:{admin}/metrics", timeout=20) as response:
        lines = response.read().decode().splitlines()
    return int(next(float(line.split()[-1]) for line in lines if line.startswith("hatched_live_runs_total ")))


async def post(port, admin, school, students, staff, streams):
    """Returns the figures of a post to one class."""
    # Not the same in each round: a person writes 20 posts a day at most.
    teacher, _, class_id, token = random.choice([row for row in staff if row[1] == "TEACHER"])
    people = {parent for _, parent, teaches in students if teaches == teacher} | {teacher}
    audience = {stream for stream, account in streams.accounts.items() if account in people}
    streams.events.clear()
    before = runs(admin)
    values = {"schoolId": school, "text": "We planted beans.", "classIds": [class_id]}
    made, answered, _ = await change(port, POST, token, values)
    # Others are waited for just as long.
    await asyncio.sleep(WAIT)
    missing = audience & streams.missing(made["id"])
    others = set(streams.events) - audience
    return [len(audience - missing), len(missing), len(others), runs(admin) - before, f"{streams.delays(made['id'], answered)[-1]:.1f}"]


async def main(port, admin, psql, address, school, parents_file, staff_file, students_file, program, requests, connections, rate, seconds):
    allow_open_files()
    with open(parents_file) as file:
        tokens = {subject(token): token for token in file.read().split()}
    with open(staff_file) as file:
        staff = [line.rstrip("\n").split("\t") for line in file]
    with open(students_file) as file:
        students = [line.rstrip("\n").split("\t") for line in file]
    watching = {parent: tokens[parent] for _, parent, _ in students}
    watching.update({account: token for account, role, _, token in staff if role == "TEACHER"})
    administrator = next(token for _, role, _, token in staff if role == "ADMINISTRATOR")
    database, streams = Database(), Streams()
    await database.open(psql, address)
    await streams.open(port, school, watching)
    await asyncio.sleep(2)

    posted = await post(port, admin, school, students, staff, streams)
    alone = await load(program, port, requests, connections, rate, seconds)
    quiet, told = await announce(port, database, school, administrator, streams)
    await asyncio.sleep(2)
    # It begins first: to open its connections takes a moment.
    task = asyncio.create_task(load(program, port, requests, connections, rate, math.ceil(told)))
    await asyncio.sleep(0.2)
    busy, _ = await announce(port, database, school, administrator, streams)
    beside = await task
    await database.close()

    quiet[3] += sum(not stream.is_open for stream in streams.accounts)
    print(f"{beside[0]:.1f}", beside[4], alone[4], int(beside[5] + alone[5]), *quiet, *busy, *posted)


asyncio.run(main(int(sys.argv[1]), int(sys.argv[2]), *sys.argv[3:13], int(sys.argv[13])))
