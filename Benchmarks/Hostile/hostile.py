"""Attacks a gateway on this machine within its limits, and measures what other families notice.

Victims are 150 families. Each asks the nested family query on a connection of its own, from a loopback address of its own, 20 requests a
second in all, in an open loop: a slow answer delays no later request. Meanwhile the server is asked for its health five times a second, and a
stranger signs in with a password every two seconds, on a connection of its own each. Each attack runs beside them for some seconds.

    python3 hostile.py --port 8080 --pid 4711 --tokens tokens.txt [--only NAME,…] [--seconds 15]

`tokens.txt` has a session token a line: first those of ten hostile families with long texts, then those of ten with many rows, then those
of victims, then those of accounts that open streams. scripts/hostile prepares all of this. Prints a table; exits with 1 when a goal is missed. Needs Python's standard library only.
"""

import argparse
import asyncio
import json
import multiprocessing
import os
import random
import sys
import time

HOSTILE = 10
LARGE = 10
VICTIMS = 150
RATE = 20
NESTED = (
    "{ family { id name students { id name assignments(first: 20) { id title dueDate pointsPossible pointsAwarded "
    "percentage course { id name grade subject { name } } } } } }"
)
MIB = 1 << 20


def request(query, token=None, gzip=False):
    body = json.dumps({"query": query}).encode()
    lines = ["POST /graphql HTTP/1.1", "Host: localhost", "Content-Type: application/json", f"Content-Length: {len(body)}"]
    if token:
        lines.append(f"Authorization: Bearer {token}")
    if gzip:
        lines.append("Accept-Encoding: gzip")
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + body


class Target:
    """The gateway under attack."""

    def __init__(self, port, pid, tokens):
        self.port, self.pid = port, pid
        self.hostile, self.large = tokens[:HOSTILE], tokens[HOSTILE:HOSTILE + LARGE]
        self.victims = tokens[HOSTILE + LARGE:HOSTILE + LARGE + VICTIMS]
        self.streamers = tokens[HOSTILE + LARGE + VICTIMS:]

    async def connect(self, address):
        return await asyncio.open_connection("127.0.0.1", self.port, local_addr=(address, 0), limit=64 * MIB)

    async def ask(self, address, query, token=None):
        """One request on a connection of its own. Returns its status and its body."""
        reader, writer = await self.connect(address)
        try:
            writer.write(request(query, token))
            return await read_answer(reader)
        finally:
            writer.close()

    def memory(self):
        """The resident set of the server, in bytes."""
        with open(f"/proc/{self.pid}/status") as status:
            return next(int(line.split()[1]) * 1024 for line in status if line.startswith("VmRSS"))


async def read_answer(reader):
    head = await reader.readuntil(b"\r\n\r\n")
    status = int(head[9:12])
    length = next(
        (int(line[15:]) for line in head.lower().split(b"\r\n") if line.startswith(b"content-length:")), 0)
    return status, await reader.readexactly(length)


async def victim(target, number, times, errors):
    start = time.monotonic()
    try:
        status, body = await asyncio.wait_for(
            target.ask(f"127.1.{number // 250}.{1 + number % 250}", NESTED, target.victims[number]), 30)
        if status != 200 or b'"errors"' in body:
            errors.append(f"{status} {body[:160].decode(errors='replace')}")
    except Exception as error:
        errors.append(repr(error)[:160])
    times.append(time.monotonic() - start)


async def health(target, seconds, times, errors):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        start = time.monotonic()
        try:
            reader, writer = await asyncio.wait_for(target.connect("127.0.3.1"), 10)
            writer.write(b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n")
            status, _ = await asyncio.wait_for(read_answer(reader), 10)
            writer.close()
            if status != 200:
                errors.append(f"/health {status}")
        except Exception as error:
            errors.append(f"/health {error!r}"[:160])
        times.append(time.monotonic() - start)
        await asyncio.sleep(0.2)


def sign_in(name):
    return ('mutation { signIn(input: {email: "' + name + '@example.org", password: "a password that nobody has"}) '
            "{ deviceToken } }")


async def signs_in(target, seconds, times, errors):
    # A hash takes as long whether there is such an account or not.
    end, number = time.monotonic() + seconds, 0
    while time.monotonic() < end:
        start, number = time.monotonic(), number + 1
        try:
            status, body = await asyncio.wait_for(
                target.ask(f"127.0.4.{1 + number % 250}", sign_in(fresh())), 30)
            if status != 200 or b"UNAUTHENTICATED" not in body:
                errors.append(f"sign-in {status} {body[:160].decode(errors='replace')}")
        except Exception as error:
            errors.append(f"sign-in {error!r}"[:160])
        times.append(time.monotonic() - start)
        await asyncio.sleep(2)


async def victims(target, seconds):
    """Returns the times of all requests, and their errors."""
    times, errors, tasks = [], [], []
    start = time.monotonic()
    for index in range(int(seconds * RATE)):
        await asyncio.sleep(max(0, start + index / RATE - time.monotonic()))
        tasks.append(asyncio.create_task(victim(target, index % VICTIMS, times, errors)))
    await asyncio.gather(*tasks)
    return times, errors


# Attacks: each runs until it is cancelled.

def fresh():
    """A name that makes a document new to every cache."""
    return "q" + "".join(random.choices("abcdefghijklmnopqrstuvwxyz", k=12))


async def forever(ask, count):
    """Keeps `count` requests in flight."""
    async def loop():
        while True:
            try:
                await ask()
            except (OSError, asyncio.IncompleteReadError):
                await asyncio.sleep(0.05)
    await asyncio.gather(*(loop() for _ in range(count)))


async def slow_reader(target, address, data, rate=5_000):
    """Sends requests and reads their answers at `rate` bytes a second, again and again."""
    import socket
    loop = asyncio.get_running_loop()
    while True:
        connection = socket.socket()
        try:
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            connection.setblocking(False)
            connection.bind((address, 0))
            await loop.sock_connect(connection, ("127.0.0.1", target.port))
            await loop.sock_sendall(connection, data)
            while await loop.sock_recv(connection, rate // 5):
                await asyncio.sleep(0.2)
        except OSError:
            await asyncio.sleep(0.1)
        finally:
            connection.close()


def aliased_introspection():
    types = " ".join(f"a{n}: description" for n in range(190))
    return "{ __schema { types { " + types + " } } }"


async def strangers_read_slowly(target):
    data = request(aliased_introspection())
    await asyncio.gather(*(slow_reader(target, "127.0.0.2", data) for _ in range(300)))


async def strangers_read_introspection_slowly(target):
    query = "query IntrospectionQuery { __schema { types { name description fields { name description type { name } } } } }"
    data = request(query, gzip=True) + request(query)
    await asyncio.gather(*(slow_reader(target, "127.0.0.2", data) for _ in range(300)))


def large_answer():
    """480 texts of 30 kB: 14 MB, of the 16 that an answer may have."""
    essays = 'first: 160, where: {title: {startsWith: "Essay"}}'
    pages = " ".join(f"a{page}: assignments({essays}, offset: {page * 160}) {{ instructions }}" for page in range(3))
    return "{ family { students(first: 5) { " + pages + " } } }"


async def members_read_slowly(target):
    status, body = await target.ask("127.0.2.1", large_answer(), target.hostile[0])
    if status != 200 or len(body) < 12 * MIB:
        raise SystemExit(f"The answer is not large: {status}, {len(body)} bytes: {body[:300].decode(errors='replace')}")
    await asyncio.gather(*(
        slow_reader(target, f"127.0.2.{1 + n % HOSTILE}", request(large_answer(), target.hostile[n % HOSTILE]))
        for n in range(60)))


async def members_read_gzip_slowly(target):
    data = b"".join(request(large_answer(), target.hostile[0], gzip=True) for _ in range(4))
    await asyncio.gather(*(slow_reader(target, "127.0.2.1", data) for _ in range(20)))


async def bodies_are_sent_slowly(target):
    async def send():
        while True:
            try:
                _, writer = await target.connect("127.0.0.2")
                writer.write(b"POST /graphql HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                             b"Content-Length: 1048576\r\n\r\n" + b" " * (MIB - 64))
                await writer.drain()
                for _ in range(60):
                    await asyncio.sleep(1)
                    writer.write(b" ")
                    await writer.drain()
            except OSError:
                await asyncio.sleep(0.1)
    await asyncio.gather(*(send() for _ in range(300)))


async def last_parents_leave(target):
    query = 'mutation { leaveFamily { __typename } }'
    await asyncio.gather(*(
        forever(lambda n=n: target.ask(f"127.0.2.{n + 1}", query, target.hostile[n]), 12) for n in range(2)))


def costly_filter():
    return ("{ family { students(first: 100, where: {assignments: {some: {course: {assignments: {some: "
            '{instructions: {contains: "' + fresh() + '"}}}}}}}) { ' + fresh() + ": id } } }")


def costly_filters_of_an_account(count):
    async def attack(target):
        await asyncio.gather(*(
            forever(lambda n=n: target.ask(f"127.0.2.{n + 1}", costly_filter(), target.hostile[n]), 12)
            for n in range(count)))
    return attack


async def changes_with_costly_answers(target):
    def query():
        field = ("markAllNotificationsRead(input: {}) { viewer { family { students(first: 100, where: {assignments: {some: "
                 '{instructions: {contains: "' + fresh() + '"}}}}) { id } } } }')
        return "mutation { " + " ".join(f"a{n}: {field}" for n in range(5)) + " }"
    await asyncio.gather(*(
        forever(lambda n=n: target.ask(f"127.0.2.{n + 1}", query(), target.hostile[n]), 12) for n in range(2)))


def day(number):
    return f"{2020 + number % 6}-{1 + number % 12:02}-{1 + number % 28:02}"


def long_queries():
    searches = " ".join(
        f"s{n}: assignmentsConnection(first: 1, where: {{instructions: {{contains: \"{fresh()}\"}}}}) {{ nodes {{ id }} }}"
        for n in range(5))
    summaries = " ".join(
        f"m{n}: assignmentsSummary(where: {{title: {{ne: \"{fresh()}\"}}}}) {{ count meanPercentage byWeek {{ count meanPercentage }} "
        "byCourse { count meanPercentage } }" for n in range(8))
    grades = " ".join(f"g{n}: grade" for n in range(20))
    first = random.randrange(1, 28)
    return [
        "{ family { " + searches + " } }",
        "{ family { " + summaries + " } }",
        "{ family { students(first: 5) { " + fresh() + f": gradePointAverageProgress(from: \"2025-01-{first:02}\", "
        f"to: \"2026-01-{first:02}\", by: DAY) {{ firstDay gradePointAverage }} }} }} }}",
        "{ family { courses(first: 200) { " + fresh() + ": id " + grades + " } } }",
    ]


async def long_queries_of_large_families(target):
    await asyncio.gather(*(
        forever(lambda n=n: target.ask(f"127.0.2.{n + 1}", random.choice(long_queries()), target.large[n]), 12)
        for n in range(LARGE)))


async def streams_are_idle(target):
    # 107 accounts in fourteen networks.
    async def stream(number):
        query = "subscription { live { family { name } } }"
        while True:
            try:
                reader, writer = await target.connect(f"127.0.5.{1 + number % 14}")
                data = request(query, target.streamers[number % len(target.streamers)])
                writer.write(data.replace(b"Host:", b"Accept: text/event-stream\r\nHost:"))
                while await reader.read(4096):
                    pass
            except OSError:
                pass
            await asyncio.sleep(1)
    await asyncio.gather(*(stream(n % 107) for n in range(107 * 8)))


async def strangers_sign_in(target):
    # Accounts that nobody has cost as much as others, and are counted alike.
    await asyncio.gather(*(
        forever(lambda n=n: target.ask(f"127.0.6.{1 + n % 5}", sign_in(f"hostile{n % 5}-{random.randrange(30)}")), 6)
        for n in range(5)))


async def connections_wait(target):
    async def wait(address):
        while True:
            try:
                reader, _ = await target.connect(address)
                await reader.read(1)
            except OSError:
                pass
            await asyncio.sleep(0.1)
    await asyncio.gather(*(wait(address) for address in ("127.0.0.2", "127.0.0.3") for _ in range(400)))


# Name, attack, and how many times the undisturbed p99 the victims' may be.
ATTACKS = [
    ("strangers read 12 MB answers slowly", strangers_read_slowly, 3),
    ("strangers read introspection slowly", strangers_read_introspection_slowly, 3),
    ("members read 14 MB answers slowly", members_read_slowly, 3),
    ("members read compressed 14 MB answers slowly", members_read_gzip_slowly, 3),
    ("strangers send bodies slowly", bodies_are_sent_slowly, 3),
    ("two last parents leave, 12 at once", last_parents_leave, 2),
    ("costly filters of 1 account", costly_filters_of_an_account(1), 3),
    ("costly filters of 2 accounts", costly_filters_of_an_account(2), 3),
    ("costly filters of 10 accounts", costly_filters_of_an_account(10), 3),
    ("changes with costly answers of 2 accounts", changes_with_costly_answers, 3),
    ("800 connections send nothing", connections_wait, 3),
    ("107 accounts in 14 networks have 8 idle streams each", streams_are_idle, 3),
    ("five networks sign in without end", strangers_sign_in, 3),
    ("long queries of 10 families with 72,000 assignments", long_queries_of_large_families, 3),
]
MEMORY = 192 * MIB
# In milliseconds: 99 of 100 answers of /health, and the longest sign-in.
HEALTH = 50
SIGN_IN = 2000


def run(attack, target):
    # Real attackers have processors of their own: here they leave those that there are to the server and the victims.
    os.nice(15)
    asyncio.run(attack(target))


async def measure(target, seconds, attack=None):
    most = target.memory()
    async def watch():
        nonlocal most
        while True:
            most = max(most, target.memory())
            await asyncio.sleep(0.1)
    watching = asyncio.create_task(watch())
    # In a process of its own, so that a busy attacker does not delay the victims' clocks.
    attacker = multiprocessing.Process(target=run, args=(attack, target), daemon=True) if attack else None
    if attacker:
        attacker.start()
        await asyncio.sleep(2)
    checks, signs = [], []
    own_errors = []
    (times, errors), _, _ = await asyncio.gather(
        victims(target, seconds), health(target, seconds, checks, own_errors), signs_in(target, seconds, signs, own_errors))
    errors += own_errors
    watching.cancel()
    if attacker:
        if not attacker.is_alive():
            raise SystemExit("The attack ended by itself; its error stands above.")
        attacker.kill()
        attacker.join()
    times.sort()
    checks.sort()
    return (times[len(times) * 99 // 100] * 1000, checks[len(checks) * 99 // 100] * 1000, max(signs) * 1000, errors, most)


async def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--pid", type=int, required=True, help="the server's process")
    parser.add_argument("--tokens", required=True, help="a file with a session token a line")
    parser.add_argument("--only", default="", help="attacks whose names contain any of these words, separated by commas")
    parser.add_argument("--seconds", type=int, default=15, help="of each attack")
    options = parser.parse_args()
    with open(options.tokens) as file:
        tokens = file.read().split()
    target = Target(options.port, options.pid, tokens)
    words = [word for word in options.only.split(",") if word]
    await measure(target, 3)
    calm, check, sign, errors, most = await measure(target, options.seconds)
    print("| attack | requests of victims with an error | p99, ms | ÷ undisturbed | goal | p99 of /health, ms | "
          "longest sign-in, ms | memory, MiB | |")
    print("| --- | --- | --- | --- | --- | --- | --- | --- | --- |")
    print(f"| none | {len(errors)} | {calm:.1f} | 1 | | {check:.1f} | {sign:.0f} | {most / MIB:.0f} | |", flush=True)
    failed = bool(errors)
    for name, attack, goal in ATTACKS:
        if words and not any(word in name for word in words):
            continue
        p99, check, sign, errors, most = await measure(target, options.seconds, attack)
        isMet = not errors and p99 <= goal * calm and most <= MEMORY and check <= HEALTH and sign <= SIGN_IN
        failed |= not isMet
        print(f"| {name} | {len(errors)} of {options.seconds * RATE} | {p99:.1f} | {p99 / calm:.1f} | {goal} | {check:.1f} | {sign:.0f} | "
              f"{most / MIB:.0f} | "
              f"{'' if isMet else 'missed'} |", flush=True)
        for error in sorted(set(errors))[:3]:
            print(f"  {name}: {error}", file=sys.stderr)
        await asyncio.sleep(5)
    sys.exit(failed)


if __name__ == "__main__":
    multiprocessing.set_start_method("fork")
    asyncio.run(main())
