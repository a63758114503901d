"""Uploads of PDFs at once, each over a connection of its own, and the memory of the server meanwhile.

uploads.py ADDRESS TOKENS COUNT BYTES PID: prints the most resident memory in KiB, and the seconds.
"""
import http.client
import json
import sys
import threading
import time
import urllib.parse

address, tokens, count, size, pid = sys.argv[1:6]
count, size = int(count), int(size)
place = urllib.parse.urlsplit(address)
content = b"%PDF-1.7\n" + b"% a line that fills the file\n" * (size // 29)
content = content[:size]


def connect():
    return http.client.HTTPConnection(place.hostname, place.port, timeout=120)


def ask(token, query):
    connection = connect()
    headers = {"Content-Type": "application/json", "Authorization": "Bearer " + token}
    connection.request("POST", "/graphql", json.dumps({"query": query}), headers)
    return json.loads(connection.getresponse().read())


def create(token):
    answer = ask(token, 'mutation { createUpload(input: {name: "a.pdf", bytes: %d}) { upload { address } } }' % size)
    return answer["data"]["createUpload"]["upload"]["address"]


def resident():
    with open("/proc/%s/status" % pid) as status:
        return next(int(line.split()[1]) for line in status if line.startswith("VmRSS"))


# An account has at most 50 open uploads, and requests of one account are few at a time.
with open(tokens) as lines:
    paths = [create(token.strip()) for token, _ in zip(lines, range(count))]
together = threading.Barrier(count + 1)
statuses = []


def upload(path):
    connection = connect()
    connection.connect()
    together.wait()
    connection.request("PUT", path, content)
    statuses.append(connection.getresponse().status)


threads = [threading.Thread(target=upload, args=(path,)) for path in paths]
for thread in threads:
    thread.start()
together.wait()
start, most = time.monotonic(), 0
while any(thread.is_alive() for thread in threads):
    most = max(most, resident())
    time.sleep(0.02)
print(most, round(time.monotonic() - start, 1))
if statuses.count(201) != count:
    sys.exit("not all uploads succeeded: %s" % sorted(statuses))
