"""bookings.py PORTS TOKENS SERVICE HOURS

Has a client for each of TOKENS, at the PORTS in turn, book the same free hour of SERVICE, all at once; and the same for HOURS hours, one after
the other. Prints, in a line: the bookings that were made; the refusals with CONFLICT; all other answers; the hours that nobody has, and those
that more than one has, by the answers; and 50 and 99 % of the times from a request to its answer, in ms.

PORTS has commas between them; TOKENS has a token a line, of parents of different families.
"""

import asyncio
import datetime
import json
import pathlib
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "Live"))
from stream import request  # noqa: E402

BOOK = "mutation ($input: CreateBookingInput!) { createBooking(input: $input) { booking { id state } } }"


async def book(connection, token, service, start):
    """Returns what became of a booking, and how long the answer took."""
    reader, writer = connection
    moments = [(start + datetime.timedelta(hours=hours)).strftime("%Y-%m-%dT%H:%M:%SZ") for hours in (0, 1)]
    values = {"serviceId": service, "startsAt": moments[0], "endsAt": moments[1]}
    begun = time.monotonic()
    writer.write(request(BOOK, token, variables={"input": values}))
    head = await reader.readuntil(b"\r\n\r\n")
    length = next(int(line.split(b":")[1]) for line in head.lower().split(b"\r\n") if line.startswith(b"content-length"))
    body = json.loads(await reader.readexactly(length))
    took = time.monotonic() - begun
    made = (body.get("data") or {}).get("createBooking")
    if made and made["booking"]["state"] == "PENDING":
        return "BOOKED", took
    codes = {error.get("extensions", {}).get("code") for error in body.get("errors", [])}
    if codes == {"CONFLICT"}:
        return "CONFLICT", took
    print(f"neither booked nor a conflict: {body}", file=sys.stderr)
    return "OTHER", took


async def main(ports, tokens_file, service, hours):
    with open(tokens_file) as file:
        tokens = file.read().split()
    connections = [await asyncio.open_connection("127.0.0.1", ports[number % len(ports)]) for number in range(len(tokens))]
    tomorrow = datetime.datetime.now(datetime.timezone.utc).replace(hour=0, minute=0, second=0) + datetime.timedelta(days=1)
    outcomes, times = [], []
    none = double = 0
    for hour in range(hours):
        start = tomorrow + datetime.timedelta(hours=hour)
        answers = await asyncio.gather(*(book(*each, service, start) for each in zip(connections, tokens)))
        found = [outcome for outcome, _ in answers]
        none += found.count("BOOKED") == 0
        double += found.count("BOOKED") > 1
        outcomes += found
        times += [took * 1000 for _, took in answers]
    times.sort()
    shares = [times[int(share * (len(times) - 1))] for share in (0.5, 0.99)]
    counts = [outcomes.count(outcome) for outcome in ("BOOKED", "CONFLICT", "OTHER")]
    print(*counts, none, double, *(f"{share:.1f}" for share in shares))


asyncio.run(main([int(port) for port in sys.argv[1].split(",")], sys.argv[2], sys.argv[3], int(sys.argv[4])))
