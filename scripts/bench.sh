#!/usr/bin/env bash
# Runs the benchmarks. One tab-separated line per figure: name, value, unit, and where a peer or a
# limit runs beside it in the same run, its name, its value, and our value divided by it.
# "fresh-process" is a whole run of the program; "warm-loop" is repeated in one process.
# usage: scripts/bench.sh [NAME...]     NAME: vmd layers process peer; default all
set -euo pipefail
cd "$(dirname "$0")/.."

wanted=("$@")
[ ${#wanted[@]} -gt 0 ] || wanted=(vmd layers process peer)
{
  scripts/setup.sh bench
  cmake --preset release
  cmake --build --preset release
} >&2
build=build/release

google() {
  "$build/tests/bench/mmdkit_bench" --benchmark_filter="$1" --benchmark_format=json | tests/bench/report.py
}

for name in "${wanted[@]}"; do
  case $name in
    vmd) google 'Vmd' ;;
    layers) google 'Blend|Bake' ;;
    process) tests/bench/process_bench.py "$build" ;;
    peer) tests/bench/peer_bench.py "$build" ;;
    *) echo "bench: unknown benchmark '$name'; known: vmd layers process peer" >&2; exit 2 ;;
  esac
done
