"""letting_out.py PORT OTHER-PORT PARENTS STAFF STUDENTS SECONDS RATE

A school lets out. All parents of STUDENTS and all STAFF have a stream open at PORT. At OTHER-PORT parents ask for their children,
teachers have them ready, and parents confirm: RATE changes a second, each student's LAG seconds apart, for SECONDS after the first
child has left, or until all have. Prints, in a line: the changes a second; how many events were awaited; 50 and 99 % of the time
from the answer to a change until the event has arrived, in ms, at parents, at teachers, and at those who see the whole school; 50
and 99 % of the time that changes took; how many events have not come within WAIT seconds; and how many changes were refused.

PARENTS has a token a line. STAFF has an account, its role, its class and its token a line; STUDENTS a student, the account of its
parent, and that of its teacher.
"""

import asyncio
import json
import random
import sys
import time

from records import open_records, subject
from stream import allow_open_files, request

PARENT = "subscription { dismissalChanged { id state student { name } readyBy } }"
TEACHER = "subscription { classDismissalsChanged { id state student { name } requestedBy } }"
ASK = "mutation ($ids: [ID!]!) { change: requestPickup(input: {studentIds: $ids, estimatedMinutes: 10}) { dismissals { id state } } }"
READY = "mutation ($ids: [ID!]!) { change: markReady(input: {ids: $ids}) { dismissals { id state } } }"
CONFIRM = "mutation ($ids: [ID!]!) { change: confirmPickups(input: {ids: $ids}) { dismissals { id state } } }"
STEPS = ((ASK, "REQUESTED"), (READY, "READY"), (CONFIRM, "CONFIRMED"))
LAG = 5
WAIT = 10


class Changes:
    """Sends changes over some connections, and remembers when each was answered."""

    def __init__(self, tokens):
        self.tokens = tokens
        self.connections = asyncio.Queue()
        self.answered = []
        self.times = []
        self.refused = 0

    async def open(self, port, count):
        for _ in range(count):
            self.connections.put_nowait(await asyncio.open_connection("127.0.0.1", port))

    async def make(self, step, account, key, audience, is_counted):
        """Returns the id of the dismissal; None where the change was refused."""
        document, state = STEPS[step]
        due = time.monotonic()
        reader, writer = await self.connections.get()
        writer.write(request(document, self.tokens[account], variables={"ids": [key]}))
        head = await reader.readuntil(b"\r\n\r\n")
        length = next(int(line.split(b":")[1]) for line in head.lower().split(b"\r\n") if line.startswith(b"content-length"))
        body = json.loads(await reader.readexactly(length))
        answered = time.monotonic()
        self.connections.put_nowait((reader, writer))
        change = (body.get("data") or {}).get("change")
        if not change or change["dismissals"][0]["state"] != state:
            if not self.refused:
                print(f"refused: {body}", file=sys.stderr)
            self.refused += 1
            return None
        dismissal = change["dismissals"][0]["id"]
        self.answered.append((dismissal, state, answered, audience, is_counted))
        if is_counted:
            self.times.append(answered - due)
        return dismissal


def part(times, share):
    return sorted(times)[int(share * (len(times) - 1))] * 1000 if times else 1e9


async def main(port, other_port, parents_file, staff_file, students_file, seconds, rate):
    allow_open_files()
    with open(parents_file) as file:
        tokens = {subject(token): token for token in file.read().split()}
    with open(staff_file) as file:
        staff = [line.rstrip("\n").split("\t") for line in file]
    with open(students_file) as file:
        students = [line.rstrip("\n").split("\t") for line in file]
    tokens.update({account: token for account, _, _, token in staff})
    whole = [account for account, role, _, _ in staff if role != "TEACHER"]
    parents = list(dict.fromkeys(parent for _, parent, _ in students))

    # By account, dismissal and state: the time of the first event.
    arrived = {}

    def note(stream, now, data):
        for record in (data.get("data") or {}).values():
            arrived.setdefault((stream.account, record["id"], record["state"]), now)

    streams = []
    for document, accounts in ((PARENT, parents), (TEACHER, [account for account, *_ in staff])):
        for account, stream in zip(accounts, await open_records(port, [tokens[each] for each in accounts], document, note)):
            stream.account = account
            streams.append(stream)
    changes = Changes(tokens)
    await changes.open(other_port, 16)
    await asyncio.sleep(1)

    # Siblings seldom come one right after the other.
    random.shuffle(students)
    behind = int(LAG * rate / len(STEPS))
    ids = {}
    tasks = []

    async def change(step, number, is_counted):
        student, parent, teacher = students[number]
        if step and not (key := await ids[number]):
            return
        account = teacher if step == 1 else parent
        dismissal = await changes.make(step, account, key if step else student, (parent, teacher), is_counted)
        if not step:
            ids[number].set_result(dismissal)

    start = time.monotonic()
    tick, lasts = 0, rate * (seconds + 2 * LAG)
    while tick < lasts and tick // 3 - 2 * behind < len(students):
        await asyncio.sleep(max(0, start + tick / rate - time.monotonic()))
        step = tick % 3
        number = tick // 3 - step * behind
        if 0 <= number < len(students):
            if not step:
                ids[number] = asyncio.get_running_loop().create_future()
            # Before that changes are fewer, and after that too.
            is_counted = 2 * LAG * rate <= tick < 3 * len(students)
            tasks.append(asyncio.create_task(change(step, number, is_counted)))
        tick += 1
    await asyncio.gather(*tasks)

    def is_awaited(entry):
        dismissal, state, _, audience, _ = entry
        return any((account, dismissal, state) not in arrived for account in (*audience, *whole))

    ends = time.monotonic() + WAIT
    while any(map(is_awaited, changes.answered)) and time.monotonic() < ends:
        await asyncio.sleep(0.1)

    delays = {"parent": [], "teacher": [], "whole": []}
    awaited = lost = 0
    for dismissal, state, answered, (parent, teacher), is_counted in changes.answered:
        for kind, account in (("parent", parent), ("teacher", teacher), *(("whole", account) for account in whole)):
            awaited += 1
            came = arrived.get((account, dismissal, state))
            if came is None:
                lost += 1
            elif is_counted:
                # An event that overtakes the answer has taken no time.
                delays[kind].append(max(0, came - answered))
    lost += sum(not stream.is_open for stream in streams)
    moments = [answered for _, _, answered, _, is_counted in changes.answered if is_counted]
    pace = (len(moments) - 1) / (max(moments) - min(moments)) if len(moments) > 1 else 0
    figures = [part(delays[kind], share) for kind in ("parent", "teacher", "whole") for share in (0.5, 0.99)]
    figures += [part(changes.times, share) for share in (0.5, 0.99)]
    print(
        f"{pace:.1f}", awaited, *(f"{figure:.1f}" for figure in figures), lost, changes.refused)


asyncio.run(main(int(sys.argv[1]), int(sys.argv[2]), *sys.argv[3:6], int(sys.argv[6]), float(sys.argv[7])))
