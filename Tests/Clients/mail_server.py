"""A mail server for tests, by aiosmtpd. It writes a line of JSON for each mail that it takes, before it says so.

The local part of a recipient says what becomes of a mail, as in rcpt450x2-ada@example.org:

    rcpt550-…     refused at RCPT with this code; with x2, the first two times
    data451-…     refused with this code after the text
    close-…       the connection is closed instead of an answer to DATA
    drop-…        the mail is taken, and the connection closed without an answer
    stall-…       there is never an answer after the text; the mail is not taken

mail_server.py --record FILE [--port N] [--certificate FILE --key FILE [--implicit]] [--user NAME --password TEXT]
               [--delay SECONDS] [--old] [--lasting]
"""

import argparse
import asyncio
import base64
import collections
import json
import logging
import os
import re
import ssl
import sys
import warnings

from aiosmtpd.smtp import SMTP, AuthResult

arguments = argparse.ArgumentParser()
arguments.add_argument("--record", required=True)
arguments.add_argument("--port", type=int, default=0)
arguments.add_argument("--certificate")
arguments.add_argument("--key")
arguments.add_argument("--implicit", action="store_true", help="TLS from the first byte")
arguments.add_argument("--user")
arguments.add_argument("--password")
arguments.add_argument("--delay", type=float, default=0)
arguments.add_argument("--lasting", action="store_true", help="do not end with the standard input")
arguments.add_argument("--old", action="store_true", help="no STARTTLS")
options = arguments.parse_args()

record = os.open(options.record, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
tries = collections.Counter()


def behaviour(address):
    """The place and the code of an address, if this try has one."""
    match = re.match(r"(rcpt|data)([45]\d\d)(?:x(\d+))?-|(close|drop|stall)(?:x(\d+))?-", address)
    if not match:
        return None, None
    place = match[1] or match[4]
    times = match[3] or match[5]
    tries[address, place] += 1
    if times and tries[address, place] > int(times):
        return None, None
    return place, match[2]


class Server(SMTP):
    async def smtp_DATA(self, arg):
        address = self.envelope.rcpt_tos[0] if self.envelope.rcpt_tos else ""
        if address.startswith("close") and behaviour(address)[0] == "close":
            self.transport.abort()
            return
        await super().smtp_DATA(arg)


class Handler:
    async def handle_RCPT(self, server, session, envelope, address, rcpt_options):
        if address.startswith("rcpt"):
            place, code = behaviour(address)
            if place == "rcpt":
                return f"{code} not this one"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server, session, envelope):
        address = envelope.rcpt_tos[0]
        place, code = (None, None) if address.startswith("rcpt") else behaviour(address)
        if place == "data":
            return f"{code} not this text"
        if place == "stall":
            await asyncio.sleep(3600)
        if options.delay:
            await asyncio.sleep(options.delay)
        line = json.dumps({
            "from": envelope.mail_from,
            "to": envelope.rcpt_tos,
            "greeting": session.host_name,
            "encrypted": session.ssl is not None or options.implicit,
            "user": (session.auth_data or b"").decode() if session.authenticated else None,
            "connection": id(session),
            "content": base64.b64encode(envelope.original_content).decode(),
        })
        os.write(record, line.encode() + b"\n")
        if place == "drop":
            server.transport.abort()
        return "250 taken"


def authenticate(server, session, envelope, mechanism, data):
    success = data.login.decode() == options.user and data.password.decode() == options.password
    return AuthResult(success=success, auth_data=data.login)


async def main():
    context = None
    if options.certificate:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(options.certificate, options.key)
    inner = None if options.implicit or options.old else context

    def make():
        return Server(
            Handler(), hostname="localhost", tls_context=inner, require_starttls=inner is not None,
            auth_required=options.user is not None, auth_require_tls=False if options.implicit else inner is not None,
            authenticator=authenticate, loop=asyncio.get_running_loop())

    listener = await asyncio.get_running_loop().create_server(
        make, "127.0.0.1", options.port, ssl=context if options.implicit else None, reuse_address=True)
    print("port", listener.sockets[0].getsockname()[1], flush=True)
    if options.lasting:
        await asyncio.Event().wait()
    # Ends with whoever started it.
    await asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)


logging.getLogger("mail.log").setLevel(logging.CRITICAL)
warnings.filterwarnings("ignore")
try:
    asyncio.run(main())
except KeyboardInterrupt:
    pass
os._exit(0)
