"""malformed_streams.py

Whether the parsers of both transports take well-formed streams, however these are cut, and refuse others.
"""

import multipart
import server_sent_events
from stream_event import COMPLETE, HEARTBEAT, Malformed

MULTIPART = 'multipart/mixed;boundary="graphql";subscriptionSpec=1.0'
SSE = "text/event-stream"
DELIMITER = "\r\n--graphql"
HEAD = "\r\ncontent-type: application/json\r\n\r\n"
ERROR = '{"payload":null,"errors":[{"message":"m"}]}'


def parts(*bodies, end="--\r\n"):
    return "".join(f"{DELIMITER}{HEAD}{body}" for body in bodies) + DELIMITER + end


# Each with the names of its events.
WELL_FORMED = [
    (multipart, MULTIPART, parts("{}", '{"payload":{"data":{"a":"ä--graphql--\\n"}}}', "{}"), "heartbeat Next heartbeat complete"),
    (multipart, MULTIPART, parts("{}", ERROR), "heartbeat Failed"),
    (multipart, "multipart/mixed; subscriptionSpec=1.0; boundary=graphql", parts("{}"), "heartbeat complete"),
    (server_sent_events, SSE, ':\n\nevent: next\ndata: {"data":{"a":"ä"}}\n\nevent: complete\ndata:\n\n', "heartbeat Next complete"),
    (server_sent_events, SSE, 'event:next\r\ndata:{"data":\r\ndata: 1}\r\n\r\n', "Next"),
    (server_sent_events, SSE, ":\n\n", "heartbeat"),
]

MALFORMED = [
    (multipart, 'multipart/mixed;boundary="graphql";subscriptionSpec="1.0"', parts("{}")),
    (multipart, 'multipart/mixed;boundary="graphql"', parts("{}")),
    (multipart, "multipart/mixed;subscriptionSpec=1.0", parts("{}")),
    (multipart, "application/json", parts("{}")),
    (multipart, MULTIPART, parts("{}").removeprefix("\r\n")),
    (multipart, MULTIPART, parts("{}").replace("\r\n", "\n")),
    (multipart, MULTIPART, parts("{}", end="")),
    (multipart, MULTIPART, parts("{}", end=" --\r\n")),
    (multipart, MULTIPART, parts()),
    (multipart, MULTIPART, parts("{ }")),
    (multipart, MULTIPART, parts("")),
    (multipart, MULTIPART, parts("[]")),
    (multipart, MULTIPART, parts('{"data":{}}')),
    (multipart, MULTIPART, parts('{"payload":{}}')),
    (multipart, MULTIPART, parts('{"payload":\r\n\r\n{"data":{}}}')),
    (multipart, MULTIPART, parts('{"payload":null,"errors":{"message":"m"}}')),
    (multipart, MULTIPART, parts('{"payload":null,"errors":[]}')),
    (multipart, MULTIPART, parts('{"payload":{"data":{}},"errors":[{"message":"m"}]}')),
    (multipart, MULTIPART, parts(ERROR, "{}")),
    (multipart, MULTIPART, parts("{}") + parts("{}")),
    (multipart, MULTIPART, parts("{}").replace("content-type", "Content-Type")),
    (multipart, MULTIPART, parts("{}").replace("json\r\n", "json\r\ncontent-length: 2\r\n")),
    (server_sent_events, "text/plain", ":\n\n"),
    (server_sent_events, SSE, 'event: next\ndata: {"data":{}}\n'),
    (server_sent_events, SSE, 'data: {"data":{}}\n\n'),
    (server_sent_events, SSE, 'event: message\ndata: {"data":{}}\n\n'),
    (server_sent_events, SSE, "event: next\n\n"),
    (server_sent_events, SSE, "event: next\ndata: {\n\n"),
    (server_sent_events, SSE, 'event: next\ndata: {"data":\n{}}\n\n'),
    (server_sent_events, SSE, "event: next\ndata: {}\n\n"),
    (server_sent_events, SSE, "event: complete\n\n"),
    (server_sent_events, SSE, "event: complete\ndata: {}\n\n"),
    (server_sent_events, SSE, "event: complete\ndata:\n\n:\n\n"),
    (server_sent_events, SSE, 'retry: 1\nevent: next\ndata: {"data":{}}\n\n'),
]


def events(module, content_type, text, size):
    parser = module.Parser(content_type)
    data = text.encode()
    found = [event for start in range(0, len(data), size) for event in parser.feed(data[start : start + size])]
    parser.finish()
    return found


def main():
    for module, content_type, text, names in WELL_FORMED:
        for size in (1, 2, 3, 7, 1000):
            found = [event if event in (HEARTBEAT, COMPLETE) else type(event).__name__ for event in events(module, content_type, text, size)]
            assert " ".join(found) == names, f"{text!r} has the events {found}"
    for module, content_type, text in MALFORMED:
        for size in (1, 1000):
            try:
                found = events(module, content_type, text, size)
            except Malformed:
                continue
            raise AssertionError(f"{content_type}, {text!r} is taken: {found}")
    # An event is there as soon as the bytes are there that clients wait for, and not before.
    parser = multipart.Parser(MULTIPART)
    assert parser.feed(f"{DELIMITER}{HEAD}{{}}".encode()) == []
    assert parser.feed(DELIMITER.encode()) == [HEARTBEAT]
    print(f"{len(WELL_FORMED)} streams are taken, and {len(MALFORMED)} refused")


main()
