"""info: what it says of a motion, as a table and as JSON."""
import hashlib
import json
import math
import unittest

from mmdkit_cli import SECTIONS, CliTest, block, bone, camera, light, morph, prop, shadow, vmd

RICH = vmd([bone("頭", 5), bone("頭", 5), bone("首", 2, interpolation=block(physics=False)), bone("頭", 1)], [morph("あ", 9, 1), morph("い", 3, 0)],
           [camera(1), camera(70)], [light(2)], [shadow(3), shadow(3)],
           [prop(0, 0, [("左足ＩＫ", 0), ("右足ＩＫ", 1)]), prop(40, 1, [("左足ＩＫ", 1)])], name="初音ミク")
SETS = ["upper-body", "lower-body", "arms", "legs", "fingers", "head", "eyes", "ik"]


def width(text):
    """Columns in a terminal, for the characters of these tests."""
    return sum(2 if ord(c) > 0x2E80 and not 0xFF61 <= ord(c) <= 0xFF9F else 1 for c in text)


class Json(CliTest):
    def info(self, data, *argv):
        self.write("a.vmd", data)
        [motion] = self.run_json("info", "info", "a.vmd", *argv)["files"]
        return motion

    def test_counts_everything(self):
        motion = self.info(RICH)
        self.assertEqual(motion["counts"], dict(zip(SECTIONS, (4, 2, 2, 1, 2, 2))))
        self.assertEqual(motion["duplicates"], dict(zip(SECTIONS, (1, 0, 0, 0, 1, 0))))
        self.assertEqual((motion["frames"], motion["bytes"], motion["sha256"]), ([0, 70], len(RICH), hashlib.sha256(RICH).hexdigest()))
        self.assertEqual((motion["kind"], motion["version"], motion["signature"], motion["model_name"]),
                         ("vmd", 2, "Vocaloid Motion Data 0002", {"name": "初音ミク"}))
        self.assertEqual(motion["bones"], [{"name": "頭", "keys": 3, "first": 1, "last": 5, "duplicates": 1, "physics_off": 0},
                                           {"name": "首", "keys": 1, "first": 2, "last": 2, "duplicates": 0, "physics_off": 1}])
        self.assertEqual([(m["name"], m["keys"], m["first"]) for m in motion["morphs"]], [("あ", 1, 9), ("い", 1, 3)])
        self.assertEqual((motion["physics_off_keys"], motion["hidden_keys"], motion["trailing_bytes"], motion["uncounted_camera_key"]), (1, 1, 0, False))
        self.assertEqual(motion["ik"], [{"name": "左足ＩＫ", "keys": 2, "off": 1}, {"name": "右足ＩＫ", "keys": 1, "off": 0}])
        self.assertEqual(self.warnings(motion), ["vmd-duplicate-key", "vmd-both-kinds"])

    def test_an_empty_motion(self):
        motion = self.info(vmd(name=""))
        self.assertEqual((motion["frames"], motion["bones"], motion["warnings"], motion["model_name"]), (None, [], [], {"name": ""}))
        self.assertEqual(set(motion["counts"].values()), {0})

    def test_physics_switches_of_old_and_new_files(self):
        """design.md 6: off for 63 0F unless bytes 17 and 18 are 63 0F too."""
        def switch(at_2, at_17):
            rows = bytearray(block())
            rows[2:4], rows[17:19] = at_2, at_17
            return self.info(vmd([bone("髪", 0, interpolation=bytes(rows))]))["physics_off_keys"]
        self.assertEqual([switch(b"\x63\x0f", b"\x14\x14"), switch(b"\x63\x0f", b"\x63\x0f"), switch(b"\0\0", b"\x14\x14"), switch(b"\x14\x14", b"\x14\x14"),
                          switch(b"\x63\0", b"\x14\x14"), switch(b"\0\x0f", b"\x14\x14")], [1, 0, 0, 0, 0, 0])

    def test_odd_values_are_warnings_with_a_place(self):
        two_rows = bytes(block()[:16]) + bytes(48)
        for data, id in [
            (vmd([bone("頭", 0), bone("頭", 0)]), "vmd-duplicate-key"), (vmd([bone("頭", 0, (math.nan, 0, 0))]), "non-finite"),
            (vmd(morphs=[morph("あ", 0, math.inf)]), "non-finite"), (vmd([bone("頭", 0x80000000)]), "vmd-frame-range"),
            (vmd([bone("頭", 0, rotation=(0, 0, 0, 0))]), "vmd-zero-rotation"), (vmd([bone("頭", 0, rotation=(0, 0, 0, 2))]), "vmd-rotation-norm"),
            (vmd([bone("頭", 0, interpolation=block((20, 200, 107, 107)))]), "vmd-curve-range"),
            (vmd([bone("頭", 0, interpolation=two_rows)]), "vmd-curve-first-row"), (vmd([bone(b"\xff\xfe", 0)]), "vmd-undecodable-name"),
            (vmd([bone("頭", 0)], cameras=[camera(0)]), "vmd-both-kinds"), (vmd(cameras=[camera(0)]), "vmd-camera-name"),
            (vmd([bone("頭", 0)], trailing=b"x"), "vmd-trailing-bytes"),
        ]:
            [warning] = self.info(data)["warnings"]
            self.assertEqual((warning["id"], warning["count"]), (id, 1))
            self.assertTrue(warning["first"] or id in ("vmd-both-kinds", "vmd-camera-name"), id)
            self.run_cli("info", "a.vmd", "--strict", exit=3)
        self.assertEqual(self.info(vmd([bone("頭", 0, rotation=(0, 0, 0, 1.05))]))["warnings"], [])

    def test_an_uncounted_camera_record(self):
        """ODDITIES.md, dx12_yagokoro: a camera count of 0, one record all the same, then a light count of 0."""
        data = vmd([bone("頭", 3)], sections=3) + camera(0, -35.0) + b"\0\0\0\0"
        for more, counts in ((b"", (1, 0, 0, 0, None, None)), (b"\0\0\0\0", (1, 0, 0, 0, 0, None))):
            motion = self.info(data + more)
            self.assertEqual((motion["counts"], motion["uncounted_camera_key"]), (dict(zip(SECTIONS, counts)), True))
            self.assertEqual(self.warnings(motion), ["vmd-uncounted-camera-key"])

    def test_unknown_versions_are_read_as_version_2(self):
        data = vmd([bone("頭", 3)])
        for signature in (b"Vocaloid Motion Data 0003", b"Vocaloid Motion Data", b"Vocaloid Motion Data 0002x"):
            motion = self.info(signature.ljust(30, b"\0") + data[30:])
            self.assertEqual((motion["version"], motion["counts"]["bone"], motion["signature"]), (2, 1, signature.decode()))
            self.assertEqual(self.warnings(motion), ["vmd-unknown-version"])


class Several(CliTest):
    def test_goes_on_after_a_file_that_fails(self):
        self.write("a.vmd", vmd())
        self.write("b.vmd", b"no motion")
        for order, code in ((["b.vmd", "a.vmd"], 3), (["none", "b.vmd", "a.vmd"], 4), (["b.vmd", "none", "a.vmd"], 4), (["a.vmd", "a.vmd"], 0)):
            files = self.run_json("info", "info", *order, exit=code)["files"]
            self.assertEqual([f["file"] for f in files], order)
            self.assertEqual(files[-1]["counts"]["bone"], 0)
            self.assertEqual([f["error"]["exit"] for f in files if "error" in f], [{"b.vmd": 3, "none": 4}[n] for n in order if n != "a.vmd"])
            done = self.run_raw("info", *order)
            self.assertEqual((done.returncode, done.stdout.decode().count("VMD motion")), (code, order.count("a.vmd")))
            self.assertEqual(done.stderr.decode().count("error: "), len([n for n in order if n != "a.vmd"]))

    def test_the_error_in_json_is_that_of_standard_error(self):
        self.write("cut.vmd", vmd([bone("頭", 0)])[:100])
        done = self.run_raw("info", "--json", "cut.vmd")
        message = json.loads(done.stdout)["files"][0]["error"]["message"]
        self.assertEqual(done.stderr.decode(), f"mmdkit: error: {message}\n")

    def test_strict_is_per_file(self):
        self.write("odd.vmd", vmd(trailing=b"x"))
        self.write("a.vmd", vmd())
        files = self.run_json("info", "info", "odd.vmd", "a.vmd", "--strict", exit=3)["files"]
        self.assertEqual(["error" in f for f in files], [True, False])


class Text(CliTest):
    def lines(self, data, *argv):
        self.write("a.vmd", data)
        return self.run_cli("info", "a.vmd", "-q", *argv).stdout.decode().splitlines()

    def rows(self, lines, title):
        """Lines of the table whose first column has that title."""
        start = next(i for i, line in enumerate(lines) if line.split()[:1] == [title])
        end = next((i for i in range(start, len(lines)) if not lines[i].strip()), len(lines))
        return lines[start:end]

    def test_tables_are_aligned(self):
        lines = self.lines(vmd([bone(n, 1000 * i) for i, n in enumerate(["センター", "ab", "ｾﾝﾀｰ", "左つま先ＩＫ", "头".encode("gbk"), "頭"])], [morph("あ", 5, 1), morph("long name 12345", 5, 1)]))
        for title in ("section", "bone", "morph"):
            rows = self.rows(lines, title)
            self.assertGreater(len(rows), 2)
            self.assertEqual(len({width(row) for row in rows[1:]}), 1, rows)
        self.assertFalse(any(line != line.rstrip() for line in lines))

    def test_the_tables_say_what_the_document_says(self):
        lines = self.lines(RICH)
        text = "\n".join(lines)
        for pattern in (r"kind +VMD motion, version 2", r"model name +初音ミク", rf"bytes +{len(RICH)}", rf"sha256 +{hashlib.sha256(RICH).hexdigest()}",
                        r"frames +0:70", r"physics off +1 keys", r"hidden +1 keys", r"bone +4 +2 +1", r"morph +2 +2 +0", r"camera +2 +- +0", r"shadow +2 +- +1",
                        r"property +2 +- +0", r"頭 +3 +1 +5 +1 +-", r"首 +1 +2 +2 +- +1", r"い +1 +3 +3 +-", r"左足ＩＫ +2 +1", r"右足ＩＫ +1 +0"):
            self.assertRegex(text, rf"(?m)^ +{pattern}$" if "version" not in pattern else pattern)
        self.assertEqual(lines[0], "a.vmd")
        self.assertRegex("\n".join(self.lines(vmd([bone("頭", 0)], sections=4))), r"(?m)^ +property +absent")
        self.assertRegex("\n".join(self.lines(vmd())), r"(?m)^ +frames +none$")

    def test_names_that_do_not_decode_show_their_bytes(self):
        text = "\n".join(self.lines(vmd([bone(b"\xff\xfe", 0), bone("左ひざ補助ボーン先", 0)])))
        self.assertIn("[ff fe]", text)
        self.assertIn("[" + "左ひざ補助ボーン先".encode("cp932")[:15].hex(" ") + "]", text)

    def test_the_bone_sets(self):
        sets = {s["name"]: s["selection"] for s in self.run_json("sets", "info", "--sets")["sets"]}
        self.assertEqual(list(sets), SETS)
        self.assertEqual(sets["upper-body"], "上半身,上半身2,首,頭,左腕,右腕,左ひじ,右ひじ,左手首,右手首")
        text = self.run_cli("info", "--sets").stdout.decode()
        for name, selection in sets.items():
            self.assertRegex(text, rf"(?m)^{name} ")
            self.assertIn(selection, text)
            # What is listed is the language of --bones, and means the same as the set.
            bones = [bone(n, 0) for n in ("上半身", "下半身", "左腕", "右ひざ", "左人指１", "頭", "両目", "左足ＩＫ", "センター")]
            self.write("a.vmd", vmd(bones))
            for out, terms in (("x.vmd", f"set:{name}"), ("y.vmd", selection)):
                self.run_cli("filter", "a.vmd", "-o", out, "-f", "--bones", terms)
            self.assertEqual(self.read("x.vmd"), self.read("y.vmd"))


if __name__ == "__main__":
    unittest.main()
