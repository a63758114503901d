"""Streams of a gateway on this machine, many at a time, with nothing but the standard library."""

import asyncio
import json
import pathlib
import re
import resource
import time

QUERY = re.sub(r"#.*", "", (pathlib.Path(__file__).parent.parent / "query.graphql").read_text())
NESTED = "subscription { live " + re.sub(r"\s+", " ", QUERY) + " }"
ACCEPT = {"sse": "text/event-stream", "multipart": "multipart/mixed;subscriptionSpec=1.0"}
# The last bytes of an event's chunk, and the first of its line.
EVENT = {"sse": (b"event: next", b"\n\n\r\n"), "multipart": (b'{"payload":{', b"\r\n--graphql\r\n")}
LAST_CHUNK = b"\r\n0\r\n\r\n"
TAIL = 300


def request(document, token, accept=None, variables=None):
    body = json.dumps({"query": document, "variables": variables or {}}).encode()
    lines = [
        "POST /graphql HTTP/1.1", "Host: localhost", "Content-Type: application/json", f"Authorization: Bearer {token}",
        f"Content-Length: {len(body)}",
    ]
    if accept:
        lines.append(f"Accept: {accept}")
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + body


class Stream(asyncio.Protocol):
    """One stream. Calls `on_event` with itself and the time when an event has arrived whole."""

    def __init__(self, token, document, transport, on_event=None):
        self.request = request(document, token, ACCEPT[transport])
        self.transport_name = transport
        self.on_event = on_event
        self.events = 0
        self.is_in_event = False
        self.tail = b""
        self.is_open = False
        self.ended_at = None
        self.first = asyncio.get_running_loop().create_future()

    def connection_made(self, transport):
        self.transport = transport
        self.is_open = True
        transport.write(self.request)
        self.request = None

    def data_received(self, data):
        begin, end = EVENT[self.transport_name]
        if not self.is_in_event and begin in self.tail[-len(begin):] + data:
            self.is_in_event = True
        self.tail = (self.tail + data)[-TAIL:]
        if self.is_in_event and self.tail.endswith(end):
            self.is_in_event = False
            self.events += 1
            if not self.first.done():
                self.first.set_result(True)
            if self.on_event:
                self.on_event(self, time.monotonic())

    def connection_lost(self, error):
        self.is_open = False
        self.ended_at = time.monotonic()
        if not self.first.done():
            self.first.set_result(False)

    @property
    def is_told(self):
        """Whether the server said, as the transport has it, that the client should come back."""
        if not self.tail.endswith(LAST_CHUNK):
            return False
        if self.transport_name == "sse":
            return b"event: complete" not in self.tail
        return b'"SERVER_RESTART"' in self.tail and b"--graphql--" in self.tail


def allow_open_files():
    """Each stream has a socket here."""
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))


async def open_stream(port, token, document=NESTED, transport="sse", on_event=None, address="127.0.0.1"):
    loop = asyncio.get_running_loop()
    _, stream = await loop.create_connection(
        lambda: Stream(token, document, transport, on_event), "127.0.0.1", port, local_addr=(address, 0))
    if not await stream.first:
        raise SystemExit(f"A stream has ended before its first event: {stream.tail!r}")
    return stream


async def open_streams(port, tokens, count, transports=("sse",), on_event=None):
    """Opens streams of the tokens in turn, 32 at a time."""
    limit = asyncio.Semaphore(32)

    async def open_one(number):
        async with limit:
            return await open_stream(
                port, tokens[number % len(tokens)], transport=transports[number % len(transports)], on_event=on_event)

    return await asyncio.gather(*(open_one(number) for number in range(count)))
