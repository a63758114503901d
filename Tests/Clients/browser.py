"""A WebDriver client for tests of pages, of the standard library alone: Debian's chromium and chromium-driver."""

import base64
import json
import os
import shutil
import socket
import subprocess
import tempfile
import time
import urllib.error
import urllib.request

ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
KEYS = {"enter": "\ue007", "tab": "\ue004", "escape": "\ue00c", "control": "\ue009", "shift": "\ue008", "down": "\ue015", "left": "\ue012", "right": "\ue014", "space": " "}


CONTRAST = """
const parse = (text) => (text.match(/[\\d.]+/g) ?? []).map(Number);
const light = (text) => parse(text).slice(0, 3).map((one) => one / 255).map((one) => one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4)
  .reduce((sum, one, index) => sum + one * [0.2126, 0.7152, 0.0722][index], 0);
const ground = (one) => {
  for (; one; one = one.parentElement) {
    const colour = getComputedStyle(one).backgroundColor;
    if ((parse(colour)[3] ?? 1) > 0) return colour;
  }
  return "rgb(255, 255, 255)";
};
const ratio = (a, b) => { const [one, other] = [light(a), light(b)].sort((x, y) => y - x); return (one + 0.05) / (other + 0.05); };
return arguments[0].map((selector) => {
  const one = document.querySelector(selector);
  if (!one) return [selector, 0];
  const style = getComputedStyle(one);
  const colour = one instanceof SVGPathElement ? style.stroke : one instanceof SVGElement ? style.fill : style.color;
  return [selector, ratio(colour, ground(one instanceof SVGElement ? one.closest("svg").parentElement : one))];
});"""


class Failure(Exception):
    pass


class Browser:
    """A browser with one window. Everything that the page writes to the console, and each request that it makes, is recorded."""

    def __init__(self, width=1280, height=860, dark=False):
        self.folder = tempfile.mkdtemp(prefix="hatched-browser-")
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        self.driver = subprocess.Popen(
            ["chromedriver", f"--port={port}", "--allowed-ips=127.0.0.1"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.base = f"http://127.0.0.1:{port}"
        self.session = None
        arguments = [
            "--headless=new", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run", "--disable-background-networking",
            "--disable-component-update", "--disable-sync", "--hide-scrollbars", f"--window-size={width},{height}",
            f"--user-data-dir={self.folder}",
        ]
        if os.geteuid() == 0:
            arguments.append("--no-sandbox")
        if dark:
            arguments.append("--force-dark-mode")
        capabilities = {
            "browserName": "chrome",
            "goog:chromeOptions": {"args": arguments, "binary": shutil.which("chromium")},
            "goog:loggingPrefs": {"browser": "ALL", "performance": "ALL"},
        }
        deadline = time.monotonic() + 20
        while True:
            try:
                answer = self.call("POST", "/session", {"capabilities": {"alwaysMatch": capabilities}})
                break
            except (urllib.error.URLError, ConnectionError):
                if time.monotonic() > deadline:
                    self.close()
                    raise
                time.sleep(0.05)
        self.session = answer["sessionId"]
        self.requests = []
        # The bytes on the wire of each finished request, by its address and number.
        self.sizes = {}
        self.addresses = {}
        self.problems = []

    def call(self, method, path, body=None):
        if self.session:
            path = f"/session/{self.session}{path}"
        data = None if method == "GET" else json.dumps(body or {}).encode()
        request = urllib.request.Request(self.base + path, data, {"Content-Type": "application/json"}, method=method)
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            value = json.load(error)["value"]
            raise Failure(f"{value['error']}: {value['message'].splitlines()[0]}") from None

    def open(self, url):
        self.call("POST", "/url", {"url": url})

    def run(self, script, *arguments):
        return self.call("POST", "/execute/sync", {"script": script, "args": list(arguments)})

    def command(self, name, **parameters):
        """A command of Chromium's own protocol."""
        return self.call("POST", "/goog/cdp/execute", {"cmd": name, "params": parameters})

    def wait(self, script, *arguments, within=10, what=None):
        """Waits until the script's value is true, and returns it."""
        deadline = time.monotonic() + within
        while True:
            value = self.run(script, *arguments)
            if value:
                return value
            if time.monotonic() > deadline:
                raise Failure(f"not within {within} s: {what or script}\n{self.run('return document.body.innerText')[:2000]}")
            time.sleep(0.04)

    def see(self, text, within=10):
        return self.wait("return document.body.innerText.includes(arguments[0])", text, within=within, what=f"the text {text!r}")

    def find(self, selector):
        self.wait("return document.querySelector(arguments[0]) !== null", selector, what=selector)
        return self.call("POST", "/element", {"using": "css selector", "value": selector})[ELEMENT]

    def click(self, selector):
        self.call("POST", f"/element/{self.find(selector)}/click")

    def click_button(self, text):
        """Clicks the button with the text, or with the accessible name."""
        script = """return [...document.querySelectorAll("button")].find((one) =>
          (one.innerText.trim().startsWith(arguments[0]) || one.getAttribute("aria-label")?.startsWith(arguments[0])) && one.offsetParent)"""
        element = self.wait(script, text, what=f"a button {text!r}")
        self.call("POST", f"/element/{element[ELEMENT]}/click")

    def press(self, *keys):
        """Presses keys together, as in press("control", "enter")."""
        keys = [KEYS.get(key, key) for key in keys]
        actions = [{"type": "keyDown", "value": key} for key in keys] + [{"type": "keyUp", "value": key} for key in reversed(keys)]
        self.call("POST", "/actions", {"actions": [{"type": "key", "id": "keyboard", "actions": actions}]})

    def type(self, text):
        actions = [step for key in text for step in ({"type": "keyDown", "value": key}, {"type": "keyUp", "value": key})]
        self.call("POST", "/actions", {"actions": [{"type": "key", "id": "keyboard", "actions": actions}]})

    def choose(self, selector, text):
        """Chooses the option of a list that begins with the text."""
        script = """const list = document.querySelector(arguments[0]);
          const option = [...list.options].find((one) => one.text.startsWith(arguments[1]));
          Object.getOwnPropertyDescriptor(HTMLSelectElement.prototype, "value").set.call(list, option.value);
          list.dispatchEvent(new Event("change", { bubbles: true }));"""
        self.find(selector)
        self.run(script, selector, text)

    def focused(self):
        """The element that the keyboard is at: its name, and whether it shows that; None for the page itself."""
        return self.run("""const one = document.activeElement; const style = getComputedStyle(one);
          const name = one.getAttribute("aria-label") || one.labels?.[0]?.innerText.split("\\n")[0] || one.textContent;
          return one === document.body ? null : { name: name.trim().slice(0, 60), kind: one.tagName.toLowerCase(),
            shows: style.outlineStyle !== "none" && parseFloat(style.outlineWidth) > 0 }""")

    def scheme(self, name):
        """As of a system with the light or the dark theme."""
        self.command("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": name}])

    def contrast(self, *selectors):
        """The contrast of the first element of each selector with what is behind it, as WCAG 2 defines it; 0 for one that is not there."""
        return dict(self.run(CONTRAST, selectors))

    def screenshot(self, path):
        with open(path, "wb") as file:
            file.write(base64.b64decode(self.call("GET", "/screenshot")))

    def collect(self):
        """Reads what happened since the last time: requests, their sizes on the wire, and what went wrong."""
        for entry in self.call("POST", "/se/log", {"type": "performance"}):
            message = json.loads(entry["message"])["message"]
            parameters = message.get("params", {})
            if message["method"] == "Network.requestWillBeSent":
                url = parameters["request"]["url"]
                # Not those of the page with which the browser begins.
                if not url.startswith(("chrome:", "data:")):
                    self.requests.append(url)
                    self.addresses[parameters["requestId"]] = url
            elif message["method"] == "Network.loadingFinished":
                if address := self.addresses.get(parameters["requestId"]):
                    self.sizes[address, parameters["requestId"]] = parameters["encodedDataLength"]
        for entry in self.call("POST", "/se/log", {"type": "browser"}):
            if entry["level"] in ("SEVERE", "WARNING"):
                self.problems.append(entry["message"])

    def close(self):
        try:
            if self.session:
                self.call("DELETE", "")
        except (Failure, OSError):
            pass
        # A program of tests may have it ignore SIGTERM.
        self.driver.kill()
        self.driver.wait(10)
        shutil.rmtree(self.folder, ignore_errors=True)
