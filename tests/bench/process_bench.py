#!/usr/bin/env python3
"""Whole processes, each run fresh: mmdkit filter against cp of the same file, in turn.

usage: process_bench.py BUILD-FOLDER    prints the lines of scripts/bench.sh; see there for the columns
"""
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

RUNS = 25


def run(argv):
    """Wall seconds, peak memory in bytes and minor faults of one fresh process."""
    begin = time.perf_counter()
    child = os.fork()
    if child == 0:
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, 1)
        os.dup2(null, 2)
        os.execvp(argv[0], argv)
    _, status, usage = os.wait4(child, 0)
    assert status == 0, argv
    return time.perf_counter() - begin, usage.ru_maxrss * 1024, usage.ru_minflt


def line(name, value, unit, beside="", beside_value=None):
    ratio = "" if beside_value is None else f"{value / beside_value:.3f}"
    beside_text = "" if beside_value is None else f"{beside_value:.3f}"
    print(f"{name}\t{value:.3f}\t{unit}\t{beside}\t{beside_text}\t{ratio}", flush=True)


def main(build):
    program = f"{build}/apps/mmdkit/mmdkit"
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        source, copy, filtered = (str(folder / name) for name in ("big.vmd", "copy.vmd", "filtered.vmd"))
        # Not made here: a child begins with the memory of its parent, which must be small.
        subprocess.run([f"{build}/tests/bench/write_bench_motion", source], check=True)
        size = os.path.getsize(source)
        commands = {
            "cp": ["cp", source, copy],
            "filter": [program, "filter", source, "-o", filtered, "--bones", "!bone*7"],
            "filter-shift": [program, "filter", source, "-o", filtered, "--bones", "!bone*7", "--frames", "30:", "--shift"],
        }
        results = {name: [] for name in commands}
        for number in range(RUNS + 1):
            for name, argv in commands.items():
                for output in (copy, filtered):
                    pathlib.Path(output).unlink(missing_ok=True)
                result = run(argv)
                if number > 0:  # the first round warms the page cache
                    results[name].append(result)
        milliseconds = {name: 1000 * statistics.median(r[0] for r in runs) for name, runs in results.items()}
        limit = 1.3 * milliseconds["cp"] + 30
        for name in ("filter", "filter-shift"):
            faults = statistics.median(r[2] for r in results[name])
            peak = max(r[1] for r in results[name]) / 1e6
            line(f"{name}/fresh-process", milliseconds[name], "ms", "cp", milliseconds["cp"])
            line(f"{name}/fresh-process-limit", milliseconds[name], "ms", "1.3 cp + 30 ms", limit)
            line(f"{name}/peak-memory", peak, "MB", "2.2 x file", 2.2 * size / 1e6)
            line(f"{name}/minor-faults", faults, "faults")


if __name__ == "__main__":
    main(sys.argv[1])
