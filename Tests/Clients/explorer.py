"""Plays the explorer's page in Chromium: explorer.py URL PEOPLE SECRET [--pictures FOLDER]

URL is that of a server with --explorer and --explorer-plans, PEOPLE the file that `hatched token --demo-people` prints, SECRET the one
that signs tokens. Prints a line for each part that went well. With --pictures it writes those of docs/."""

import base64
import hashlib
import hmac
import json
import sys
import time
import urllib.request

from browser import Browser, Failure

url, people_file, secret = sys.argv[1:4]
people = json.load(open(people_file))
token = {person["role"]: person["token"] for person in reversed(people)}
ASSIGNMENT = "0198f000-0000-7000-8007-000000000001"


def lasting(seconds):
    """The parent's token, good from an hour ago for so many seconds from now."""
    def coded(data):
        return base64.urlsafe_b64encode(data).rstrip(b"=").decode()

    head, payload, _ = token["parent"].split(".")
    claims = json.loads(base64.urlsafe_b64decode(payload + "=" * (-len(payload) % 4)))
    now = int(time.time())
    claims |= {"iat": now - 3600, "exp": now + seconds}
    text = f"{head}.{coded(json.dumps(claims).encode())}"
    return f"{text}.{coded(hmac.digest(secret.encode(), text.encode(), hashlib.sha256))}"


def ask(query, role="parent", **variables):
    body = json.dumps({"query": query, "variables": variables}).encode()
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {token[role]}"}
    with urllib.request.urlopen(urllib.request.Request(f"{url}/graphql", body, headers), timeout=20) as answer:
        return json.load(answer)


def grade(points):
    """What another client does meanwhile."""
    answer = ask(f'mutation {{ gradeAssignment(input: {{id: "{ASSIGNMENT}", pointsAwarded: {points}}}) {{ assignment {{ title }} }} }}')
    assert "errors" not in answer, answer


def picture(page, name):
    if "--pictures" in sys.argv:
        time.sleep(0.5)
        page.screenshot(f"{sys.argv[sys.argv.index('--pictures') + 1]}/explorer-{name}.png")


def expect(condition, what):
    if not condition:
        raise Failure(what)


def load(page, path="/explorer"):
    page.open(url + path)
    page.find(".graphiql-container .CodeMirror")
    page.wait("return typeof Hatched === 'object' && Hatched.editor.context?.schema !== undefined || Hatched.editor.context?.queryEditor != null")
    # The schema is there once names are completed and checked.
    page.wait("return document.querySelector('.graphiql-container [aria-label^=\"Show Documentation\"]') !== null")


def response(page):
    return page.run("return document.querySelector('.result-window .CodeMirror')?.CodeMirror.getValue() ?? ''")


def write(page, query):
    page.run("Hatched.editor.context.queryEditor.setValue(arguments[0]); Hatched.editor.context.queryEditor.focus(); "
             "Hatched.editor.context.queryEditor.execCommand('goDocEnd')", query)


def run(page):
    page.run("Hatched.editor.context.queryEditor.focus()")
    page.press("control", "enter")


def answered(page, text, within=10):
    page.wait("return document.querySelector('.result-window .CodeMirror')?.CodeMirror.getValue().includes(arguments[0])", text,
              within=within, what=f"an answer with {text!r}: {response(page)[:500]}")


def first_query(page):
    run(page)
    answered(page, '"Ada Rivera"')
    expect("Chapter 1 review" in response(page), "the first query answers as the parent")
    print("the first query, by one key")


def completion(page):
    write(page, "{\n  family {\n    stud")
    deadline = time.monotonic() + 10
    while not page.run("return document.querySelector('.CodeMirror-hints')?.innerText.includes('students') ?? false"):
        expect(time.monotonic() < deadline, "a name is completed")
        page.press("control", "space")
        time.sleep(0.2)
    page.press("enter")
    page.wait("return Hatched.editor.context.queryEditor.getValue().includes('students')", what="the completed name")
    print("completion")


def wrong_query(page):
    write(page, "{ family { nom } }")
    page.wait("return document.querySelector('.CodeMirror-lint-mark-error, .CodeMirror-lint-mark') !== null", what="a mark at the wrong field")
    run(page)
    answered(page, "GRAPHQL_VALIDATION_FAILED")
    expect("Did you mean" in response(page), "the server suggests a name")
    print("a wrong query")


def mutation(page):
    write(page, f'mutation {{ gradeAssignment(input: {{id: "{ASSIGNMENT}", pointsAwarded: 17}}) {{ assignment {{ pointsAwarded }} courseResult {{ letter }} }} }}')
    run(page)
    answered(page, '"pointsAwarded": 17')
    print("a mutation")


def live(page):
    page.click_button("Show Examples")
    page.click_button("The same, live")
    page.see("the answer at first")
    grade(18.5)
    page.wait("return document.querySelector('#hatched-live')?.innerText.includes('18.5')", within=20, what="the change of another client")
    text = page.run("return document.querySelector('#hatched-live').innerText")
    expect("17" in text and "open" in text, f"the change is marked: {text}")
    answered(page, '"pointsAwarded": 18.5')
    grade(19)
    page.wait("return document.querySelectorAll('#hatched-live ins').length >= 4", within=20, what="the next change")
    picture(page, "live")
    page.click_button("Stop")
    page.wait("return document.querySelector('#hatched-live').innerText.includes('ended')", what="the stream's end")
    print("a live query, changed by another client's mutation")


def plan(page):
    page.click_button("Show Examples")
    page.click_button("A family's work and grades")
    page.wait("return document.querySelectorAll('.hatched-tree [role=treeitem]').length >= 4", what="the tree of levels")
    text = page.run("return document.querySelector('#hatched-plan').innerText")
    expect("round trips\n1" in text, f"one round trip: {text}")
    expect("Cost" in text and "1,000,000" in text, f"the cost against the limit: {text}")
    names = page.run("return [...document.querySelectorAll('.hatched-name')].map((one) => one.textContent)")
    expect(names[:2] == ["family", "students"] and "assignments" in names, f"the levels: {names}")
    # By keyboard.
    page.run("document.querySelector('.hatched-tree [role=treeitem]').focus()")
    page.press("enter")
    page.wait("return document.querySelector('#hatched-plan > .hatched-sql')?.innerText.includes('FROM families')", what="the SQL of a level")
    picture(page, "plan")
    page.press("enter")
    print("the plan")


def see_as(page):
    page.click_button("Show Examples")
    page.click_button("What a student may not read")
    page.click_button("Ask as both")
    page.wait("return document.querySelectorAll('.hatched-side').length === 2", what="two sides")
    sides = page.run("return [...document.querySelectorAll('.hatched-side')].map((one) => one.innerText)")
    expect("FORBIDDEN" in sides[0] and "student" in sides[0], f"the student is refused: {sides[0]}")
    expect("no errors" in sides[1] and "parent" in sides[1], f"the parent is not: {sides[1]}")
    expect(page.run("return document.querySelectorAll('.hatched-differs').length") > 0, "what differs is marked")
    picture(page, "people")
    print("see as a student, who is refused")


def paste(page, text):
    page.run("const field = document.querySelector('.hatched-paste input'); field.focus()")
    page.type(text)
    page.press("enter")
    page.wait("return document.querySelector('#hatched-person').selectedOptions[0].text.startsWith('Pasted')", what="the pasted token")


def expired_token(page):
    expired = lasting(-60)
    paste(page, expired)
    run(page)
    answered(page, "UNAUTHENTICATED")
    page.see("has expired")
    expect(page.run("return JSON.stringify({...localStorage, ...sessionStorage, cookies: document.cookie})").find(expired[-20:]) < 0, "a token is kept")
    page.choose("#hatched-person", "Elena")
    run(page)
    answered(page, '"Rivera"')
    expect("has expired" not in page.run("return document.body.innerText"), "the notice goes")
    print("an expired token, kept nowhere")


def expiring_token(page):
    """It expires while the page is open, and while a stream is: the page says so by itself."""
    write(page, "{ family { name } }")
    began = time.monotonic()
    paste(page, lasting(25))
    run(page)
    answered(page, '"Rivera"')
    expect("expired" not in page.run("return document.querySelector('#hatched-person').selectedOptions[0].text"), "the token is good")
    page.click_button("Show Live")
    page.click_button("Make the query live")
    page.see("the answer at first")
    page.wait("return document.querySelector('.hatched-notice.hatched-expired')?.innerText.includes('The token of Pasted token has expired')", within=45, what="the notice")
    expect(20 < time.monotonic() - began < 45, f"after {time.monotonic() - began} s")
    expect("expired" in page.run("return document.querySelector('#hatched-person').selectedOptions[0].text"), "the list of people shows it")
    page.wait("return document.querySelector('#hatched-live').innerText.includes('ended')", what="the stream's end")
    page.choose("#hatched-person", "Elena")
    page.wait("return document.querySelector('.hatched-expired') === null", what="the notice goes")
    run(page)
    print("a token that expires while the page is open")


def tab_to(page, name, most=60, back=False):
    """Goes on with Tab, or back with Shift-Tab, to the element of the name, which shows that it is there."""
    seen = []
    for _ in range(most):
        page.press(*(["shift", "tab"] if back else ["tab"]))
        here = page.focused()
        seen.append(here and here["name"])
        if here and here["name"].startswith(name):
            return here
    raise Failure(f"Tab does not reach {name}: {seen}")


def by_keyboard(page):
    """From the page's load to a plan and to another person, without a pointer and without the test's help."""
    load(page, "/explorer?keys")
    page.wait("return document.activeElement?.closest('.graphiql-query-editor') !== null", what="the editor has the keyboard")
    page.press("control", "enter")
    answered(page, '"Ada Rivera"')
    tab_to(page, "Show Examples", back=True)
    page.press("enter")
    page.see("What a student may not read")
    tab_to(page, "A family's work and grades")
    page.press("enter")
    page.wait("return document.querySelectorAll('.hatched-tree [role=treeitem]').length >= 4", what="the tree of levels")
    tab_to(page, "family: 1 row")
    page.press("enter")
    page.wait("return document.querySelector('#hatched-plan > .hatched-sql')?.innerText.includes('FROM families')", what="the SQL of a level")
    tab_to(page, "See as", back=True)
    page.type("L")
    page.wait("return document.querySelector('#hatched-person').selectedOptions[0].text.startsWith('Leo')", what="another person, by a letter")
    tab_to(page, "Query")
    page.press("control", "enter")
    page.wait("return document.querySelector('#hatched-plan')?.innerText.includes('round trips') && Hatched.state.plan.person === 'Leo Rivera'", what="the answer to the other person")
    tab_to(page, "Show Live", back=True)
    page.press("enter")
    tab_to(page, "Make the query live")
    page.press("enter")
    page.see("the answer at first")
    tab_to(page, "Stop")
    page.press("enter")
    page.wait("return document.querySelector('#hatched-live').innerText.includes('ended')", what="the stream's end")
    print("by keyboard alone")


def colours(page, scheme):
    page.scheme(scheme)
    page.click_button("Show Examples")
    page.click_button("A family's work and grades")
    page.wait("return document.querySelectorAll('.hatched-tree [role=treeitem]').length >= 4", what="the tree of levels")
    ground = sum(page.run("return getComputedStyle(document.body).backgroundColor.match(/\\d+/g).map(Number)"))
    expect(ground > 700 if scheme == "light" else ground < 300, f"the ground is not {scheme}: {ground}")
    texts = page.contrast(".hatched-bar strong", ".hatched-bar select", ".hatched-button", ".hatched-pane h2", ".hatched-pane dt", ".hatched-pane dd",
                          ".hatched-name", ".hatched-tree .hatched-type", ".hatched-hint", ".hatched-pane summary")
    page.click_button("Show Examples")
    page.click_button("What a student may not read")
    page.click_button("Ask as both")
    page.wait("return document.querySelectorAll('.hatched-side').length === 2", what="two sides")
    texts |= page.contrast(".hatched-refused", ".hatched-differs", ".hatched-side pre", ".hatched-message")
    weak = {name: ratio for name, ratio in texts.items() if ratio < 4.5}
    expect(not weak, f"hard to read in the {scheme}: {weak}")
    print(f"readable in the {scheme}")


def links(page):
    page.open(f"{url}/explorer?again#" + "query=%7B%20family%20%7B%20name%20id%20%7D%20%7D")
    page.find(".graphiql-container .CodeMirror")
    page.wait("return Hatched.editor.context?.queryEditor?.getValue() === '{ family { name id } }'", what="the query of the link")
    page.run("Object.defineProperty(navigator, 'clipboard', { value: { writeText(text) { window.copied = text; return Promise.resolve(); } } })")
    page.click_button("Copy as curl")
    copied = page.wait("return window.copied")
    expect("'{\"query\":\"{ family { name id } }\"}'" in copied and "$TOKEN" in copied and token["parent"] not in copied, copied)
    print("links and curl")


def nothing_else(page):
    page.collect()
    strangers = [one for one in page.requests if not one.startswith(url + "/")]
    expect(not strangers, f"requests elsewhere: {strangers}")
    # The refusal of the expired token is one that the browser notes.
    problems = [one for one in page.problems if "401" not in one]
    expect(not problems, f"on the console: {problems}")
    print("no error on the console, no request elsewhere")


def sizes(page):
    # The page is there before its schema is.
    deadline = time.monotonic() + 10
    schema = 0
    while not schema and time.monotonic() < deadline:
        page.collect()
        schema = sum(size for (address, _), size in page.sizes.items() if address.endswith("/graphql"))
    total = sum(size for (address, _), size in page.sizes.items() if "/explorer" in address)
    expect(schema > 10_000 and total + schema <= 700_000, f"{total} bytes came for the first page, and {schema} of the schema")
    paint = page.run("return performance.getEntriesByName('first-contentful-paint')[0].startTime")
    expect(paint <= 500, f"the first paint came after {paint} ms")
    print(f"first paint and size: {paint:.0f} ms, {total} bytes, and {schema} of the schema", file=sys.stderr)
    print("first paint and size")


def narrow():
    """A telephone in the dark."""
    page = Browser(width=500, height=900, dark=True)
    try:
        page.command("Emulation.setDeviceMetricsOverride", width=390, height=844, deviceScaleFactor=2, mobile=True)
        page.scheme("dark")
        load(page)
        run(page)
        answered(page, "Ada Rivera")
        expect(page.run("return document.documentElement.scrollWidth") <= 390, "the page is wider than a telephone")
        ground = page.run("return getComputedStyle(document.body).backgroundColor")
        expect(sum(int(part) for part in ground[4:-1].split(",")) < 300, f"it is not dark: {ground}")
        visible = page.run("const box = document.querySelector('.result-window').getBoundingClientRect(); return box.width")
        expect(visible > 250, f"the answer has {visible} pixels")
        picture(page, "narrow")
        print("a telephone's width, in the dark")
    finally:
        page.close()


def main():
    page = Browser()
    try:
        page.collect()
        page.requests, page.sizes = [], {}
        load(page)
        sizes(page)
        first_query(page)
        completion(page)
        wrong_query(page)
        mutation(page)
        live(page)
        plan(page)
        see_as(page)
        expired_token(page)
        expiring_token(page)
        links(page)
        by_keyboard(page)
        colours(page, "light")
        colours(page, "dark")
        nothing_else(page)
    except Failure:
        page.collect()
        print(page.problems[-5:], file=sys.stderr)
        raise
    finally:
        page.close()
    narrow()


if __name__ == "__main__":
    main()
