"""churn.py PORT GATEWAY TOKENS COUNT

Opens COUNT streams and drops each after its first event, two of three without a word, 32 at a time. Prints a line a step: how
many there were, and the gateway's resident memory in MiB a second later.
"""

import asyncio
import socket
import struct
import sys

from stream import allow_open_files, open_stream
from usage import resident

DOCUMENT = "subscription { live { family { name } } }"
STEPS = (0.01, 0.1, 0.5, 1)


async def main(port, gateway, tokens_file, count):
    allow_open_files()
    with open(tokens_file) as file:
        tokens = file.read().split()
    done = 0

    async def some(numbers):
        for number in numbers:
            # From many addresses: one has no ports left after 28,000.
            stream = await open_stream(
                port, tokens[number % len(tokens)], DOCUMENT, ("sse", "multipart")[number % 2],
                address=f"127.0.0.{2 + number % 8}")
            if number % 3:
                stream.transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            stream.transport.abort()

    for step in STEPS:
        numbers = iter(range(done, int(count * step)))
        await asyncio.gather(*(some(numbers) for _ in range(32)))
        done = int(count * step)
        await asyncio.sleep(1)
        print(done, f"{resident(gateway) / (1 << 20):.1f}", flush=True)


asyncio.run(main(int(sys.argv[1]), sys.argv[2], sys.argv[3], int(sys.argv[4])))
