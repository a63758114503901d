"""An S3 for tests: moto's server, which verifies each signature. Writes the key of its one user to the record, as a line of JSON.

s3_server.py --record FILE [--port N] --bucket NAME
"""

import argparse
import json
import os
import sys

# No request is answered without a signature: moto reads this when it is loaded.
os.environ["INITIAL_NO_AUTH_ACTION_COUNT"] = "0"

from moto.iam.models import iam_backends
from moto.s3.models import s3_backends
from moto.server import ThreadedMotoServer

arguments = argparse.ArgumentParser()
arguments.add_argument("--record", required=True)
arguments.add_argument("--port", type=int, default=0)
arguments.add_argument("--bucket", required=True)
given = arguments.parse_args()

account = "123456789012"
iam = iam_backends[account]["aws"]
iam.create_user("aws", "hatched")
iam.put_user_policy("hatched", "all", json.dumps(
    {"Version": "2012-10-17", "Statement": [{"Effect": "Allow", "Action": "s3:*", "Resource": "*"}]}))
key = iam.create_access_key("hatched")
s3_backends[account]["aws"].create_bucket(given.bucket, "us-east-1")
with open(given.record, "w") as record:
    print(json.dumps({"id": key.access_key_id, "secret": key.secret_access_key}), file=record)

server = ThreadedMotoServer(ip_address="127.0.0.1", port=given.port, verbose=False)
server.start()
_, port = server.get_host_and_port()
print(f"port {port}", flush=True)
# It ends with the test that started it.
sys.stdin.read()
os._exit(0)
