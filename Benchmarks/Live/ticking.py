"""ticking.py PORT OTHER-PORT TOKENS COUNT SECONDS RATE

Opens a stream of the shopping lists of each of COUNT families at PORT, and has other telephones of these families tick an item, or take its tick
back, at OTHER-PORT, RATE times a second. An event counts once it shows the item as it was ticked. Prints how many of these came; 50, 90 and
99 % of the time from when a tick is sent until its event has arrived whole, in ms; the same from the answer to the tick; and how many ticks were
followed by no event, or were refused.

TOKENS has a token a line, of parents of different families, each with a shared list.
"""

import asyncio
import json
import random
import sys
import time

from records import open_records
from stream import allow_open_files, request

LISTS = "subscription { live { family { shoppingLists { isShared items { id tickedAt } } } } }"
TICK = """mutation ($ids: [ID!]!, $isTicked: Boolean) {
  tickShoppingItems(input: {ids: $ids, isTicked: $isTicked}) { items { id tickedAt } } }"""
# Until the first events, and until the event of a tick; s.
OPENING = 120
WAIT = 2


def part(times, share):
    return times[int(share * (len(times) - 1))] * 1000 if times else 1e9


class Tick:
    """A tick that is under way: the state that its item gets, and when an event has shown that."""

    def __init__(self, is_ticked):
        self.is_ticked = is_ticked
        self.arrived = asyncio.get_running_loop().create_future()


async def send(connection, token, item, is_ticked):
    """Returns whether the tick was made, and when its answer was there."""
    reader, writer = connection
    writer.write(request(TICK, token, variables={"ids": [item], "isTicked": is_ticked}))
    head = await reader.readuntil(b"\r\n\r\n")
    length = next(int(line.split(b":")[1]) for line in head.lower().split(b"\r\n") if line.startswith(b"content-length"))
    body = json.loads(await reader.readexactly(length))
    answered = time.monotonic()
    items = ((body.get("data") or {}).get("tickShoppingItems") or {}).get("items") or []
    is_made = [entry["id"] for entry in items if (entry["tickedAt"] is not None) == is_ticked] == [item]
    if not is_made:
        print(f"refused: {body}", file=sys.stderr)
    return is_made, answered


async def main(port, other_port, tokens_file, count, seconds, rate):
    allow_open_files()
    with open(tokens_file) as file:
        tokens = file.read().split()[:count]
    # By stream: the item that is ticked, and whether it is. By token: the tick that is under way.
    items, under_way = {}, {}

    def note(stream, now, data):
        family = ((data.get("data") or {}).get("live") or {}).get("family")
        if not family:
            raise SystemExit(f"A stream does not show the family: {data}")
        shared = [entry for each in family["shoppingLists"] if each["isShared"] for entry in each["items"]]
        if not shared:
            raise SystemExit("A family has no shared list with an item.")
        items[stream] = (shared[0]["id"], shared[0]["tickedAt"] is not None)
        tick = under_way.get(stream)
        if tick and tick.is_ticked == items[stream][1] and not tick.arrived.done():
            tick.arrived.set_result(now)

    streams = await open_records(port, tokens, LISTS, note)
    ends = time.monotonic() + OPENING
    while len(items) < len(streams):
        if time.monotonic() > ends:
            raise SystemExit(f"{len(streams) - len(items)} streams have no first event.")
        await asyncio.sleep(0.1)
    connections = asyncio.Queue()
    for _ in range(16):
        connections.put_nowait(await asyncio.open_connection("127.0.0.1", other_port))
    whole, answer, failed = [], [], 0

    async def tick(stream, token):
        nonlocal failed
        item, is_ticked = items[stream]
        under_way[stream] = Tick(not is_ticked)
        connection = await connections.get()
        sent = time.monotonic()
        is_made, answered = await send(connection, token, item, not is_ticked)
        connections.put_nowait(connection)
        try:
            if not is_made:
                raise TimeoutError
            arrived = await asyncio.wait_for(under_way[stream].arrived, WAIT)
            whole.append(arrived - sent)
            # An event that overtakes the answer has taken no time.
            answer.append(max(0, arrived - answered))
        except TimeoutError:
            failed += 1
        del under_way[stream]

    await asyncio.sleep(1)
    start, tasks = time.monotonic(), []
    pairs = list(zip(streams, tokens))
    # In turn, so that ticks of one family are far from each other.
    random.shuffle(pairs)
    number = 0
    while (due := start + number / rate) < start + seconds:
        await asyncio.sleep(max(0, due - time.monotonic()))
        stream, token = pairs[number % len(pairs)]
        if stream not in under_way:
            tasks.append(asyncio.create_task(tick(stream, token)))
        number += 1
    await asyncio.gather(*tasks)
    failed += sum(not stream.is_open for stream in streams)
    whole.sort()
    answer.sort()
    print(len(whole), *(f"{part(times, share):.2f}" for times in (whole, answer) for share in (0.5, 0.9, 0.99)), failed)


asyncio.run(main(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3], *map(int, sys.argv[4:7])))
