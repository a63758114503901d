"""drain.py PORT GATEWAY TOKENS COUNT SECONDS

Opens COUNT streams, half of them in either transport, and has the gateway end. Prints how many streams were told, how many ended
otherwise, how many did not end within SECONDS and a second, and after how many seconds the first and the last ended.
"""

import asyncio
import os
import signal
import sys
import time

from stream import allow_open_files, open_streams


async def main(port, gateway, tokens_file, count, seconds):
    allow_open_files()
    with open(tokens_file) as file:
        tokens = file.read().split()
    streams = await open_streams(port, tokens, count, ("sse", "multipart"))
    start = time.monotonic()
    os.kill(gateway, signal.SIGTERM)
    while any(stream.is_open for stream in streams) and time.monotonic() - start < seconds + 1:
        await asyncio.sleep(0.05)
    ended = [stream for stream in streams if not stream.is_open]
    told = sum(stream.is_told for stream in ended)
    times = [stream.ended_at - start for stream in ended] or [0]
    print(told, len(ended) - told, count - len(ended), f"{min(times):.2f} {max(times):.2f}")


asyncio.run(main(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3], int(sys.argv[4]), int(sys.argv[5])))
