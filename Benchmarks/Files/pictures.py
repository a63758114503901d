"""Pictures that are uploaded and decoded.

pictures.py store ADDRESS TOKENS FILE COUNT PID: one after the other; prints the median of the seconds from the last byte to the answer
that the file is stored, and the most resident memory of a process that the server has started, in KiB.
pictures.py flood ADDRESS TOKENS FILE COUNT SECONDS: so many at once, again and again for so long; prints how many were stored.
"""
import http.client
import json
import statistics
import sys
import threading
import time
import urllib.parse

mode, address, tokens, path, count, last = sys.argv[1:7]
place = urllib.parse.urlsplit(address)
with open(path, "rb") as file:
    content = file.read()
with open(tokens) as lines:
    tokens = [line.strip() for line in lines]


def connect():
    return http.client.HTTPConnection(place.hostname, place.port, timeout=120)


def create(token):
    connection = connect()
    headers = {"Content-Type": "application/json", "Authorization": "Bearer " + token}
    query = 'mutation { createUpload(input: {name: "a.jpg", bytes: %d}) { upload { address } } }' % len(content)
    connection.request("POST", "/graphql", json.dumps({"query": query}), headers)
    return json.loads(connection.getresponse().read())["data"]["createUpload"]["upload"]["address"]


def store(token):
    """Returns the seconds from the last byte to the answer."""
    upload, connection = create(token), connect()
    connection.putrequest("PUT", upload)
    connection.putheader("Content-Length", str(len(content)))
    connection.endheaders(content)
    start = time.monotonic()
    response = connection.getresponse()
    body = response.read()
    if response.status != 201:
        sys.exit("the upload was answered with %d: %s" % (response.status, body))
    return time.monotonic() - start


def children(pid):
    with open("/proc/%s/task/%s/children" % (pid, pid)) as names:
        found = names.read().split()
    return found + [further for child in found for further in children(child)]


def peak(pid):
    try:
        with open("/proc/%s/status" % pid) as status:
            return next(int(line.split()[1]) for line in status if line.startswith("VmHWM"))
    except (OSError, StopIteration):
        return 0


def watch(pid, ended, peaks):
    while not ended.is_set():
        try:
            peaks.extend(peak(child) for child in children(pid))
        except OSError:
            pass
        time.sleep(0.02)


if mode == "store":
    ended, peaks = threading.Event(), [0]
    watcher = threading.Thread(target=watch, args=(last, ended, peaks))
    watcher.start()
    try:
        times = [store(token) for token in tokens[: int(count)]]
    finally:
        ended.set()
        watcher.join()
    print(round(statistics.median(times), 2), max(peaks))
else:
    end, stored = time.monotonic() + float(last), []

    def flood(first):
        number = first
        while time.monotonic() < end:
            store(tokens[number % len(tokens)])
            stored.append(number)
            number += int(count)

    threads = [threading.Thread(target=flood, args=(number,)) for number in range(int(count))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    print(len(stored))
