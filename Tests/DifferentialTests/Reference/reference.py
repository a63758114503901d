"""Answers, with graphql-core, what the tests ask about documents.

Reads one request a line and answers each with one line, both JSON. Requests:

    {"ask": "schema", "name": "rich", "sdl": "type Query …"}
    {"ask": "document", "schema": "rich", "text": "{ a }"}
    {"ask": "sdl", "text": "type Query …"}
    {"ask": "print", "text": "{ a }", "printed": "{\n  a\n}"}
    {"ask": "input", "schema": "rich", "text": "query ($a: Int) { f(a: $a) }", "variables": {"a": 1}}

An answer holds `errors`: lists of {"message", "locations"}, by stage.
"""

import json
import sys

import graphql
from graphql import GraphQLError, GraphQLScalarType, GraphQLSyntaxError, Undefined, validate_schema
from graphql import build_ast_schema, get_argument_values, get_variable_values, parse, print_ast, validate
from graphql.language import Source
from graphql.language.location import get_location
from graphql.type import is_specified_scalar_type
from graphql.utilities import ast_to_dict, build_schema
from graphql.validation import recommended_rules, specified_rules
from graphql.validation.validate import validate_sdl

# What is not in the September 2025 edition: a limit of its own for introspection, and rules for the
# directives @defer and @stream, which no schema here has.
RULES = [rule for rule in specified_rules if rule not in recommended_rules]

SCHEMAS = {}


def javascript_inspect(value, depth=0):
    """A JSON value as graphql-js shows it in messages; graphql-core shows it as Python would."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, list):
        if not value:
            return "[]"
        if depth >= 2:
            return "[Array]"
        items = [javascript_inspect(item, depth + 1) for item in value[:10]]
        rest = len(value) - len(items)
        if rest > 0:
            items.append(f"... {rest} more item" + ("s" if rest > 1 else ""))
        return "[" + ", ".join(items) + "]"
    if isinstance(value, dict):
        if not value:
            return "{}"
        if depth >= 2:
            return "[Object]"
        members = [f"{key}: {javascript_inspect(item, depth + 1)}" for key, item in value.items()]
        return "{ " + ", ".join(members) + " }"
    return PYTHON_INSPECT(value)


PYTHON_INSPECT = graphql.pyutils.inspect
for module in ("utilities.validate_input_value", "type.scalars", "type.definition"):
    sys.modules[f"graphql.{module}"].inspect = javascript_inspect


def configure(schema):
    """Custom scalars as this project has them: any string, number or boolean, kept as text."""

    def from_value(value):
        if isinstance(value, bool):
            return "true" if value else "false"
        return str(value) if isinstance(value, (str, int, float)) else Undefined

    def from_literal(node):
        if node.kind in ("string_value", "int_value", "float_value"):
            return node.value
        if node.kind == "boolean_value":
            return "true" if node.value else "false"
        return Undefined

    for scalar in schema.type_map.values():
        if isinstance(scalar, GraphQLScalarType) and not is_specified_scalar_type(scalar):
            scalar.coerce_input_value = from_value
            scalar.coerce_input_literal = from_literal
    return schema


def location(source, position):
    """Line and column in UTF-16 code units, as graphql-js has it; graphql-core counts code points."""
    place = get_location(source, position)
    line_start = position - (place.column - 1)
    column = 1 + len(source.body[line_start:position].encode("utf-16-le")) // 2
    return [place.line, column]


def shown(error):
    places = []
    if error.positions and error.source:
        places = [location(error.source, position) for position in error.positions]
    return {"message": error.message, "locations": places}


def all_shown(errors):
    return [shown(error) for error in errors]


def ask_schema(request):
    SCHEMAS[request["name"]] = configure(build_schema(request["sdl"]))
    return {}


def ask_document(request):
    document = parse(Source(request["text"]))
    return {"validation": all_shown(validate(SCHEMAS[request["schema"]], document, RULES))}


def ask_sdl(request):
    document = parse(Source(request["text"]))
    errors = validate_sdl(document)
    if errors:
        return {"definitions": all_shown(errors)}
    schema = configure(build_ast_schema(document, assume_valid_sdl=True))
    return {"types": all_shown(validate_schema(schema))}


def ask_print(request):
    """Whether a printed document is the same document, and how the reference prints it."""
    document = parse(Source(request["text"]))
    printed = parse(Source(request["printed"]))
    return {"isSame": ast_to_dict(document) == ast_to_dict(printed), "printed": print_ast(document)}


def ask_input(request):
    """The variables of the first operation, then the arguments of each of its root fields."""
    schema = SCHEMAS[request["schema"]]
    operation = parse(Source(request["text"])).definitions[0]
    variables = get_variable_values(schema, operation.variable_definitions or (), request["variables"], max_errors=50)
    if isinstance(variables, list):
        return {"variableErrors": all_shown(variables)}
    arguments = []
    for field in operation.selection_set.selections:
        try:
            definition = schema.query_type.fields[field.name.value]
            arguments.append({"value": get_argument_values(definition, field, variables)})
        except GraphQLError as error:
            arguments.append({"error": shown(error)})
    return {"variables": variables.coerced, "arguments": arguments}


ASKED = {
    "schema": ask_schema,
    "document": ask_document,
    "sdl": ask_sdl,
    "print": ask_print,
    "input": ask_input,
}


def answer(request):
    try:
        return ASKED[request["ask"]](request)
    except GraphQLSyntaxError as error:
        return {"syntax": shown(error)}
    except RecursionError:
        return {"failure": "RecursionError"}
    except Exception as error:  # a fault of the reference, told as such
        return {"failure": f"{type(error).__name__}: {error}"}


def main():
    for line in sys.stdin.buffer:
        sys.stdout.buffer.write(json.dumps(answer(json.loads(line))).encode() + b"\n")
        sys.stdout.buffer.flush()


main()
