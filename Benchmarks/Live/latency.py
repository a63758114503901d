"""latency.py PORT OTHER-PORT TOKENS GRADES COUNT SECONDS RATE

Opens a stream of the nested family query for each of COUNT families at PORT, and has other clients of these families grade at
OTHER-PORT, RATE times a second. Prints how many events came; 50, 90 and 99 % of the time from the answer to a grade until the
event has arrived, in ms; and how many grades were followed by no event, or were refused.

GRADES has a token and the JSON of a request a line, as of scripts/bench.
"""

import asyncio
import json
import random
import sys
import time

from stream import allow_open_files, open_streams, request

GRADE = "mutation ($id: ID!, $points: Float!) { gradeAssignment(input: {id: $id, pointsAwarded: $points}) { assignment { id } } }"
WAIT = 2


async def main(port, other_port, tokens_file, grades_file, count, seconds, rate):
    allow_open_files()
    with open(tokens_file) as file:
        tokens = file.read().split()[:count]
    with open(grades_file) as file:
        grades = dict(line.rstrip("\n").split("\t") for line in file)
    # By token: the times of the last event and of the last answer.
    arrived, waiting = {}, {}

    def note(stream, now):
        arrived[stream.token] = now
        if (event := waiting.get(stream.token)) and not event.done():
            event.set_result(now)

    streams = await open_streams(port, tokens, count, on_event=None)
    for stream, token in zip(streams, tokens):
        stream.token, stream.on_event = token, note
    connections = asyncio.Queue()
    for _ in range(16):
        connections.put_nowait(await asyncio.open_connection("127.0.0.1", other_port))
    times, failed = [], 0

    async def grade(token, points):
        nonlocal failed
        variables = {"id": json.loads(grades[token])["variables"]["id"], "points": points}
        waiting[token] = asyncio.get_running_loop().create_future()
        reader, writer = await connections.get()
        writer.write(request(GRADE, token, variables=variables))
        head = await reader.readuntil(b"\r\n\r\n")
        length = next(int(line.split(b":")[1]) for line in head.lower().split(b"\r\n") if line.startswith(b"content-length"))
        body = await reader.readexactly(length)
        answered = time.monotonic()
        connections.put_nowait((reader, writer))
        try:
            if not body.startswith(b'{"data":{'):
                raise TimeoutError
            event = await asyncio.wait_for(waiting[token], WAIT)
            # An event that overtakes the answer has taken no time.
            times.append(max(0, event - answered))
        except TimeoutError:
            failed += 1
        del waiting[token]

    await asyncio.sleep(1)
    start, tasks = time.monotonic(), []
    # In turn, so that what comes closer together than 250 ms at a family is not measured.
    random.shuffle(tokens)
    number = 0
    while (due := start + number / rate) < start + seconds:
        await asyncio.sleep(max(0, due - time.monotonic()))
        token = tokens[number % count]
        if token in grades and token not in waiting:
            # Hardly ever the grade that is there, which would change nothing.
            tasks.append(asyncio.create_task(grade(token, random.randrange(100_000) / 10_000)))
        number += 1
    await asyncio.gather(*tasks)
    failed += sum(not stream.is_open for stream in streams)
    times.sort()
    share = [times[int(part * (len(times) - 1))] * 1000 for part in (0.5, 0.9, 0.99)] if times else [1e9] * 3
    print(len(times), *(f"{value:.2f}" for value in share), failed)


asyncio.run(main(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3], sys.argv[4], *map(int, sys.argv[5:8])))
