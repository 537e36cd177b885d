#!/usr/bin/env bash
# From a clean checkout to a test summary: set-up, build, every test.
# usage: scripts/test.sh [CTEST-ARGUMENTS...]
set -euo pipefail
cd "$(dirname "$0")/.."

scripts/setup.sh test
cmake --preset dev
cmake --build --preset dev
ctest --preset dev --parallel "$(nproc)" "$@"
