"""in_turn.py PORT REQUESTS COUNT

Sends COUNT requests over one connection, one after the other: the lines of REQUESTS in turn, each with a token and a body. Fails when
one is not answered with data.
"""

import http.client
import itertools
import sys


def main(port, requests_file, count):
    with open(requests_file) as file:
        lines = [line.rstrip("\n").split("\t") for line in file]
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    for token, body in itertools.islice(itertools.cycle(lines), count):
        headers = {"Content-Type": "application/json", "Authorization": f"Bearer {token}"}
        connection.request("POST", "/graphql", body.encode(), headers)
        response = connection.getresponse()
        answer = response.read()
        if response.status != 200 or not answer.startswith(b'{"data":{'):
            raise SystemExit(f"{response.status}: {answer[:500]!r}")


main(int(sys.argv[1]), sys.argv[2], int(sys.argv[3]))
