"""receiver.py PORT RECORD

A receiver of webhooks on a port of this machine, which answers as the path says:

    /ok         204
    /fails      500 to the first try of each message, then 204
    /stalls     no answer to the first 15 tries, then 204

Adds a line to RECORD for each message before it is answered: its id, the value of the first id in its data, and the status; 0 for no answer.
"""

import asyncio
import json
import sys

tried, stalled = set(), 0
# So few that no message meets with it twice: the next try but one is minutes later.
STALLED = 15
# Longer than a server waits for an answer; s.
STALL = 30


def status(path, message):
    global stalled
    if path == "/fails" and message not in tried:
        tried.add(message)
        return 500
    if path == "/stalls" and stalled < STALLED:
        stalled += 1
        return 0
    return 204


async def serve(reader, writer, record):
    try:
        while True:
            head = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
            headers = dict(line.lower().split(": ", 1) for line in head[1:] if line)
            body = json.loads(await reader.readexactly(int(headers["content-length"])))
            code = status(head[0].split()[1], headers["webhook-id"])
            print(headers["webhook-id"], next(iter(body["data"].values())), code, sep="\t", file=record, flush=True)
            if not code:
                await asyncio.sleep(STALL)
                break
            writer.write(f"HTTP/1.1 {code} Answer\r\nContent-Length: 0\r\n\r\n".encode() if code != 204 else b"HTTP/1.1 204 No Content\r\n\r\n")
            await writer.drain()
    except (asyncio.IncompleteReadError, ConnectionError):
        pass
    finally:
        writer.close()


async def main(port, file):
    with open(file, "a") as record:
        server = await asyncio.start_server(lambda reader, writer: serve(reader, writer, record), "127.0.0.1", port, backlog=256)
        await server.serve_forever()


asyncio.run(main(int(sys.argv[1]), sys.argv[2]))
