#!/usr/bin/env bash
# Builds the fuzz targets with clang and runs each over a scratch copy of its corpus.
# usage: tests/fuzz/run.sh [RUNS]     default: 20000 runs per target, the quick mode of the landing run
set -euo pipefail
cd "$(dirname "$0")/../.."
runs=${1:-20000}

cmake --preset fuzz
cmake --build --preset fuzz
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
for folder in tests/fuzz/corpus/*/; do
  target=$(basename "$folder")
  cp -r "$folder" "$scratch/$target"
  echo "fuzz: $target, $runs runs"
  if ! build/fuzz/tests/fuzz/fuzz_"$target" -runs="$runs" -seed=1 -max_len=8192 -timeout=10 -rss_limit_mb=1024 \
    -print_final_stats=1 -artifact_prefix="$PWD/build/fuzz/" "$scratch/$target" >"$scratch/log" 2>&1; then
    tail -n 40 "$scratch/log"
    echo "fuzz: $target failed; the input is in build/fuzz" >&2
    exit 1
  fi
  grep -E 'number_of_executed_units|peak_rss' "$scratch/log"
done
echo "fuzz: no finding"
