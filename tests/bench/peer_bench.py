#!/usr/bin/env python3
"""Our figures beside babylon-mmd's for the same job, in one run.

usage: peer_bench.py BUILD-FOLDER    prints the lines of scripts/bench.sh

The harness is copied from ../shared/peers/babylon into BUILD-FOLDER/peers and installed there with
npm ci. Without the harness, Node.js 18 or the network, the peer's columns stay empty.
"""
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
SHARED = ROOT.parent / "shared"
MODEL = SHARED / "data" / "pmx" / "yyb_miku10.pmx"  # 300 bones and more


def install(build):
    """The folder of the installed harness, or None and a word on stderr."""
    source, target = SHARED / "peers" / "babylon", build / "peers"
    if not source.is_dir():
        print(f"bench: no peer: {source} is missing", file=sys.stderr)
        return None
    shutil.copytree(source, target, dirs_exist_ok=True)
    for script in (ROOT / "tests" / "peers").glob("*.mjs"):
        shutil.copy(script, target)
    if not (target / "node_modules").is_dir():
        try:
            subprocess.run(["npm", "ci", "--no-audit", "--no-fund"], cwd=target, check=True, stdout=sys.stderr)
        except (OSError, subprocess.CalledProcessError) as error:
            print(f"bench: no peer: npm ci failed: {error}", file=sys.stderr)
            return None
    return target


def peer(harness, *argv):
    """The number that a peer script prints, or None and a word on stderr."""
    if harness is None:
        return None
    try:
        done = subprocess.run(["node", *argv], cwd=harness, check=True, capture_output=True, text=True)
        return float(done.stdout.split()[-1])
    except (OSError, subprocess.CalledProcessError, ValueError, IndexError) as error:
        print(f"bench: no peer: {argv[0]}: {error}", file=sys.stderr)
        return None


def ours(build, name):
    program = build / "tests" / "bench" / "mmdkit_bench"
    done = subprocess.run([program, f"--benchmark_filter={name}", "--benchmark_format=json"],
                          check=True, capture_output=True, text=True)
    rows = json.loads(done.stdout)["benchmarks"]
    return next((row for row in rows if row.get("aggregate_name") == "median"), rows[0])


def line(name, value, unit, beside, beside_value):
    tail = "\t\t" if beside_value is None else f"{beside}\t{beside_value:.3f}\t{value / beside_value:.4f}"
    print(f"{name}\t{value:.3f}\t{unit}\t{tail}", flush=True)


def main(build):
    build = pathlib.Path(build).resolve()
    harness = install(build)
    with tempfile.TemporaryDirectory() as folder:
        motion = pathlib.Path(folder) / "big.vmd"
        subprocess.run([build / "tests" / "bench" / "write_bench_motion", motion], check=True)
        line("read-vmd-to-tracks/warm-loop", ours(build, "BM_ReadVmdToTracks")["real_time"], "ms",
             "babylon-mmd 1.3.0", peer(harness, "load_speed.mjs", str(motion)))
    line("sample-and-blend/composite", ours(build, "BM_SampleAndBlend/mode:3")["per_bone_frame"] * 1e6,
         "us/bone/frame", "babylon-mmd 1.3.0", peer(harness, "composite_speed.mjs", str(MODEL)))


if __name__ == "__main__":
    main(sys.argv[1])
