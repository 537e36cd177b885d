#!/usr/bin/env bash
# Installs the Debian 12 packages that are missing; does nothing when all are there.
# usage: scripts/setup.sh [build|test|bench]
#   build  what a release build needs
#   test   and what the tests and checks need (default)
#   bench  and what the benchmarks and their peers need
set -euo pipefail

build=(build-essential cmake ninja-build pkg-config libcli11-dev libfmt-dev libspdlog-dev
  nlohmann-json3-dev libglm-dev libexpected-dev libutf8proc-dev libpcre2-dev libssl-dev)
test=(libgtest-dev zlib1g-dev clang libclang-rt-14-dev clang-format python3 python3-jsonschema locales)
bench=(libbenchmark-dev)

case "${1:-test}" in
  build) wanted=("${build[@]}") ;;
  test) wanted=("${build[@]}" "${test[@]}") ;;
  bench)
    wanted=("${build[@]}" "${test[@]}" "${bench[@]}")
    # Any Node.js from 18 on will do, whoever packaged it.
    command -v node >/dev/null || wanted+=(nodejs)
    command -v npm >/dev/null || wanted+=(npm)
    ;;
  *) echo "usage: scripts/setup.sh [build|test|bench]" >&2; exit 2 ;;
esac

missing=()
for package in "${wanted[@]}"; do
  state=$(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null || true)
  [ "$state" = installed ] || missing+=("$package")
done
if [ ${#missing[@]} -eq 0 ]; then
  echo "setup: all ${#wanted[@]} packages are installed"
  exit 0
fi

as_root=()
if [ "$(id -u)" -ne 0 ]; then
  command -v sudo >/dev/null || { echo "setup: run as root, or install sudo; missing: ${missing[*]}" >&2; exit 1; }
  as_root=(sudo)
fi
echo "setup: installing ${missing[*]}"
"${as_root[@]}" apt-get update -qq
"${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}"
echo "setup: done"
