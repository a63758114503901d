"""A server for tests that stands for APNs and FCM, over HTTP/2 and TLS, by h2. It writes a line of JSON for each message that it
takes, before it says so, and for each access token that it hands out.

A device's token says what becomes of a message: the text of an FCM token, or the text whose hexadecimal digits an APNs token is.
An x and a number after the name of a behaviour have it happen so many times at first.

    ok-…                          taken
    answer-400-BadTopic-…         answered with this status and reason; not taken
    answer-429-TooMany-r7-…       the same, with Retry-After: 7
    slow-…                        taken, and answered after 0.3 s
    stall-…                       not taken, and never answered
    drop-…                        taken; the connection ends without an answer
    break-…                       the same, by a reset of TCP
    cut-…                         taken; the connection ends after the status of the answer
    reset-…                       not taken; the stream is reset with REFUSED_STREAM
    revoke-…                      taken and answered; all access tokens end
    goaway-…                      taken and answered; GOAWAY says that no other stream is
    leave-…                       not taken; GOAWAY says so, and the connection ends

push_server.py --record FILE --certificate FILE --key FILE [--port N] [--team ID --key-id ID --topic NAME --apns-key FILE]
               [--email NAME --project NAME --fcm-key FILE] [--lifetime SECONDS] [--expires SECONDS] [--grants ANSWER]
               [--lasting]
"""

import argparse
import asyncio
import collections
import itertools
import json
import os
import re
import socket
import ssl
import struct
import sys
import time
import urllib.parse

import jwt
from h2.config import H2Configuration
from h2.connection import H2Connection
from h2.errors import ErrorCodes
from h2.events import ConnectionTerminated, DataReceived, RequestReceived, StreamEnded, StreamReset
from h2.exceptions import ProtocolError
from h2.settings import SettingCodes

arguments = argparse.ArgumentParser()
arguments.add_argument("--record", required=True)
arguments.add_argument("--port", type=int, default=0)
arguments.add_argument("--certificate", required=True)
arguments.add_argument("--key", required=True)
arguments.add_argument("--team")
arguments.add_argument("--key-id")
arguments.add_argument("--topic")
arguments.add_argument("--apns-key", help="the public key of provider tokens")
arguments.add_argument("--email")
arguments.add_argument("--project")
arguments.add_argument("--fcm-key", help="the public key of assertions")
arguments.add_argument("--lifetime", type=int, default=3600, help="of a provider token")
arguments.add_argument("--expires", type=int, default=3600, help="the lifetime of an access token")
arguments.add_argument("--grants", default="", help="as answer-400-invalid_grant: answer assertions with this")
arguments.add_argument("--lasting", action="store_true", help="do not end with the standard input")
options = arguments.parse_args()

record = os.open(options.record, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
tries = collections.Counter()
access_tokens = {}
numbers = itertools.count()
connections = 0


def public_key(path):
    return open(path).read() if path else None


APNS_KEY, FCM_KEY = public_key(options.apns_key), public_key(options.fcm_key)


def note(**line):
    os.write(record, json.dumps(line).encode() + b"\n")


def behaviour(text):
    """The name, the status, the reason and the pause that a token asks for."""
    match = re.match(r"([a-z]+)(?:x(\d+))?(?:-(\d{3})-([A-Za-z_]+))?(?:-r(\d+))?-", text + "-")
    if not match:
        return "ok", None, None, None
    tries[text] += 1
    if match[2] and tries[text] > int(match[2]):
        return "ok", None, None, None
    return match[1], int(match[3] or 0), match[4], match[5]


class Refusal(Exception):
    def __init__(self, status, reason):
        self.status, self.reason = status, reason


def check_provider_token(headers):
    """RFC 7519, and what Apple adds to it."""
    scheme, _, token = headers.get("authorization", "").partition(" ")
    if scheme.lower() != "bearer":
        raise Refusal(403, "MissingProviderToken")
    try:
        header = jwt.get_unverified_header(token)
        claims = jwt.decode(token, APNS_KEY, algorithms=["ES256"], options={"require": ["iss", "iat"], "verify_iat": False})
    except jwt.PyJWTError:
        raise Refusal(403, "InvalidProviderToken")
    if header.get("kid") != options.key_id or claims["iss"] != options.team or set(claims) != {"iss", "iat"}:
        raise Refusal(403, "InvalidProviderToken")
    if claims["iat"] > time.time() + 60:
        raise Refusal(403, "InvalidProviderToken")
    if claims["iat"] < time.time() - options.lifetime:
        raise Refusal(403, "ExpiredProviderToken")
    return token


UUID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}")


def check_apns(headers, body):
    token = check_provider_token(headers)
    if not UUID.fullmatch(headers.get("apns-id", "")):
        raise Refusal(400, "BadMessageId")
    if headers.get("apns-topic") != options.topic:
        raise Refusal(400, "BadTopic")
    if headers.get("apns-push-type") != "alert":
        raise Refusal(400, "InvalidPushType")
    if headers.get("apns-priority") not in ("5", "10"):
        raise Refusal(400, "BadPriority")
    if not headers.get("apns-expiration", "0").isdigit():
        raise Refusal(400, "BadExpirationDate")
    if len(headers.get("apns-collapse-id", "").encode()) > 64:
        raise Refusal(400, "BadCollapseId")
    if not body:
        raise Refusal(400, "PayloadEmpty")
    if len(body) > 4096:
        raise Refusal(413, "PayloadTooLarge")
    if "alert" not in json.loads(body)["aps"]:
        raise Refusal(400, "PayloadEmpty")
    return token


def check_fcm(headers):
    scheme, _, token = headers.get("authorization", "").partition(" ")
    if scheme != "Bearer" or access_tokens.get(token, 0) <= time.time():
        raise Refusal(401, "UNAUTHENTICATED")
    return token


def grant(body):
    """RFC 7523: an access token for an assertion."""
    fields = dict(urllib.parse.parse_qsl(body.decode()))
    if fields.get("grant_type") != "urn:ietf:params:oauth:grant-type:jwt-bearer":
        return 400, {"error": "unsupported_grant_type"}
    try:
        claims = jwt.decode(
            fields.get("assertion", ""), FCM_KEY, algorithms=["RS256"], audience=f"https://localhost:{options.port}/token",
            issuer=options.email, leeway=120, options={"require": ["iss", "aud", "exp", "iat", "scope"]})
    except jwt.PyJWTError as error:
        return 400, {"error": "invalid_grant", "error_description": str(error)}
    if claims["exp"] - claims["iat"] > 3600 or claims["scope"] != "https://www.googleapis.com/auth/firebase.messaging":
        return 400, {"error": "invalid_scope"}
    token = f"access-{next(numbers)}"
    access_tokens[token] = time.time() + options.expires
    note(service="grant", id=token, device="", authorization="", connection=0, headers={}, body=body.decode())
    return 200, {"access_token": token, "expires_in": options.expires, "token_type": "Bearer"}


class Connection(asyncio.Protocol):
    def __init__(self):
        global connections
        connections += 1
        self.number = connections
        self.h2 = H2Connection(H2Configuration(client_side=False, header_encoding="utf-8"))
        self.requests = {}
        self.last = None  # The last stream that is acted on, after GOAWAY.

    def connection_made(self, transport):
        self.transport = transport
        self.h2.initiate_connection()
        self.h2.update_settings({SettingCodes.MAX_CONCURRENT_STREAMS: 500})
        self.flush()

    def flush(self):
        self.transport.write(self.h2.data_to_send())

    def data_received(self, data):
        try:
            events = self.h2.receive_data(data)
        except ProtocolError:
            self.flush()
            self.transport.close()
            return
        for event in events:
            if isinstance(event, RequestReceived):
                self.requests[event.stream_id] = (dict(event.headers), bytearray())
            elif isinstance(event, DataReceived):
                if event.stream_id in self.requests:
                    self.requests[event.stream_id][1].extend(event.data)
                self.h2.acknowledge_received_data(event.flow_controlled_length, event.stream_id)
            elif isinstance(event, StreamEnded):
                headers, body = self.requests.pop(event.stream_id)
                asyncio.get_running_loop().create_task(self.answer(event.stream_id, headers, bytes(body)))
            elif isinstance(event, StreamReset):
                self.requests.pop(event.stream_id, None)
            elif isinstance(event, ConnectionTerminated):
                self.transport.close()
        self.flush()

    def send(self, stream, status, body=None, headers=(), end=True):
        content = json.dumps(body).encode() if body is not None else b""
        try:
            self.h2.send_headers(
                stream, [(":status", str(status)), *headers], end_stream=end and not content)
            if content:
                self.h2.send_data(stream, content, end_stream=end)
        except ProtocolError:
            return  # The client has left the stream.
        self.flush()

    def leave(self, last):
        """RFC 9113, section 6.8: streams above the last one are not acted on."""
        self.last = last
        self.h2.close_connection(last_stream_id=last)
        self.flush()
        self.transport.close()

    async def answer(self, stream, headers, body):
        if self.last is not None and stream > self.last:
            return
        path = headers[":path"]
        if headers[":method"] != "POST":
            self.send(stream, 405, {"reason": "MethodNotAllowed"})
        elif path == "/token":
            name, status, reason, pause = behaviour(options.grants) if options.grants else ("ok", 0, None, None)
            if name == "answer":
                self.send(stream, status, {"error": reason}, [("retry-after", pause)] if pause else [])
            else:
                self.send(stream, *grant(body))
        elif path == f"/v1/projects/{options.project}/messages:send":
            message = json.loads(body)["message"]
            await self.deliver("fcm", stream, headers, body, message["token"], message["data"]["id"], check_fcm)
        elif match := re.fullmatch(r"/3/device/([0-9a-fA-F]+)", path):
            device = bytes.fromhex(match[1]).decode(errors="replace")
            check = lambda headers: check_apns(headers, body)
            await self.deliver("apns", stream, headers, body, device, headers.get("apns-id", ""), check)
        else:
            self.send(stream, 404, {"reason": "BadPath"})

    def refuse(self, service, stream, status, reason, identifier, pause=None):
        headers = [("retry-after", pause)] if pause else []
        if service == "apns":
            body = {"reason": reason}
            if status == 410:
                body["timestamp"] = 1785312000000
            self.send(stream, status, body, [("apns-id", identifier), *headers])
        else:
            detail = {"@type": "type.googleapis.com/google.firebase.fcm.v1.FcmError", "errorCode": reason}
            self.send(stream, status, {"error": {"code": status, "status": "SOMETHING", "details": [detail]}}, headers)

    async def deliver(self, service, stream, headers, body, device, identifier, check):
        try:
            authorization = check(headers)
        except Refusal as refusal:
            self.refuse(service, stream, refusal.status, refusal.reason, identifier)
            return
        name, status, reason, pause = behaviour(device)
        if name == "answer":
            self.refuse(service, stream, status, reason, identifier, pause)
            return
        if name == "stall":
            return
        if name == "reset":
            self.h2.reset_stream(stream, ErrorCodes.REFUSED_STREAM)
            self.flush()
            return
        if name == "leave":
            self.leave(max(stream - 2, 0))
            return
        if name == "slow":
            await asyncio.sleep(0.3)
        note(
            service=service, id=identifier, device=device, authorization=authorization, connection=self.number,
            headers={key: value for key, value in headers.items() if key.startswith("apns-")}, body=body.decode())
        if name == "drop":
            self.transport.abort()
            return
        if name == "break":
            self.transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            self.transport.abort()
            return
        if name == "cut":
            self.send(stream, 200, headers=[("apns-id", identifier), ("content-length", "10")], end=False)
            asyncio.get_running_loop().call_later(0.05, self.transport.close)
            return
        if service == "apns":
            self.send(stream, 200, headers=[("apns-id", identifier)])
        else:
            self.send(stream, 200, {"name": f"projects/{options.project}/messages/{identifier}"})
        if name == "revoke":
            access_tokens.clear()
        if name == "goaway":
            self.leave(stream)


async def main():
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    context.load_cert_chain(options.certificate, options.key)
    context.set_alpn_protocols(["h2"])
    listener = await asyncio.get_running_loop().create_server(
        Connection, "127.0.0.1", options.port, ssl=context, reuse_address=True)
    options.port = listener.sockets[0].getsockname()[1]
    print("port", options.port, flush=True)
    if options.lasting:
        await asyncio.Event().wait()
    # Ends with whoever started it.
    await asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)


try:
    asyncio.run(main())
except KeyboardInterrupt:
    pass
os._exit(0)
