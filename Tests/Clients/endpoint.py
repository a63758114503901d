"""A GraphQL endpoint, asked with nothing but the standard library."""

import json
import os
import urllib.request

TOKEN = os.environ.get("HATCHED_TOKEN", "")


def ask(url, query, variables=None, token=TOKEN):
    """Returns the data of an answer, which must have no errors."""
    request = urllib.request.Request(
        url,
        data=json.dumps({"query": query, "variables": variables or {}}).encode(),
        headers={"Content-Type": "application/json", "Authorization": f"Bearer {token}"},
    )
    with urllib.request.urlopen(request, timeout=20) as response:
        answer = json.load(response)
    assert "errors" not in answer, answer["errors"]
    return answer["data"]
