"""The parser of GraphQL over server-sent events, distinct connections mode.

https://github.com/enisdenjo/graphql-sse/blob/master/PROTOCOL.md describes the events, and
https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation their lines.
"""

import codecs
import json

from stream_event import COMPLETE, HEARTBEAT, Malformed, Next, require

ACCEPT = "text/event-stream"


class Parser:
    def __init__(self, content_type):
        kind, *parameters = [part.strip().lower() for part in content_type.split(";")]
        require(kind == "text/event-stream" and parameters in ([], ["charset=utf-8"]), f"the content type is {content_type}")
        self.decoder = codecs.getincrementaldecoder("utf-8")()
        self.text = ""
        self.name = None
        self.data = []
        self.is_complete = False

    def feed(self, data):
        """Returns the events that these bytes complete. An event is complete when its blank line has arrived."""
        try:
            self.text += self.decoder.decode(data)
        except UnicodeDecodeError as error:
            raise Malformed(str(error)) from None
        events = []
        while (line := self.take()) is not None:
            if (event := self.read(line)) is not None:
                events.append(event)
        return events

    def finish(self):
        """The response has ended. Without `complete` the client subscribes again."""
        require(not self.text and self.name is None and not self.data, "the body ends within an event")

    def take(self):
        """Returns a line without its end: CR, LF or both. A CR at the end of what has arrived may be half of one."""
        ends = [index for index in (self.text.find("\r"), self.text.find("\n")) if index >= 0]
        if not ends or self.text[min(ends) :] == "\r":
            return None
        end = min(ends)
        line = self.text[:end]
        self.text = self.text[end + (2 if self.text[end : end + 2] == "\r\n" else 1) :]
        return line

    def read(self, line):
        if line == "":
            return self.dispatch()
        require(not self.is_complete, f"{line!r} after complete")
        field, _, value = line.partition(":")
        value = value.removeprefix(" ")
        if field == "":
            return HEARTBEAT
        if field == "event":
            require(self.name is None, "an event with two types")
            self.name = value
        elif field == "data":
            self.data.append(value)
        else:
            # The client of graphql-sse throws at `retry`. Other fields mean nothing to it.
            raise Malformed(f"the field {field!r}")
        return None

    def dispatch(self):
        name, data = self.name, self.data
        self.name, self.data = None, []
        if name is None and not data:
            return None
        require(data, f"an event {name!r} without data, which parsers drop")
        if name == "complete":
            require(data == [""], f"complete has the data {data!r}")
            self.is_complete = True
            return COMPLETE
        require(name == "next", f"an event of type {name!r}")
        try:
            return Next(json.loads("\n".join(data)))
        except ValueError as error:
            raise Malformed(f"{data!r} is not JSON: {error}") from None
