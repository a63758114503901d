"""announcement.py PORT PARENTS STAFF KIND

All parents of PARENTS, a token a line, have a live query of their school open at PORT. With KIND `urgent` an administrator tells all of
them an urgent announcement; with `post` a teacher posts to its own class. STAFF has an account, its role, its class and its token a line.
Prints, in a line: how many streams there are; how many of them got an answer within WAIT seconds; and the time from the answer to the
change until 50, 99 and 100 % of these had it, in ms.
"""

import asyncio
import json
import sys
import time

from records import open_records
from stream import allow_open_files, request

WATCH = "subscription { live { schools(first: 1) { announcements(first: 1) { title } posts(first: 1) { text } } } }"
SCHOOL = "{ schools(first: 1) { id } }"
URGENT = "mutation ($school: ID!, $text: String!) { createAnnouncement(input: {schoolId: $school, title: $text, priority: URGENT}) { announcement { id } } }"
POST = "mutation ($school: ID!, $class: ID!, $text: String!) { createSchoolPost(input: {schoolId: $school, classIds: [$class], text: $text}) { schoolPost { id } } }"
WAIT = 5


async def ask(port, token, document, variables):
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(request(document, token, variables=variables))
    head = await reader.readuntil(b"\r\n\r\n")
    length = next(int(line.split(b":")[1]) for line in head.lower().split(b"\r\n") if line.startswith(b"content-length"))
    body = json.loads(await reader.readexactly(length))
    writer.close()
    if "errors" in body:
        raise SystemExit(f"refused: {body}")
    return body["data"]


def part(times, share):
    return sorted(times)[int(share * (len(times) - 1))] * 1000 if times else 1e9


async def main(port, parents_file, staff_file, kind):
    allow_open_files()
    with open(parents_file) as file:
        parents = file.read().split()
    with open(staff_file) as file:
        staff = [line.rstrip("\n").split("\t") for line in file]
    role = "ADMINISTRATOR" if kind == "urgent" else "TEACHER"
    _, _, school_class, token = next(line for line in staff if line[1] == role)
    arrived = {}
    text = f"News {time.time()}"

    def note(stream, now, data):
        if text in json.dumps(data):
            arrived.setdefault(id(stream), now)

    streams = await open_records(port, parents, WATCH, note)
    await asyncio.sleep(3)
    school = (await ask(port, token, SCHOOL, {}))["schools"][0]["id"]
    before = {id(stream): stream.events for stream in streams}
    variables = {"school": school, "text": text}
    if kind == "post":
        variables["class"] = school_class
    await ask(port, token, URGENT if kind == "urgent" else POST, variables)
    answered = time.monotonic()
    ends = answered + WAIT
    while len(arrived) < len(streams) and time.monotonic() < ends:
        await asyncio.sleep(0.05)
    woken = sum(stream.events > before[id(stream)] for stream in streams)
    times = [max(0, came - answered) for came in arrived.values()]
    print(len(streams), woken, *(f"{part(times, share):.1f}" for share in (0.5, 0.99, 1)), sep="\t")


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]), *sys.argv[2:5]))
