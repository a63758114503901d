"""The parser of Apollo's multipart protocol for subscriptions over HTTP.

https://www.apollographql.com/docs/graphos/routing/operations/subscriptions/multipart-protocol describes the protocol. The parser
takes what Apollo iOS and Apollo Kotlin both take, and raises `Malformed` at anything else.
"""

import json

from stream_event import COMPLETE, HEARTBEAT, Malformed, Next, Failed, require

ACCEPT = "multipart/mixed;subscriptionSpec=1.0, application/json"


class Parser:
    def __init__(self, content_type):
        kind, *parameters = [part.strip() for part in content_type.split(";")]
        require(kind == "multipart/mixed", f"the content type is {kind}")
        # Apollo iOS compares the parameter as text: a quoted value is another one.
        require("subscriptionSpec=1.0" in parameters, f"no subscriptionSpec=1.0 in {content_type}")
        boundaries = [part.removeprefix("boundary=").strip('"') for part in parameters if part.startswith("boundary=")]
        require(len(boundaries) == 1 and boundaries[0], f"no boundary in {content_type}")
        self.delimiter = f"\r\n--{boundaries[0]}".encode()
        self.buffer = b""
        self.parts = 0
        self.is_open = False  # after a delimiter
        self.has_failed = False
        self.is_complete = False

    def feed(self, data):
        """Returns the events that these bytes complete. A part is complete when the delimiter after it has arrived."""
        self.buffer += data
        events = []
        while (event := self.take()) is not None:
            events.append(event)
        return events

    def finish(self):
        """The response has ended."""
        require(self.is_complete, f"the body ends without a closing delimiter, after {self.buffer!r}")

    def take(self):
        if self.is_complete:
            require(b"\r\n".startswith(self.buffer), f"{self.buffer!r} after the closing delimiter")
            return None
        if not self.is_open:
            head = self.buffer[: len(self.delimiter)]
            require(self.delimiter.startswith(head), f"the body begins with {head!r}")
            if len(head) < len(self.delimiter):
                return None
            self.buffer = self.buffer[len(self.delimiter) :]
            self.is_open = True
        if len(self.buffer) < 2:
            return None
        if self.buffer[:2] == b"--":
            require(self.parts > 0, "a closing delimiter before the first part")
            self.buffer = self.buffer[2:]
            self.is_complete = True
            # The errors have ended the stream.
            return self.take() if self.has_failed else COMPLETE
        require(self.buffer[:2] == b"\r\n", f"{self.buffer[:2]!r} after a delimiter")
        require(not self.has_failed, "a part after errors")
        end = self.buffer.find(self.delimiter)
        if end < 0:
            return None
        part = self.buffer[2:end]
        self.buffer = self.buffer[end + len(self.delimiter) :]
        self.parts += 1
        return self.event(part)

    def event(self, part):
        head, separator, body = part.partition(b"\r\n\r\n")
        require(separator, f"a part without a blank line: {part!r}")
        # Apollo iOS looks for the name in lower case, and takes a second line for part of the value.
        require(head == b"content-type: application/json", f"the head of a part is {head!r}")
        # It also cuts a part at each blank line.
        require(b"\r\n\r\n" not in body, f"a blank line in {body!r}")
        if body == b"{}":
            return HEARTBEAT
        try:
            value = json.loads(body)
        except ValueError as error:
            raise Malformed(f"{body!r} is not JSON: {error}") from None
        require(isinstance(value, dict) and "payload" in value, f"no payload in {body!r}")
        require(value.keys() <= {"payload", "errors"}, f"unknown keys in {body!r}")
        if value.get("errors") is not None:
            require(value["payload"] is None, f"errors beside a payload: {body!r}")
            self.has_failed = True
            return Failed(value["errors"])
        return Next(value["payload"])
