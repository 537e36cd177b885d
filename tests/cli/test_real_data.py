"""Motions that nobody here made, against a second parser. Skipped where they are not present."""
import json
import subprocess
import sys
import unittest

from mmdkit_cli import SHARED, CliTest, Motion

MOTIONS = sorted((SHARED / "data" / "vmd").glob("*.vmd"))
DESCRIBE = SHARED / "data" / "describe.py"
NO_MOTION = {"hvmd_json_not_mmd.vmd"}
READ_WITH_A_WARNING = {"dx12_motion.vmd", "yw_joint_orient_bad.vmd"}  # the second parser refuses their signatures


@unittest.skipUnless(MOTIONS, f"no motions in {SHARED / 'data' / 'vmd'}")
class RealData(CliTest):
    def describe(self, *paths):
        done = subprocess.run([sys.executable, DESCRIBE, "--json", *paths], capture_output=True, text=True, check=True)
        return [json.loads(line) for line in done.stdout.splitlines()]

    def readable(self):
        return [path for path in MOTIONS if path.name not in NO_MOTION]

    def test_counts_are_those_of_the_second_parser(self):
        ours = self.run_json("info", "info", "-q", *map(str, self.readable()))["files"]
        compared = 0
        for path, mine, other in zip(self.readable(), ours, self.describe(*self.readable())):
            with self.subTest(file=path.name):
                if path.name in READ_WITH_A_WARNING:
                    self.assertIn("vmd-unknown-version", self.warnings(mine))
                    continue
                self.assertEqual(mine["counts"], {key: other.get(key) for key in mine["counts"]})
                self.assertEqual((mine["frames"] or [0, 0])[1], other["last_frame"])
                self.assertEqual((len(mine["bones"]), len(mine["morphs"]), len(mine["ik"])), (len(other["bones"]), len(other["morphs"]), len(other["ik_names"])))
                duplicates = [int(p.split()[0]) for p in other["problems"] if p.endswith("duplicate keys")]
                self.assertEqual([mine["duplicates"]["bone"] + mine["duplicates"]["morph"]], duplicates or [0])
                self.assertEqual(mine["physics_off_keys"], other["stats"].get("physics_off", 0))
                compared += 1
        self.assertGreater(compared, 50)

    def test_what_is_no_motion_is_refused(self):
        for path in MOTIONS:
            if path.name in NO_MOTION:
                self.assertIn("JSON", self.run_cli("info", str(path), exit=3).stderr)

    def test_every_file_passes_through_unchanged(self):
        for path in self.readable():
            data = path.read_bytes()
            for argv in (["filter", str(path)], ["bake", str(path)], ["bake", "--layer", f"{path},bones=*"]):
                self.assertEqual(self.run_raw(*argv, "-o", "-", "-q").stdout, data, argv)

    def test_a_filter_drops_records_and_nothing_else(self):
        for path in self.readable():
            if path.name in READ_WITH_A_WARNING:
                continue
            self.run_cli("filter", str(path), "-o", "out.vmd", "-f", "--bones", "左*")
            before, after = self.describe(path)[0], self.describe(self.folder / "out.vmd")[0]
            with self.subTest(file=path.name):
                self.assertEqual(after["bones"], [name for name in before["bones"] if name.startswith("左")])
                for key in ("morph", "camera", "light", "shadow", "property", "morphs", "ik_names", "model"):
                    self.assertEqual(after.get(key), before.get(key), key)
                dropped = before["bone"] - after["bone"]
                self.assertEqual(path.stat().st_size - len(self.read("out.vmd")), 111 * dropped)


if __name__ == "__main__":
    unittest.main()
