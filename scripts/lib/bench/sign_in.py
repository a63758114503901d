#!/usr/bin/env python3
"""Signs in with passwords, for scripts/bench.

    sign_in.py register ADDRESS EMAIL PASSWORD       registers
    sign_in.py flood ADDRESS CLIENTS SECONDS         many sign in at once, again and again; prints how many were answered how
    sign_in.py compare ADDRESS TRIES PASSWORD        times wrong passwords with an account and without, and compares them

Each client and each try has a network of its own, by X-Forwarded-For, so that limits of attempts are none of the measurement.
"""
import asyncio
import collections
import http.client
import json
import math
import random
import sys
import time
import urllib.parse

DOCUMENT = """mutation ($email: EmailAddress!, $password: String!) {
  signIn(input: {email: $email, password: $password}) { session { token } } }"""
REGISTER = """mutation ($email: EmailAddress!, $password: String!) {
  register(input: {email: $email, password: $password, name: "Bench", role: PARENT}) { viewer { id } } }"""


def body(document: str, email: str, password: str) -> bytes:
    return json.dumps({"query": document, "variables": {"email": email, "password": password}}).encode()


def network(number: int) -> str:
    """An address of 10.0.0.0/8."""
    return f"10.{number >> 16 & 255}.{number >> 8 & 255}.{number & 255}"


def headers(number: int) -> dict[str, str]:
    return {
        "Content-Type": "application/json",
        "Accept": "application/graphql-response+json",
        "X-Forwarded-For": network(number),
    }


def post(connection: http.client.HTTPConnection, data: bytes, number: int) -> tuple[int, dict]:
    connection.request("POST", "/graphql", body=data, headers=headers(number))
    response = connection.getresponse()
    return response.status, json.loads(response.read())


def connect(address: str) -> http.client.HTTPConnection:
    place = urllib.parse.urlsplit(address)
    return http.client.HTTPConnection(place.hostname, place.port, timeout=60)


async def sign_in_again_and_again(host: str, port: int, number: int, end: float, counts: collections.Counter) -> None:
    reader, writer = await asyncio.open_connection(host, port)
    tries = 0
    while time.monotonic() < end:
        tries += 1
        data = body(DOCUMENT, f"flood-{number}-{tries}@example.org", "a password that is wrong")
        lines = "".join(f"{name}: {value}\r\n" for name, value in headers((number << 12) + tries).items())
        writer.write(f"POST /graphql HTTP/1.1\r\nHost: {host}\r\n{lines}Content-Length: {len(data)}\r\n\r\n".encode() + data)
        await writer.drain()
        head = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
        length = int(head.split("content-length:")[1].split("\r\n")[0])
        await reader.readexactly(length)
        status = int(head.split(" ", 2)[1])
        counts[status] += 1
        if status == 503:
            # As a client does that is told when to come again, and no later.
            await asyncio.sleep(int(head.split("retry-after:")[1].split("\r\n")[0]) * random.uniform(0.9, 1.1))
    writer.close()


async def flood(address: str, clients: int, seconds: float) -> None:
    place = urllib.parse.urlsplit(address)
    counts: collections.Counter = collections.Counter()
    end = time.monotonic() + seconds
    await asyncio.gather(
        *(sign_in_again_and_again(place.hostname, place.port, number, end, counts) for number in range(1, clients + 1)))
    print(" ".join(f"{status}:{count}" for status, count in sorted(counts.items())))


def two_sided_p(first: list[float], second: list[float]) -> float:
    """The Mann-Whitney test, by its normal approximation with a correction for ties."""
    n, m = len(first), len(second)
    ranked = sorted([(value, 0) for value in first] + [(value, 1) for value in second])
    rank_sum, ties, start = 0.0, 0.0, 0
    while start < len(ranked):
        end = start
        while end < len(ranked) and ranked[end][0] == ranked[start][0]:
            end += 1
        mean = (start + 1 + end) / 2
        rank_sum += mean * sum(1 for _, group in ranked[start:end] if group == 0)
        ties += (end - start) ** 3 - (end - start)
        start = end
    statistic = rank_sum - n * (n + 1) / 2
    deviation = math.sqrt(n * m / 12 * (n + m + 1 - ties / ((n + m) * (n + m - 1))))
    return math.erfc(abs(statistic - n * m / 2) / deviation / math.sqrt(2))


def compare(address: str, tries: int, password: str) -> None:
    """The accounts are bench-1@example.org and so on."""
    order = [(kind, number) for kind in ("known", "unknown") for number in range(1, tries + 1)]
    random.Random(1).shuffle(order)
    times: dict[str, list[float]] = {"known": [], "unknown": []}
    connection = connect(address)
    for index in range(20):
        post(connection, body(DOCUMENT, f"warm-{index}@example.org", password), 1 + index)
    for index, (kind, number) in enumerate(order):
        email = f"{'bench' if kind == 'known' else 'nobody'}-{number:06}@example.org"
        data = body(DOCUMENT, email, password)
        start = time.perf_counter()
        status, answer = post(connection, data, 1000 + index)
        elapsed = time.perf_counter() - start
        code = answer["errors"][0]["extensions"]["code"]
        if code != "UNAUTHENTICATED":
            sys.exit(f"a sign-in was answered with {status} {code}")
        times[kind].append(elapsed * 1000)
    known, unknown = (sorted(times[kind]) for kind in ("known", "unknown"))
    print(f"{known[len(known) // 2]:.3f} {unknown[len(unknown) // 2]:.3f} {two_sided_p(known, unknown):.4f}")


def main(mode: str, address: str, *rest: str) -> None:
    if mode == "register":
        status, answer = post(connect(address), body(REGISTER, *rest), 1)
        if "errors" in answer:
            sys.exit(f"registering was answered with {status}: {answer['errors'][0]['message']}")
        print(answer["data"]["register"]["viewer"]["id"])
    elif mode == "flood":
        asyncio.run(flood(address, int(rest[0]), float(rest[1])))
    else:
        compare(address, int(rest[0]), rest[1])


if __name__ == "__main__":
    main(*sys.argv[1:])
