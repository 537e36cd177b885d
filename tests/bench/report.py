#!/usr/bin/env python3
"""Turns the JSON of Google Benchmark into the lines of scripts/bench.sh.

usage: report.py < benchmark.json
"""
import json
import sys

# Benchmark -> figure, unit, limit. The counter `per_bone_frame` is in seconds.
FIGURES = {
    "BM_ReadVmd": ("read-vmd/warm-loop", "ms", 20.0),
    "BM_WriteVmd": ("write-vmd/warm-loop", "ms", 20.0),
    "BM_ReadVmdToTracks": ("read-vmd-to-tracks/warm-loop", "ms", None),
    "BM_SampleAndBlend/mode:0": ("sample-and-blend/mean", "us/bone/frame", 1.0),
    "BM_SampleAndBlend/mode:1": ("sample-and-blend/sequential", "us/bone/frame", 1.0),
    "BM_SampleAndBlend/mode:3": ("sample-and-blend/composite", "us/bone/frame", 1.0),
    "BM_BakeToBytes": ("bake-to-bytes/first-run", "ms", None),
    "BM_WriteBake": ("write-bake/warm-loop", "ms", None),
}


def main():
    rows = json.load(sys.stdin)["benchmarks"]
    repeated = {row["run_name"] for row in rows if row.get("aggregate_name") == "median"}
    for row in rows:
        if row["run_name"] in repeated and row.get("aggregate_name") != "median":
            continue
        name = row["run_name"].split("/iterations")[0].split("/repeats")[0]
        figure, unit, limit = FIGURES[name]
        value = row["per_bone_frame"] * 1e6 if "per_bone_frame" in row else row["real_time"]
        beside = ("limit", f"{limit:.3f}", f"{value / limit:.3f}") if limit else ("", "", "")
        print("\t".join([figure, f"{value:.3f}", unit, *beside]))
        if "minor_faults" in row:
            print(f"{figure.split('/')[0]}/minor-faults\t{row['minor_faults']:.1f}\tfaults/iteration\t\t\t")


if __name__ == "__main__":
    main()
