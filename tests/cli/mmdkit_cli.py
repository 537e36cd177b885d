"""Runs the program, and writes and reads motions without a line of the program's own code."""
import json
import math
import os
import pathlib
import struct
import subprocess
import sys
import tempfile
import unittest

try:
    import jsonschema
except ImportError:
    sys.exit("The black-box tests need the Python module jsonschema: run scripts/setup.sh test "
             "(Debian package python3-jsonschema).")

ROOT = pathlib.Path(os.environ.get("MMDKIT_SOURCE_DIR", pathlib.Path(__file__).resolve().parents[2]))
MMDKIT = os.environ.get("MMDKIT") or sys.exit("Set MMDKIT to the program under test.")
SHARED = ROOT.parent / "shared"
# Built with a sanitizer, which takes memory and time of its own.
SANITIZED = subprocess.run(["grep", "-qE", "__(asan|tsan)_init", MMDKIT]).returncode == 0
RECORD_BYTES = (111, 23, 61, 28, 9)
SECTIONS = ("bone", "morph", "camera", "light", "shadow", "property")
LINEAR = (20, 20, 107, 107)


# ---- writing

def block(curve=LINEAR, curves=None, physics=True, padding=0):
    """The 64 interpolation bytes; `curves`: one (x1, y1, x2, y2) for each of X, Y, Z, R."""
    curves = curves or [curve] * 4
    row = bytes(curves[c][k] for k in range(4) for c in range(4))
    rows = b"".join(row[shift:] + bytes([padding]) * shift for shift in range(4))
    return rows[:2] + (b"\0\0" if physics else b"\x63\x0f") + rows[4:]


def field(name, size=15, encoding="cp932"):
    raw = name if isinstance(name, bytes) else name.encode(encoding)
    return raw[:size].ljust(size, b"\0")


def bone(name, frame, position=(0, 0, 0), rotation=(0, 0, 0, 1), interpolation=None):
    return field(name) + struct.pack("<I7f", frame, *position, *rotation) + (interpolation or block())


def morph(name, frame, weight):
    return field(name) + struct.pack("<If", frame, weight)


def camera(frame, distance=-45.0, curve=bytes([20, 107] * 12)):
    return struct.pack("<I7f", frame, distance, 0, 10, 0, 0, 0, 0) + curve + struct.pack("<IB", 30, 0)


def light(frame):
    return struct.pack("<I6f", frame, .6, .6, .6, -.5, -1, .5)


def shadow(frame):
    return struct.pack("<IBf", frame, 1, .01125)


def prop(frame, visible=1, ik=()):
    return struct.pack("<IBI", frame, visible, len(ik)) + b"".join(field(n, 20) + bytes([on]) for n, on in ik)


def vmd(bones=(), morphs=(), cameras=(), lights=(), shadows=(), properties=(), name="test", sections=6,
        trailing=b"", version=2):
    """A motion; `sections`: how many it has before it ends."""
    parts = [bones, morphs, cameras, lights, shadows, properties][:sections]
    body = b"".join(struct.pack("<I", len(part)) + b"".join(part) for part in parts)
    signature = b"Vocaloid Motion Data 0002" if version == 2 else b"Vocaloid Motion Data file"
    return signature.ljust(30, b"\0") + field(name, 20 if version == 2 else 10) + body + trailing


def turn(axis, degrees):
    """Rotation about X, Y or Z (0, 1, 2)."""
    half = math.radians(degrees) / 2
    q = [0, 0, 0, math.cos(half)]
    q[axis] = math.sin(half)
    return tuple(q)


# ---- reading

def frame_of(record, section):
    return struct.unpack_from("<I", record, 15 if section < 2 else 0)[0]


def name_of(record):
    return record[:15].split(b"\0")[0]


class Motion:
    """A motion read back: raw records per section in file order, property keys taken apart."""

    def __init__(self, data):
        self.data, self.at = data, 50 if data.startswith(b"Vocaloid Motion Data 0002\0") else 40
        self.name = data[30:self.at].split(b"\0")[0]
        self.sections = [[self._take(size) for _ in range(self._count())] for size in RECORD_BYTES]
        self.properties = []
        for _ in range(self._count()):
            frame, visible, states = struct.unpack("<IBI", self._take(9))
            entries = [self._take(21) for _ in range(states)]
            self.properties.append((frame, visible, [(e[:20].split(b"\0")[0].decode("cp932"), e[20]) for e in entries]))
        self.trailing = data[self.at:]

    def _take(self, size):
        self.at += size
        if self.at > len(self.data):
            raise ValueError(f"the motion ends inside a record at {self.at - size}")
        return self.data[self.at - size:self.at]

    def _count(self):
        return struct.unpack("<I", self._take(4))[0] if self.at < len(self.data) else 0

    def names(self, section=0, encoding="cp932"):
        return [name_of(record).decode(encoding) for record in self.sections[section]]

    def frames(self, section):
        return [frame_of(record, section) for record in self.sections[section]]

    def bone(self, name):
        """(frame, position, rotation, raw record) of one bone, ascending."""
        wanted = name_of(field(name))
        keys = [(frame_of(r, 0), struct.unpack_from("<3f", r, 19), struct.unpack_from("<4f", r, 31), r)
                for r in self.sections[0] if name_of(r) == wanted]
        return sorted(keys, key=lambda key: key[0])

    def morph(self, name):
        """(frame, weight) of one morph, ascending."""
        wanted = name_of(field(name))
        return sorted(struct.unpack_from("<If", r, 15) for r in self.sections[1] if name_of(r) == wanted)


# ---- running

class CliTest(unittest.TestCase):
    """A test with a folder of its own, in which the program runs."""

    maxDiff = 2000

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="mmdkit-cli-")
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

    def files(self):
        """Names of all files in the folder, as a sorted list."""
        return sorted(str(path.relative_to(self.folder)) for path in self.folder.rglob("*") if not path.is_dir())

    def run_raw(self, *argv, **options):
        if "input" not in options:
            options.setdefault("stdin", subprocess.DEVNULL)
        options.setdefault("timeout", 120)
        return subprocess.run([MMDKIT, *argv], cwd=options.pop("cwd", self.folder), capture_output=True, **options)

    def run_cli(self, *argv, exit=0, **options):
        """Runs the program and checks its exit code; standard error comes as text."""
        done = self.run_raw(*argv, **options)
        done.stderr = done.stderr.decode()
        self.assertEqual(done.returncode, exit, f"{argv}\n{done.stderr}")
        if exit == 0 and "-q" in argv:
            self.assertEqual(done.stderr, "")
        return done

    def run_json(self, schema, *argv, exit=0, **options):
        """Runs with --json: standard output is one document of that schema and nothing else."""
        text = self.run_cli(*argv, "--json", exit=exit, **options).stdout.decode()
        self.assertTrue(text.startswith("{") and text.endswith("}\n"), text[:100])
        document = json.loads(text)
        self.validate(schema, document)
        return document

    def validate(self, schema, document):
        rules = json.loads((ROOT / "docs" / "schema" / f"{schema}.json").read_text())
        jsonschema.Draft202012Validator(rules).validate(document)

    def bake(self, *argv, **files):
        """Bakes to out.vmd. Files are written as NAME.vmd; `base` is the base. (motion, document)"""
        for name, data in files.items():
            self.write(name + ".vmd", data)
        base = ["base.vmd"] if "base" in files else []
        document = self.run_json("bake", "bake", *base, "-o", "out.vmd", "--force", *argv)
        return self.motion("out.vmd"), document

    def warnings(self, document):
        return [warning["id"] for warning in document["warnings"]]


class FilterTest(CliTest):
    """A test that filters in.vmd to out.vmd."""

    def filter(self, *argv, data=None):
        if data is not None:
            self.write("in.vmd", data)
        document = self.run_json("filter", "filter", "in.vmd", "-o", "out.vmd", "--force", *argv)
        return self.motion("out.vmd"), document
