#!/usr/bin/env bash
# From a clean checkout to a baked motion: set-up, release build, then the main job on samples/.
# usage: scripts/demo.sh [FOLDER]   (results go there; default: build/demo)
set -euo pipefail
cd "$(dirname "$0")/.."
out=${1:-build/demo}

scripts/setup.sh build
cmake -S . -B build/demo-release -G Ninja -DCMAKE_BUILD_TYPE=Release -DMMDKIT_TESTS=OFF
cmake --build build/demo-release
mkdir -p "$out"
PATH=$PWD/build/demo-release/apps/mmdkit:$PATH

# Prints the command as a user would type it, then runs it.
show() {
  printf '\n$'
  local word
  for word in "$@"; do
    case $word in *[!A-Za-z0-9_./=:-]*) printf " '%s'" "$word" ;; *) printf ' %s' "$word" ;; esac
  done
  printf '\n'
  "$@"
}

show mmdkit info --sets
show mmdkit filter samples/walk.vmd --bones 'set:lower-body,センター' -o "$out/legs.vmd" --force
show mmdkit bake samples/walk.vmd \
  --layer 'samples/wave.vmd,weight=0.8,fade-in=10,bones=[set:arms]' \
  --layer 'samples/head_turn.vmd,weight=0.5,offset=15,bones=[set:head]' \
  -o "$out/walk_and_wave.vmd" --save-stack "$out/walk_and_wave.json" --force
show mmdkit info "$out/walk_and_wave.vmd"
printf '\nThe baked motion: %s\n' "$out/walk_and_wave.vmd"
