"""same_schema.py INTROSPECTION SDL…

Whether an introspection answer and SDL texts, each a whole schema, tell graphql-core of the same schema.
INTROSPECTION is the address of a server, or a file with the `data` of an answer.
"""

import difflib
import json
import pathlib
import sys

from graphql import (
    build_client_schema,
    build_schema,
    find_breaking_changes,
    find_dangerous_changes,
    get_introspection_query,
    introspection_from_schema,
    lexicographic_sort_schema,
    parse_value,
    print_ast,
    print_schema,
)

from endpoint import ask

# All that September 2025 has.
OPTIONS = {
    "descriptions": True,
    "specified_by_url": True,
    "directive_is_repeatable": True,
    "schema_description": True,
    "input_value_deprecation": True,
    "one_of": True,
}

# An experiment of this version of graphql-core, in no edition of the specification.
EXPERIMENTAL = "DIRECTIVE_DEFINITION was removed from @deprecated."


def main(introspection, *texts):
    answer = read_introspection(introspection)
    ours = build_client_schema(answer)
    for text in texts:
        theirs = build_schema(pathlib.Path(text).read_text())
        same_text(printed(ours), printed(theirs), introspection, text)
        for one, other in ((ours, theirs), (theirs, ours)):
            changes = find_breaking_changes(one, other) + find_dangerous_changes(one, other)
            changes = [change.description for change in changes if change.description != EXPERIMENTAL]
            assert not changes, "\n".join(changes)
        reference = introspection_from_schema(theirs, experimental_directive_deprecation=False, **OPTIONS)
        same_text(normalized(answer), normalized(reference), f"the answer of {introspection}", f"that for {text}")
    print(f"{len(ours.type_map)} types and {len(ours.directives)} directives are the same")


def read_introspection(place):
    if not place.startswith("http"):
        return json.loads(pathlib.Path(place).read_text())
    answers = [ask(place, get_introspection_query(**OPTIONS)) for _ in range(2)]
    assert json.dumps(answers[0]) == json.dumps(answers[1]), "the order changes from answer to answer"
    return answers[0]


def printed(schema):
    return print_schema(lexicographic_sort_schema(schema))


def normalized(answer):
    """As text, without what implementations may word and order as they like: what is built in, and lists."""
    schema = dict(answer["__schema"])
    schema["types"] = [kind for kind in schema["types"] if not is_built_in(kind["name"])]
    schema["directives"] = [
        directive
        for directive in schema["directives"]
        if directive["name"] not in ("include", "skip", "deprecated", "specifiedBy", "oneOf")
    ]
    return json.dumps(ordered(schema), indent=1, sort_keys=True, ensure_ascii=False)


def is_built_in(name):
    return name.startswith("__") or name in ("Int", "Float", "String", "Boolean", "ID")


def ordered(value):
    if isinstance(value, dict):
        return {key: ordered(reprinted(item) if key == "defaultValue" else item) for key, item in value.items()}
    if isinstance(value, list):
        return sorted((ordered(item) for item in value), key=lambda item: json.dumps(item, sort_keys=True))
    return value


def reprinted(literal):
    """Versions of the reference implementation differ in the spaces inside of braces."""
    return literal and print_ast(parse_value(literal))


def same_text(one, other, one_name, other_name):
    difference = difflib.unified_diff(
        one.splitlines(), other.splitlines(), one_name, other_name, lineterm="", n=2
    )
    difference = "\n".join(difference)
    assert not difference, difference


main(*sys.argv[1:])
