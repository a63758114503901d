"""Reads metrics with the parser of Prometheus' client for Python: metrics.py URL"""

import sys
import urllib.request

from prometheus_client.parser import text_string_to_metric_families

with urllib.request.urlopen(sys.argv[1], timeout=20) as response:
    families = list(text_string_to_metric_families(response.read().decode()))
count = next(
    sample.value
    for family in families
    for sample in family.samples
    if sample.name == "hatched_operation_duration_seconds_count" and sample.labels["operation"] == "FamilyPage"
)
print(f"{len(families)} families, {count:.0f} request of FamilyPage")
