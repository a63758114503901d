"""Requests and pgbench scripts of an operation whose variables differ from viewer to viewer.

    viewers.py variables ROWS                     placeholders of the variables, as JSON
    viewers.py script ROWS < SCRIPT               a script of `hatched explain --pgbench` with these viewers and variables
    viewers.py requests ROWS BODY TOKENS          a line for each row: its token, a tab, and the body with its variables

ROWS has a line for each viewer, of columns with tabs between them, and their names in the first line: those of the viewer, and the
operation's variables, which are UUIDs. TOKENS has a token a line.
"""

import json
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3] / "Benchmarks/Live"))
from records import subject  # noqa: E402

VIEWER = ("account_id", "session_id", "family_id", "member_id")


def main(command, rows_file, *arguments):
    names, *rows = [line.rstrip("\n").split("\t") for line in open(rows_file)]
    variables = [name for name in names if name not in VIEWER]
    placeholders = {
        name: f"a0a00000-0000-7000-8000-{number:012x}" for number, name in enumerate(variables, start=1)
    }
    if not rows:
        sys.exit("There are no viewers.")
    if command == "variables":
        print(json.dumps(placeholders))
    elif command == "script":
        print_script(names, rows, placeholders, sys.stdin.read())
    elif command == "requests":
        print_requests(names, rows, variables, *arguments)


def print_script(names, rows, placeholders, script):
    print(f"\\set viewer random(1, {len(rows)})\nSELECT")
    columns = [
        "  ('{%s}'::text[])[:viewer] AS %s" % (",".join(row[number] for row in rows), name)
        for number, name in enumerate(names)
    ]
    print(",\n".join(columns) + "\n\\gset")
    statements = script[script.index("\\startpipeline"):]
    # An array of ids, before the ids alone.
    array = "'{%s}'::_uuid" % ",".join(f'"{placeholder}"' for placeholder in placeholders.values())
    if placeholders:
        statements = statements.replace(array, "ARRAY[%s]" % ", ".join(f":{name}::uuid" for name in placeholders))
    for name, placeholder in placeholders.items():
        statements = statements.replace(f"'{placeholder}'", f":{name}")
        if placeholder in statements or placeholders and f":{name}" not in statements:
            sys.exit(f"The variable {name} does not stand by itself in the statements.")
    print(statements, end="")


def print_requests(names, rows, variables, body_file, tokens_file):
    body = open(body_file).read().strip()
    tokens = {subject(token): token for token in open(tokens_file).read().split()}
    for row in rows:
        values = dict(zip(names, row))
        given = json.dumps({name: values[name] for name in variables})
        print(tokens[values["account_id"]], body[:-1] + f',"variables":{given}}}', sep="\t")


main(*sys.argv[1:])
