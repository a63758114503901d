"""streams.py URL multipart|sse changes|session|drain

Whether a client of one transport, with nothing but the standard library, sees what happens to a family: changes by another
parent, the end of its session, or the end of the server, for which it prints "watching" and waits.

HATCHED_TOKEN is the viewer's, and HATCHED_OTHER_TOKEN that of another parent of the family.
"""

import http.client
import json
import os
import sys
import time
import urllib.parse

import multipart
import server_sent_events
from endpoint import TOKEN, ask
from stream_event import COMPLETE, HEARTBEAT, Failed, Next

TRANSPORTS = {"multipart": multipart, "sse": server_sent_events}
# In seconds. Below the interval of heartbeats, so that no heartbeat brings what should have come before it.
TIMEOUT = 8
LIVE = "subscription { live { family { id name } } }"
FAMILY = "{ family { id name } }"


class Subscription:
    def __init__(self, url, transport, document):
        address = urllib.parse.urlsplit(url)
        self.connection = http.client.HTTPConnection(address.hostname, address.port, timeout=TIMEOUT)
        headers = {"Content-Type": "application/json", "Accept": transport.ACCEPT, "Authorization": f"Bearer {TOKEN}"}
        self.connection.request("POST", address.path, json.dumps({"query": document}), headers)
        self.response = self.connection.getresponse()
        assert self.response.status == 200, f"status {self.response.status}: {self.response.read()!r}"
        self.parser = transport.Parser(self.response.getheader("Content-Type"))
        self.events = []
        self.has_ended = False
        assert self.receive() == HEARTBEAT, "a stream begins with something else than a heartbeat"

    def receive(self):
        """Returns the next event, or None at the end of the response."""
        while not self.events and not self.has_ended:
            # Raises where the connection ends within a chunk.
            data = self.response.read1(65536)
            if data:
                self.events += self.parser.feed(data)
            else:
                self.parser.finish()
                self.has_ended = True
        return self.events.pop(0) if self.events else None

    def next(self):
        """Returns the next event that is no heartbeat, or None at the end of the response."""
        while (event := self.receive()) == HEARTBEAT:
            pass
        return event

    def data(self):
        event = self.next()
        assert isinstance(event, Next) and "errors" not in event.response, event
        return event.response["data"]

    def close(self):
        self.response.close()
        self.connection.close()


def watch_changes(url, transport):
    def change(document, variables):
        ask(url, document, variables, token=os.environ["HATCHED_OTHER_TOKEN"])

    live = Subscription(url, transport, LIVE)
    versions = Subscription(url, transport, "subscription { familyChanged { version } }")
    notifications = Subscription(url, transport, "subscription { notificationAdded { title } }")
    before = live.data()["live"]
    assert before == ask(url, FAMILY), before
    version = versions.data()["familyChanged"]["version"]

    # Characters that JSON escapes, one of two bytes, and what could be a delimiter.
    for name in ('Rivera "A" \\n é --graphql--', before["family"]["name"]):
        change("mutation ($name: String!) { updateFamily(input: {name: $name}) { family { name } } }", {"name": name})
        after = live.data()["live"]
        assert after == {"family": {**before["family"], "name": name}}, after
        assert after == ask(url, FAMILY), after
        told = versions.data()["familyChanged"]["version"]
        assert told != version, told
        version = told

    for title in ("One", "Two"):
        change('mutation ($title: String!) { createNotification(input: {title: $title, body: "b"}) { __typename } }', {"title": title})
        got = notifications.data()["notificationAdded"]["title"]
        assert got == title, got
    for subscription in (live, versions, notifications):
        subscription.close()
    print("changes, versions and notifications arrive")


def watch_session(url, transport):
    subscription = Subscription(url, transport, LIVE)
    subscription.data()
    ask(url, "mutation { signOut { accountId } }")
    last = subscription.next()
    if transport is multipart:
        assert isinstance(last, Failed), last
        errors = last.errors
    else:
        assert isinstance(last, Next) and "data" not in last.response, last
        errors = last.response["errors"]
        assert subscription.next() == COMPLETE, "no complete"
    assert errors[0]["extensions"]["code"] == "UNAUTHENTICATED", errors
    assert subscription.next() is None, "an event after the last"
    print("the session's end arrives")


def watch_drain(url, transport):
    subscriptions = [Subscription(url, transport, LIVE) for _ in range(100)]
    for subscription in subscriptions:
        subscription.data()
    print("watching", flush=True)
    for subscription in subscriptions:
        last = subscription.next()
        if transport is multipart:
            assert isinstance(last, Failed), last
            extensions = last.errors[0]["extensions"]
            assert extensions["code"] == "SERVER_RESTART" and extensions["retryAfter"] == 1, last
            last = subscription.next()
        # Server-sent events end without `complete`, which would keep the client from coming back.
        assert last is None, last
    print("all streams are told")


SCENARIOS = {"changes": watch_changes, "session": watch_session, "drain": watch_drain}
SCENARIOS[sys.argv[3]](sys.argv[1], TRANSPORTS[sys.argv[2]])
