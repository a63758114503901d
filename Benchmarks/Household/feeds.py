"""Calendar feeds of a gateway on this machine.

    feeds.py make PORT REQUESTS         makes a feed by each request, and fetches it; prints its path and its tag
    feeds.py ask PORT FEEDS COUNT       fetches feeds in turn over one connection, as far as they have changed since

REQUESTS has a token and the JSON of a request a line, with a tab between them; FEEDS is what `make` prints. Ends with an error when an
answer is not the one that is measured. The gateway reads the client's address from X-Forwarded-For: each request is of another one, since
requests without a session count for their network.
"""

import http.client
import itertools
import json
import random
import sys


def rows(file):
    with open(file) as lines:
        return [line.rstrip("\n").split("\t") for line in lines]


def answer(connection, method, path, headers, body=None):
    client = f"10.255.{random.randrange(256)}.{random.randrange(1, 255)}"
    connection.request(method, path, body, {"X-Forwarded-For": client, **headers})
    response = connection.getresponse()
    return response.status, response.getheader("ETag"), response.read()


def make(port, requests):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    for token, body in rows(requests):
        headers = {"Content-Type": "application/json", "Authorization": f"Bearer {token}"}
        made = json.loads(answer(connection, "POST", "/graphql", headers, body.encode())[2])
        if made.get("errors"):
            raise SystemExit(f"A feed was refused: {made}")
        path = made["data"]["createCalendarFeed"]["path"]
        status, tag, calendar = answer(connection, "GET", path, {})
        if status != 200 or not tag or calendar.count(b"\r\nBEGIN:VEVENT\r\n") < 40:
            raise SystemExit(f"A feed has no calendar: {status} {calendar[:300]!r}")
        print(path, tag, sep="\t")


def ask(port, feeds, count):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    for path, tag in itertools.islice(itertools.cycle(rows(feeds)), count):
        status, _, body = answer(connection, "GET", path, {"If-None-Match": tag})
        if status != 304 or body:
            raise SystemExit(f"A feed that has not changed: {status} {body[:300]!r}")


if sys.argv[1] == "make":
    make(int(sys.argv[2]), sys.argv[3])
else:
    ask(int(sys.argv[2]), sys.argv[3], int(sys.argv[4]))
