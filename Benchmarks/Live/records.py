"""Streams that tell of rows one at a time, and what they told: with nothing but the standard library."""

import asyncio
import base64
import json
import re
import time

from stream import Stream

EVENT = re.compile(rb"event: next\ndata: (\{.*?\})\n\n", re.DOTALL)


class RecordStream(Stream):
    """A stream of server-sent events without a first one: it is open when the response has begun. Calls `on_record` with itself, the
    time, and the data of each event, when it has arrived whole."""

    def __init__(self, token, document, on_record):
        super().__init__(token, document, "sse")
        self.on_record = on_record
        self.buffer = b""

    def data_received(self, data):
        now = time.monotonic()
        self.tail = (self.tail + data)[-300:]
        if not self.first.done() and b"\r\n\r\n" in self.buffer + data:
            self.first.set_result((self.buffer + data).startswith(b"HTTP/1.1 200"))
        self.buffer += data
        end = 0
        for match in EVENT.finditer(self.buffer):
            end = match.end()
            self.events += 1
            self.on_record(self, now, json.loads(match[1]))
        # What is left is the begin of an event, or what stands between two.
        self.buffer = self.buffer[max(end, len(self.buffer) - 8192):]


async def open_records(port, tokens, document, on_record):
    """Opens a stream for each token, 32 at a time."""
    limit = asyncio.Semaphore(32)
    loop = asyncio.get_running_loop()

    async def open_one(token):
        async with limit:
            _, stream = await loop.create_connection(lambda: RecordStream(token, document, on_record), "127.0.0.1", port)
            if not await stream.first:
                raise SystemExit(f"A stream was refused: {stream.tail!r}")
            return stream

    return await asyncio.gather(*map(open_one, tokens))


def subject(token):
    """The account of a token."""
    payload = token.split(".")[1]
    return json.loads(base64.urlsafe_b64decode(payload + "=" * (-len(payload) % 4)))["sub"]
