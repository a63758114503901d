"""idle.py PORT ADMIN-PORT GATEWAY POSTMASTER TOKENS COUNT FAMILIES SECONDS

Opens COUNT streams of the nested family query, of FAMILIES families, half of them in either transport, and lets nothing happen.
Prints the database's round trips a second; processor time, of the gateway and of PostgreSQL, a second; resident bytes for each
stream; and how many streams were lost.
"""

import asyncio
import gc
import sys

from stream import allow_open_files, open_streams
from usage import processor_time, resident, round_trips


async def main(port, admin, gateway, postmaster, tokens_file, count, families, seconds):
    allow_open_files()
    with open(tokens_file) as file:
        tokens = file.read().split()[:families]
    before = resident(gateway)
    # What it does when its heap fills with Python's objects is no part of it.
    gc.disable()
    streams = await open_streams(port, tokens, count, ("sse", "multipart"))
    # Each has had a heartbeat, and what opening them began has ended.
    await asyncio.sleep(15)
    memory = resident(gateway)
    round_trips_before, time_before = round_trips(admin), processor_time(gateway, postmaster)
    await asyncio.sleep(seconds)
    time_after, round_trips_after = processor_time(gateway, postmaster), round_trips(admin)
    lost = sum(not stream.is_open or stream.events != 1 for stream in streams)
    print(
        f"{(round_trips_after - round_trips_before) / seconds:.2f}", f"{(time_after - time_before) / seconds:.5f}",
        f"{(memory - before) / count:.0f}", lost)


asyncio.run(main(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3], sys.argv[4], sys.argv[5], *map(int, sys.argv[6:9])))
