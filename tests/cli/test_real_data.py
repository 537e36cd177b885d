"""Motions that nobody here made, against a second parser. Skipped where they are not present."""
import json
import os
import struct
import subprocess
import sys
import unittest

from mmdkit_cli import SECTIONS, SHARED, CliTest, Motion

DATA = SHARED / "data"
MOTIONS = sorted((DATA / "vmd").glob("*.vmd"))
DESCRIBE = DATA / "describe.py"
NO_MOTION = {"hvmd_json_not_mmd.vmd"}
# The second parser refuses their signatures; they are read as version 2 with a warning.
UNKNOWN_VERSION = {"dx12_motion.vmd", "yw_joint_orient_bad.vmd"}


def describe(*paths):
    done = subprocess.run([sys.executable, DESCRIBE, "--json", *paths], capture_output=True, text=True, check=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


@unittest.skipUnless(MOTIONS, f"no motions in {DATA / 'vmd'}")
class RealData(CliTest):
    @classmethod
    def setUpClass(cls):
        cls.readable = [path for path in MOTIONS if path.name not in NO_MOTION]
        cls.described = dict(zip(cls.readable, describe(*cls.readable)))

    def info(self, *argv):
        files = self.run_json("info", "info", "-q", *argv, *map(str, self.readable))["files"]
        return dict(zip(self.readable, files))

    def test_counts_are_those_of_the_second_parser(self):
        compared = 0
        for path, mine in self.info().items():
            other = self.described[path]
            with self.subTest(file=path.name):
                self.assertEqual((mine["bytes"], mine["sha256"]), (other["size"], other["sha256"]))
                self.assertEqual("vmd-unknown-version" in self.warnings(mine), path.name in UNKNOWN_VERSION)
                if path.name in UNKNOWN_VERSION:
                    self.assertIn("fail", other)
                    self.assertGreater(mine["counts"]["bone"], 0)
                    continue
                self.assertEqual(mine["counts"], {key: other.get(key) for key in SECTIONS})
                self.assertEqual((mine["frames"] or [0, 0])[1], other["last_frame"])
                self.assertEqual([len(mine[key]) for key in ("bones", "morphs", "ik")],
                                 [len(other[key]) for key in ("bones", "morphs", "ik_names")])
                said = lambda ending: [int(p.split()[0]) for p in other["problems"] if p.endswith(ending)] or [0]
                self.assertEqual([mine["duplicates"]["bone"] + mine["duplicates"]["morph"]], said("duplicate keys"))
                self.assertEqual([mine["trailing_bytes"]], said("trailing bytes"))
                stats = other["stats"]
                self.assertEqual((mine["physics_off_keys"], mine["hidden_keys"]), (stats.get("physics_off", 0), stats.get("model hidden", 0)))
                self.assertEqual(sum(ik["off"] for ik in mine["ik"]), stats.get("ik off", 0))
                self.assertEqual(mine["uncounted_camera_key"], any("camera record" in p for p in other["problems"]))
                self.assertEqual("vmd-signature-padding" in self.warnings(mine), "junk after signature" in other["problems"])
                compared += 1
        self.assertEqual(compared, len(MOTIONS) - 3)

    def test_names_are_those_of_the_second_parser(self):
        """Where it takes all names for whole CP932 names."""
        compared = 0
        for path, mine in self.info().items():
            other = self.described[path]
            if path.name in UNKNOWN_VERSION or set(other["name_enc"]) - {"ascii", "sjis"}:
                continue
            for key in ("bones", "morphs"):
                self.assertEqual(sorted(row["name"] for row in mine[key]), other[key], path.name)
            compared += 1
        self.assertGreater(compared, 50)

    def test_files_known_to_be_odd(self):
        """ODDITIES.md"""
        files = {path.name: mine for path, mine in self.info().items()}
        self.assertTrue(files["dx12_yagokoro.vmd"]["uncounted_camera_key"])
        for name in ("trueheart_junkhdr.vmd", "wavefile_camera.vmd"):
            self.assertIn("vmd-signature-padding", self.warnings(files[name]))
        self.assertIsNone(files["wavefile_camera.vmd"]["counts"]["shadow"])
        self.assertIn("vmd-curve-first-row", self.warnings(files["yw_ik_nondefault.vmd"]))
        models = {path.name: mine["model_name"]["name"] for path, mine in self.info("--name-encoding", "gbk").items()}
        self.assertTrue(models["gbk_model_motion.vmd"].startswith("星穹铁道"))

    def test_what_is_no_motion_is_refused(self):
        others = sorted(DATA.glob("vpd/*")) + sorted(DATA.glob("pm[dx]/*"))[::9] + [path for path in MOTIONS if path.name in NO_MOTION]
        for path in others:
            self.assertRegex(self.run_cli("info", str(path), exit=3).stderr, "^mmdkit: error: .*: this is .*, not a VMD motion\n$")

    def test_every_file_passes_through_unchanged(self):
        everything = ["--bones", "*", "--morphs", "*", "--ik-names", "*", "--frames", "0:"]
        for path in self.readable:
            data = path.read_bytes()
            for argv in (["filter", str(path)], ["filter", str(path), *everything], ["bake", str(path)], ["bake", "--layer", f"{path},bones=*"]):
                done = self.run_raw(*argv, "-o", "-", "-q")
                self.assertEqual((done.returncode, done.stdout == data), (0, True), argv)

    def test_a_filter_drops_records_and_nothing_else(self):
        paths = [path for path in self.readable if path.name not in UNKNOWN_VERSION]
        for path in paths:
            self.run_cli("filter", str(path), "-o", path.name, "--bones", "左*")
        for path, after in zip(paths, describe(*(self.folder / path.name for path in paths))):
            before, data, output = self.described[path], path.read_bytes(), self.read(path.name)
            with self.subTest(file=path.name):
                self.assertEqual(after["bones"], [name for name in before["bones"] if name.startswith("左")])
                for key in (*SECTIONS[1:], "morphs", "ik_names", "model", "header", "model_enc"):
                    self.assertEqual(after.get(key), before.get(key), key)
                # By hand: the records that begin with the bytes of 左, between the same header and the same rest.
                end = 54 + 111 * before["bone"]
                kept = [data[at:at + 111] for at in range(54, end, 111) if data[at:at + 2] == "左".encode("cp932")]
                self.assertEqual(len(kept), after["bone"])
                self.assertTrue(output == data[:50] + struct.pack("<I", len(kept)) + b"".join(kept) + data[end:])

    def test_dense_bakes_meet_every_key(self):
        """At the frame of a key a dense bake has its translation, exactly."""
        checked = 0
        for name in ("walk.vmd", "gene_walk.vmd", "wavefile.vmd", "vpvp_motion.vmd", "tiktok_sway.vmd", "mc_walk.vmd", "dx12_charge.vmd"):
            path = DATA / "vmd" / name
            self.run_cli("bake", str(path), "--keys", "every-frame", "--frames", "0:300", "-o", "dense.vmd", "-f", "-q")
            # Of duplicates the last one counts, here as there.
            keys = lambda motion: {(r[:15].split(b"\0")[0], struct.unpack_from("<I", r, 15)[0]): struct.unpack_from("<3f", r, 19)
                                   for r in motion.sections[0]}
            dense = keys(self.motion("dense.vmd"))
            for key, translation in keys(Motion(path.read_bytes())).items():
                if key[1] <= 300:
                    self.assertEqual(dense[key], translation, (name, key))
                    checked += 1
        self.assertGreater(checked, 1000)

    def test_cut_files_end_in_one_located_error_or_a_warning(self):
        data = (DATA / "vmd" / "dx12_charge.vmd").read_bytes()
        last = 54 + 111 * struct.unpack_from("<I", data, 50)[0]
        for size in [*range(0, 60, 7), *range(60, last, last // 25), *range(last, len(data), max(1, (len(data) - last) // 25))]:
            self.write("cut.vmd", data[:size])
            done = self.run_raw("info", "cut.vmd")
            self.assertIn(done.returncode, (0, 3), size)
            if done.returncode == 3:
                self.assertRegex(done.stderr.decode(), "^mmdkit: error: cut.vmd: .+\n$")
            self.assertEqual(os.listdir(self.folder), ["cut.vmd"])


if __name__ == "__main__":
    unittest.main()
