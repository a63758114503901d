"""Plays the operator's page in Chromium: operator.py ADMIN PUBLIC TOKEN [--pictures FOLDER]

ADMIN is the admin address of a server with --slow-operation 1ms and background work, PUBLIC its public address, TOKEN that of a parent.
Prints a line for each part that went well. With --pictures it writes those of docs/."""

import json
import re
import sys
import threading
import time
import urllib.error
import urllib.request

from browser import Browser, Failure

admin, public, token = sys.argv[1:4]
stop = threading.Event()


def ask(query, with_token=True):
    headers = {"Content-Type": "application/json"}
    if with_token:
        headers["Authorization"] = f"Bearer {token}"
    try:
        with urllib.request.urlopen(urllib.request.Request(f"{public}/graphql", json.dumps({"query": query}).encode(), headers), timeout=20) as answer:
            return json.load(answer)
    except urllib.error.HTTPError as error:
        return json.load(error)


def traffic():
    """Some of everything, until the test ends."""
    number = 0
    while not stop.is_set():
        number += 1
        ask("query FamilyPage { family { name students { name assignments(first: 5) { title percentage course { name } } } } }")
        # Never remembered.
        ask(f'query Look {{ family {{ students(where: {{name: {{eq: "Zanzibar {number}"}}}}) {{ name }} }} }}')
        ask("query Nobody { family { name } }", with_token=False)
        ask(f'mutation Rename {{ updateFamily(input: {{name: "Rivera {number}"}}) {{ family {{ name }} }} }}')
        stop.wait(0.1)


def expect(condition, what):
    if not condition:
        raise Failure(what)


def picture(page, name):
    if "--pictures" in sys.argv:
        time.sleep(0.3)
        page.screenshot(f"{sys.argv[sys.argv.index('--pictures') + 1]}/{name}.png")


def load(page):
    page.open(admin + "/")
    page.wait("return document.querySelectorAll('#main .chart').length > 25", what="the charts")
    page.choose("#interval", "second")


def lines(page, panel):
    """The number of lines of a chart that have several points."""
    return page.run(f"return [...document.querySelectorAll('#{panel} path.line')].filter((one) => one.getAttribute('d').includes('L')).length")


def charts(page):
    for panel, least in [("rate", 2), ("latency", 3), ("errors", 1), ("statuses", 2), ("pool", 4), ("worker", 4), ("leases", 1), ("trips", 3),
                         ("held", 1), ("process", 2), ("cpu", 1), ("files", 1), ("open", 2), ("hits", 2), ("entries", 3), ("waiting", 3), ("messages", 5), ("pushes", 5)]:
        page.wait("""return [...document.querySelectorAll(`#${arguments[0]} path.line`)].filter((one) => one.getAttribute('d').includes('L')).length >= arguments[1]""",
                  panel, least, within=15, what=f"{least} lines of {panel}, and not {lines(page, panel)}")
    expect("UNAUTHENTICATED" in page.run("return document.querySelector('#errors .legend').innerText"), "the code of the errors")
    tiles = page.run("return Object.fromEntries([...document.querySelectorAll('#tiles li')].map((one) => [one.querySelector('span').textContent, one.querySelector('b').textContent]))")
    expect(tiles["requests"].endswith("/s") and float(tiles["requests"].split()[0]) > 1, f"the requests: {tiles}")
    expect("MiB of 96" in tiles["memory held"] or "B of 96 MiB" in tiles["memory held"], f"the memory: {tiles}")
    expect(all(text not in ("–", "") for text in tiles.values()), f"a number is missing: {tiles}")
    expect(page.run("return document.documentElement.dataset.state") == "well", "the server is well")
    # What is drawn is what the server says: the number of connections at most.
    expect("of 8" in page.run("return document.querySelector('#pool .moment').textContent"), "the pool's size")
    print("charts of what the server does")


def operations(page):
    text = page.wait("const text = document.querySelector('#operations tbody').innerText; return text.includes('FamilyPage') && text.includes('Rename') && text")
    expect("Nobody" not in text, "a name of somebody without a session")
    print("operations")


def slow(page):
    page.wait("return document.querySelectorAll('#slow-list details').length >= 2", within=15, what="slow operations")
    # By keyboard.
    page.run("[...document.querySelectorAll('#slow-list summary')].find((one) => one.innerText.includes('FamilyPage')).focus()")
    page.press("enter")
    text = page.wait("const open = document.querySelector('#slow-list details[open]'); return open && open.innerText")
    expect("SELECT" in text and "FROM members" in text and "round trips" in text, f"the statements: {text[:500]}")
    expect("Zanzibar" not in page.run("return document.body.textContent"), "a value is shown")
    # The list comes anew, and what is open stays open.
    page.run("document.activeElement.blur()")
    time.sleep(3)
    expect(page.run("return document.querySelector('#slow-list details[open]')?.innerText.includes('FamilyPage')"), "it stays open")
    page.click("#slow-list details[open] summary")
    print("slow operations with their statements")


def background(page):
    text = page.wait("const text = document.querySelector('#background tbody').innerText; return text.includes('overdue') && text.includes('messages') && text")
    expect("ago" in text and "in " in text, f"when: {text}")
    print("background work")


def doctor(page):
    page.wait("return document.querySelectorAll('#findings .findings li').length > 20", within=20, what="the findings")
    text = page.run("return document.querySelector('#doctor').innerText")
    expect("warning" in text and "sign-in" in text and "→ set HATCHED_APPLE_AUDIENCES" in text, f"warnings with advice: {text}")
    expect("0 failures" in text and "that are well" in text, f"a summary: {text}")
    page.click("#check")
    page.wait("return document.querySelector('#doctor').innerText.includes('ago, in')", what="the summary after another check")
    print("doctor")


def by_keyboard(page):
    """Tab reaches everything in its order, and shows where it is."""
    page.run("window.scrollTo(0, 0); document.activeElement.blur()")
    page.open(admin + "/#")
    page.open(admin + "/")
    page.wait("return document.querySelectorAll('#main .chart').length > 25")
    seen = []
    for _ in range(90):
        page.press("tab")
        here = page.focused()
        if here is None or seen and here["name"] == seen[0]["name"]:
            break
        seen.append(here)
    # A chart has its values behind its name.
    names = [re.split(r"[:,]| at \d", one["name"])[0] for one in seen]
    expect(names[0] == "To the numbers", f"the first is the link to the numbers: {names}")
    for name in ["Show", "every", "Pause", "Requests by type", "Latency", "Open streams", "Background work", "Check again"]:
        expect(name in names, f"Tab does not reach {name}: {names}")
    expect(names.index("Pause") < names.index("Requests by type") < names.index("Latency") < names.index("Check again"), f"the order: {names}")
    hidden = [one["name"] for one in seen if not one["shows"]]
    expect(not hidden, f"not shown where the keyboard is: {hidden}")
    # A chart is read by arrows.
    page.choose("#interval", "second")
    page.wait("return document.querySelector('#rate path.line')?.getAttribute('d').includes('L') ?? false", within=15)
    page.run("document.querySelector('#rate .chart').focus()")
    for key in ["left", "left"]:
        page.press(key)
    at = page.wait("return /^\\d\\d:\\d\\d:\\d\\d$/.test(document.querySelector('#rate .moment').textContent) && document.querySelector('#rate .chart').getAttribute('aria-label')",
                   what="the chosen moment")
    expect("Requests by type at" in at and "query" in at and "/s" in at, f"its values for a screen reader: {at}")
    expect(page.run("return document.querySelectorAll('#rate .cursor, #rate .dot').length") >= 2, "the moment is drawn")
    page.press("escape")
    page.wait("return document.querySelector('#rate .moment').textContent === ''", what="the moment is given up")
    # Pause and go on.
    page.run("document.querySelector('#pause').focus()")
    page.press("space")
    expect(page.run("return document.querySelector('#pause').getAttribute('aria-pressed')") == "true", "it pauses")
    page.press("space")
    print("by keyboard alone")


def colours(page, scheme):
    page.scheme(scheme)
    ground = sum(page.run("return getComputedStyle(document.body).backgroundColor.match(/\\d+/g).map(Number)"))
    expect(ground > 700 if scheme == "light" else ground < 150, f"the ground is not {scheme}: {ground}")
    texts = page.contrast("h1", "#notice", "#tiles b", "#tiles span", ".tick", ".legend b", ".help", "thead th", "nav a", ".warn .state", "button")
    lines = page.contrast("path.line.c0", "path.line.c1", "path.line.c2", "path.line.c3", "path.line.c4")
    weak = {name: ratio for name, ratio in texts.items() if ratio < 4.5} | {name: ratio for name, ratio in lines.items() if ratio < 3}
    expect(not weak, f"hard to see in the {scheme}: {weak}")
    print(f"readable in the {scheme}")


def narrow(page):
    page.command("Emulation.setDeviceMetricsOverride", width=390, height=844, deviceScaleFactor=2, mobile=True)
    page.wait("return window.innerWidth === 390")
    page.wait("return document.querySelector('#rate .chart').viewBox.baseVal.width < 390", what="charts of the new width")
    expect(page.run("return document.documentElement.scrollWidth") <= 390, "the page is wider than a telephone")
    width = page.run("return document.querySelector('#rate .chart').getBoundingClientRect().width")
    expect(width > 300, f"a chart has {width} pixels")
    size = page.run("return document.querySelector('#rate .tick').getBoundingClientRect().height")
    expect(size > 9, f"its numbers have {size} pixels")
    print("a telephone's width")


def nothing_else(page):
    page.collect()
    strangers = [one for one in page.requests if not one.startswith(admin + "/")]
    expect(not strangers, f"requests elsewhere: {strangers}")
    expect(not page.problems, f"on the console: {page.problems}")
    total = sum(size for (address, _), size in page.sizes.items() if "/operator/" in address or address == admin + "/")
    expect(total < 60_000, f"{total} bytes of page")
    kept = page.run("return JSON.stringify({...localStorage, ...sessionStorage, cookies: document.cookie})")
    expect(kept == '{"cookies":""}', f"it keeps {kept}")
    print("no error on the console, no request elsewhere, nothing kept")


def silence(page):
    """The server cannot be reached for a while: the page says so, draws a gap, and goes on."""
    page.command("Network.enable")
    page.command("Network.emulateNetworkConditions", offline=True, latency=0, downloadThroughput=-1, uploadThroughput=-1)
    page.see("does not answer since")
    expect(page.run("return document.documentElement.dataset.state") == "ill", "the page shows that something is wrong")
    page.command("Network.emulateNetworkConditions", offline=False, latency=0, downloadThroughput=-1, uploadThroughput=-1)
    page.see("Serves.")
    page.wait("return (document.querySelector('#held path.line').getAttribute('d').match(/M/g) ?? []).length >= 2", within=15, what="a gap in the lines")
    print("a server that does not answer")


def main():
    worker = threading.Thread(target=traffic, daemon=True)
    worker.start()
    page = Browser(width=1280, height=1000)
    try:
        page.collect()
        page.requests, page.sizes = [], {}
        page.scheme("light")
        load(page)
        charts(page)
        operations(page)
        slow(page)
        background(page)
        doctor(page)
        if "--pictures" in sys.argv:
            time.sleep(20)
            page.run("window.scrollTo(0, 0)")
            picture(page, "operator")
        by_keyboard(page)
        colours(page, "light")
        colours(page, "dark")
        narrow(page)
        nothing_else(page)
        silence(page)
    except Failure:
        page.collect()
        print(page.problems[-5:], file=sys.stderr)
        raise
    finally:
        stop.set()
        page.close()
        worker.join(10)


if __name__ == "__main__":
    main()
