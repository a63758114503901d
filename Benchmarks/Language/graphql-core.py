"""Measures graphql-core as the other programs here are measured. Arguments: the schema, then queries."""

import gc
import statistics
import sys
from pathlib import Path
from time import perf_counter

from graphql import build_schema, parse, validate


def measure(body):
    """The median of a second of batches of at least 5 ms each, after half a second to warm up; µs for one."""
    count = batch_size(body)
    figures = []
    end = perf_counter() + 1
    while perf_counter() < end:
        figures.append(batch(body, count))
    return statistics.median(figures)


def batch_size(body):
    end = perf_counter() + 0.5
    count = 1
    while perf_counter() < end:
        if batch(body, count) * count < 5000:
            count *= 2
    return count


def batch(body, count):
    start = perf_counter()
    for _ in range(count):
        body()
    return (perf_counter() - start) * 1e6 / count


schema = build_schema(Path(sys.argv[1]).read_text())
gc.freeze()
for path in map(Path, sys.argv[2:]):
    text = path.read_text()
    document = parse(text)
    errors = validate(schema, document)
    if errors:
        raise errors[0]
    bodies = [
        lambda: parse(text),
        lambda: validate(schema, document),
        lambda: validate(schema, parse(text)),
    ]
    print(path.stem, *(f"{measure(body):.2f}" for body in bodies))
