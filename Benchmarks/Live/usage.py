"""usage.py PROCESS POSTMASTER: the seconds of processor time that a process, and PostgreSQL with all of its processes, have taken."""

import os
import sys
import urllib.request

TICK = os.sysconf("SC_CLK_TCK")


def fields(process):
    with open(f"/proc/{process}/stat") as file:
        return file.read().rpartition(")")[2].split()


def processor_time(gateway, postmaster):
    """Those of the two that have ended count with the postmaster, which has waited for them."""
    ticks = sum(map(int, fields(gateway)[11:13])) + sum(map(int, fields(postmaster)[11:15]))
    for process in filter(str.isdigit, os.listdir("/proc")):
        try:
            values = fields(process)
        except OSError:
            continue
        if values[1] == str(postmaster):
            ticks += sum(map(int, values[11:13]))
    return ticks / TICK


def resident(process):
    """In bytes."""
    with open(f"/proc/{process}/status") as file:
        return next(int(line.split()[1]) << 10 for line in file if line.startswith("VmRSS:"))


def round_trips(admin):
    with urllib.request.urlopen(f"http://127.0.0.1:{admin}/metrics", timeout=20) as response:
        lines = response.read().decode().splitlines()
    return sum(float(line.split()[-1]) for line in lines if line.startswith("hatched_database_round_trips_total"))


if __name__ == "__main__":
    print(f"{processor_time(sys.argv[1], sys.argv[2]):.3f}")
