"""Runs the program and makes, reads and evaluates motions, all without a line of its own code."""
import json
import math
import os
import pathlib
import struct
import subprocess
import tempfile
import unittest

import jsonschema

ROOT = pathlib.Path(__file__).resolve().parents[2]
MMDKIT = os.environ["MMDKIT"]
SHARED = ROOT.parent / "shared"
# Built with a sanitizer, which takes memory and time of its own.
SANITIZED = subprocess.run(["grep", "-qE", "__(asan|tsan)_init", MMDKIT]).returncode == 0
LINEAR = (20, 20, 107, 107)


def block(curve=LINEAR, curves=None, physics=True):
    """The 64 interpolation bytes; `curves`: one (x1, y1, x2, y2) for each of X, Y, Z, R."""
    curves = curves or [curve] * 4
    row = [curves[c][k] for k in range(4) for c in range(4)]
    rows = bytearray(64)
    for shift in range(4):
        rows[16 * shift:16 * shift + 16 - shift] = bytes(row[shift:])
    rows[2:4] = b"\0\0" if physics else b"\x63\x0f"
    return bytes(rows)


def field(name, size=15, encoding="cp932"):
    raw = name if isinstance(name, bytes) else name.encode(encoding)
    return raw[:size].ljust(size, b"\0")


def bone(name, frame, position=(0, 0, 0), rotation=(0, 0, 0, 1), interpolation=None):
    return field(name) + struct.pack("<I7f", frame, *position, *rotation) + (interpolation or block())


def morph(name, frame, weight):
    return field(name) + struct.pack("<If", frame, weight)


def camera(frame, distance=-45.0):
    return struct.pack("<I7f", frame, distance, 0, 10, 0, 0, 0, 0) + bytes([20, 107] * 12) + struct.pack("<IB", 30, 0)


def light(frame):
    return struct.pack("<I6f", frame, .6, .6, .6, -.5, -1, .5)


def shadow(frame):
    return struct.pack("<IBf", frame, 1, .01125)


def prop(frame, visible=1, ik=()):
    return struct.pack("<IBI", frame, visible, len(ik)) + b"".join(field(n, 20) + bytes([on]) for n, on in ik)


def vmd(bones=(), morphs=(), cameras=(), lights=(), shadows=(), properties=(), name="test", sections=6, trailing=b""):
    parts = [bones, morphs, cameras, lights, shadows, properties][:sections]
    body = b"".join(struct.pack("<I", len(part)) + b"".join(part) for part in parts)
    return b"Vocaloid Motion Data 0002".ljust(30, b"\0") + field(name, 20) + body + trailing


def turn(axis, degrees):
    half = math.radians(degrees) / 2
    q = [0, 0, 0, math.cos(half)]
    q[axis] = math.sin(half)
    return tuple(q)


class Motion:
    """A motion read back: lists of tuples per section, in file order."""

    def __init__(self, data):
        self.data, at = data, 50
        self.name = data[30:50].split(b"\0")[0]
        self.sections = []
        for size in (111, 23, 61, 28, 9):
            count, at = struct.unpack_from("<I", data, at)[0], at + 4
            self.sections.append([data[at + size * i:at + size * (i + 1)] for i in range(count)])
            at += size * count
        count, at = struct.unpack_from("<I", data, at)[0], at + 4
        self.properties = []
        for _ in range(count):
            frame, visible, states = struct.unpack_from("<IBI", data, at)
            at += 9
            ik = [(data[at + 21 * i:at + 21 * i + 20].split(b"\0")[0].decode("cp932"), data[at + 21 * i + 20]) for i in range(states)]
            self.properties.append((frame, visible, ik))
            at += 21 * states
        self.trailing = data[at:]

    def bone(self, name):
        """(frame, position, rotation, raw record) of one bone, ascending."""
        keys = [(*struct.unpack_from("<I", r, 15), struct.unpack_from("<3f", r, 19), struct.unpack_from("<4f", r, 31), r)
                for r in self.sections[0] if r[:15].split(b"\0")[0] == field(name).rstrip(b"\0")]
        return sorted(keys, key=lambda key: key[0])

    def morph(self, name):
        keys = [struct.unpack_from("<If", r, 15) for r in self.sections[1] if r[:15].split(b"\0")[0] == field(name).rstrip(b"\0")]
        return sorted(keys)

    def frames(self, section):
        return [struct.unpack_from("<I", r, 15 if section < 2 else 0)[0] for r in self.sections[section]]


def bezier(curve, x):
    """The exact value ratio of a curve, by plain bisection."""
    x1, y1, x2, y2 = (value / 127 for value in curve)
    f = lambda a, b, t: 3 * (1 - t) ** 2 * t * a + 3 * (1 - t) * t * t * b + t ** 3
    low, high = 0.0, 1.0
    for _ in range(80):
        t = (low + high) / 2
        low, high = (t, high) if f(x1, x2, t) < x else (low, t)
    return f(y1, y2, (low + high) / 2)


def angle(q):
    return math.degrees(2 * math.atan2(math.hypot(*q[:3]), abs(q[3])))


class CliTest(unittest.TestCase):
    """A test with a folder of its own, in which the program runs."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def write(self, name, data):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data if isinstance(data, bytes) else data.encode())
        return name

    def read(self, name):
        return (self.folder / name).read_bytes()

    def motion(self, name):
        return Motion(self.read(name))

    def run_raw(self, *argv, **options):
        return subprocess.run([MMDKIT, *argv], cwd=options.pop("cwd", self.folder), capture_output=True, **options)

    def run_cli(self, *argv, exit=0, **options):
        """Runs the program, checks its exit code, gives the finished process with text streams."""
        done = self.run_raw(*argv, **options)
        done.stderr = done.stderr.decode()
        self.assertEqual(done.returncode, exit, f"{argv}\n{done.stderr}")
        if exit == 0 and "-q" in argv:
            self.assertEqual(done.stderr, "")
        return done

    def run_json(self, schema, *argv, **options):
        """Runs with --json; standard output must be one document of that schema and nothing else."""
        document = json.loads(self.run_cli(*argv, "--json", **options).stdout)
        self.validate(schema, document)
        return document

    def validate(self, schema, document):
        jsonschema.validate(document, json.loads((ROOT / "docs" / "schema" / f"{schema}.json").read_text()),
                            cls=jsonschema.Draft202012Validator)

    def warnings(self, document):
        return [warning["id"] for warning in document["warnings"]]
