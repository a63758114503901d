"""Events of a subscription, whatever transport carries them."""


class Malformed(Exception):
    """Bytes that a client of the protocol does not take."""


def require(condition, message):
    if not condition:
        raise Malformed(message)


def check_errors(errors):
    require(isinstance(errors, list) and errors, f"no list of errors: {errors!r}")
    for error in errors:
        require(isinstance(error, dict) and isinstance(error.get("message"), str), f"not an error: {error!r}")


class Next:
    """A response."""

    def __init__(self, response):
        require(isinstance(response, dict), f"not a response: {response!r}")
        require("data" in response or "errors" in response, f"neither data nor errors in {response!r}")
        require(response.keys() <= {"data", "errors", "extensions"}, f"unknown keys in {response!r}")
        if "errors" in response:
            check_errors(response["errors"])
        self.response = response

    def __repr__(self):
        return f"Next({self.response!r})"


class Failed:
    """The errors of the transport that have ended the stream."""

    def __init__(self, errors):
        check_errors(errors)
        self.errors = errors

    def __repr__(self):
        return f"Failed({self.errors!r})"


HEARTBEAT = "heartbeat"
COMPLETE = "complete"
