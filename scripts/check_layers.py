#!/usr/bin/env python3
"""Checks that every include points to the same layer or below, and packages stay in their files.

usage: check_layers.py ROOT      exit 0: fine, 1: violations, 2: nothing was found to check
"""
import pathlib
import re
import sys

# What each layer may include besides itself. A layer that is missing here may not exist.
LAYERS = {
    "lib/base": set(),
    "lib/format": {"base"},
    "lib/motion": {"base", "format"},
    "lib/pipeline": {"base", "format", "motion"},
    "apps/mmdkit": {"base", "format", "motion", "pipeline", "apps/mmdkit"},
}

# Packages whose headers stay in few files: prefix of the include -> where it may stand.
PACKAGES = {
    "CLI/": ["apps/"],
    "spdlog/": ["apps/", "lib/pipeline/"],
    "nlohmann/": ["apps/", "lib/pipeline/", "lib/motion/layer_stack_json"],
    "pcre2.h": ["lib/motion/name_pattern.cpp"],
    "utf8proc.h": ["lib/base/unicode.cpp"],
    "iconv.h": ["lib/base/name_codec.cpp"],
    "openssl/": ["lib/base/hash.cpp"],
    "glm/": ["lib/base/math.h"],
}

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')


def layer_of(path):
    return next((layer for layer in LAYERS if path.startswith(layer + "/")), None)


def faults_of(path, text):
    """Yields (line number, why) for each include of one file that breaks a rule."""
    layer = layer_of(path)
    for number, line in enumerate(text.splitlines(), 1):
        match = INCLUDE.match(line)
        if not match:
            continue
        kind, target = match.groups()
        if kind == '"':
            folder = target.rpartition("/")[0]
            if folder != layer.removeprefix("lib/") and folder not in LAYERS[layer]:
                yield number, f'{layer} may not include "{target}"'
        for prefix, places in PACKAGES.items():
            if target.startswith(prefix) and not any(path.startswith(place) for place in places):
                yield number, f"<{target}> belongs to {', '.join(places)}"


def main(root):
    root = pathlib.Path(root)
    checked, faults = 0, []
    for file in sorted([*root.glob("lib/**/*"), *root.glob("apps/**/*")]):
        if file.suffix not in (".h", ".cpp"):
            continue
        path = file.relative_to(root).as_posix()
        if layer_of(path) is None:
            faults.append(f"{path}: in no known layer")
            continue
        text = file.read_text(encoding="utf-8")
        checked += len([line for line in text.splitlines() if INCLUDE.match(line)])
        faults += [f"{path}:{number}: {why}" for number, why in faults_of(path, text)]
    for fault in faults:
        print(fault)
    if checked == 0:
        print(f"{root}: found no include to check", file=sys.stderr)
        return 2
    print(f"layers: {checked} includes, {len(faults)} violations")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1] if len(sys.argv) == 2 else "."))
