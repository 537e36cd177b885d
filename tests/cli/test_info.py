"""info: what it says of a motion, as a table and as JSON."""
import hashlib
import json
import resource
import struct
import unittest

from mmdkit_cli import SANITIZED, CliTest, block, bone, camera, field, light, morph, prop, shadow, vmd


class Info(CliTest):
    def info(self, *argv, **options):
        return self.run_json("info", "info", *argv, **options)["files"]

    def test_counts_everything(self):
        data = vmd([bone("頭", 5), bone("頭", 5), bone("首", 2, interpolation=block(physics=False))], [morph("あ", 9, 1)],
                   [camera(1)], [light(2)], [shadow(3), shadow(3)], [prop(0, 0, [("左足ＩＫ", 0)]), prop(40, 1, [("左足ＩＫ", 1)])])
        self.write("a.vmd", data)
        [motion] = self.info("a.vmd")
        self.assertEqual(motion["counts"], {"bone": 3, "morph": 1, "camera": 1, "light": 1, "shadow": 2, "property": 2})
        self.assertEqual(motion["frames"], [0, 40])
        self.assertEqual(motion["sha256"], hashlib.sha256(data).hexdigest())
        self.assertEqual(motion["bones"][0], {"name": "頭", "keys": 2, "first": 5, "last": 5, "duplicates": 1, "physics_off": 0})
        self.assertEqual(motion["bones"][1]["physics_off"], 1)
        self.assertEqual(motion["physics_off_keys"], 1)
        self.assertEqual(motion["duplicates"], {"bone": 1, "morph": 0, "camera": 0, "light": 0, "shadow": 1, "property": 0})
        self.assertEqual(motion["hidden_keys"], 1)
        self.assertEqual(motion["ik"], [{"name": "左足ＩＫ", "keys": 2, "off": 1}])
        self.assertEqual([w["id"] for w in motion["warnings"]], ["vmd-duplicate-key", "vmd-both-kinds"])

    def test_lists_sections_that_are_absent(self):
        """SECT-01"""
        self.write("a.vmd", vmd([bone("頭", 0)], sections=4))
        self.assertEqual(self.info("a.vmd")[0]["counts"], {"bone": 1, "morph": 0, "camera": 0, "light": 0, "shadow": None, "property": None})
        self.assertRegex(self.run_cli("info", "a.vmd").stdout.decode(), r"property +absent")

    def test_aligns_wide_characters(self):
        self.write("a.vmd", vmd([bone("センター", 0), bone("ab", 0), bone("ｾﾝﾀｰ", 0)]))
        lines = self.run_cli("info", "a.vmd").stdout.decode().splitlines()
        rows = lines[lines.index(next(line for line in lines if line.startswith("  bone  ") and "last" in line)):][1:4]
        width = lambda text: sum(2 if ord(c) > 0x2E80 and not 0xFF61 <= ord(c) <= 0xFF9F else 1 for c in text)
        self.assertEqual({width(row) for row in rows}, {width(rows[0])}, rows)

    def test_old_headers(self):
        """SECT-05, SECT-06, SECT-07"""
        v1 = b"Vocaloid Motion Data file".ljust(30, b"\0") + field("old", 10) + struct.pack("<I", 1) + bone("センター", 7)
        self.write("v1.vmd", v1)
        [motion] = self.info("v1.vmd")
        self.assertEqual((motion["version"], motion["bones"][0]["first"], motion["model_name"]["name"]), (1, 7, "old"))
        self.run_cli("filter", "v1.vmd", "-o", "out.vmd", "--bones", "none")
        self.assertTrue(self.read("out.vmd").startswith(b"Vocaloid Motion Data file\0"), "version 1 stays version 1")
        junk = bytearray(vmd([bone("頭", 0)], trailing=b"Nuthouse01"))
        junk[26:30] = b"JKLM"
        self.write("junk.vmd", bytes(junk))
        [motion] = self.info("junk.vmd")
        self.assertEqual([w["id"] for w in motion["warnings"]], ["vmd-signature-padding", "vmd-trailing-bytes"])
        self.assertEqual(motion["trailing_bytes"], 10)

    def test_names_in_other_encodings(self):
        """NAME-01, NAME-02, NAME-03"""
        utf8, gbk = "センター".encode(), "全ての親".encode("gbk")
        padded = bytearray(bone("センター", 0))
        padded[9:15] = b"ABC\0DE"
        self.write("a.vmd", vmd([bytes(padded), bone("前髪?", 0), bone(b"\xff\xfe", 0), bone(utf8, 0), bone(gbk, 0)]))
        bones = self.info("a.vmd")[0]["bones"]
        self.assertEqual(bones[0]["name"], "センター")
        self.assertEqual(bones[1]["name"], "前髪?")
        self.assertEqual((bones[2]["bytes"], bones[2]["malformed"]), ("ff fe", True))
        names = lambda encoding: [b["name"] for b in self.info("a.vmd", "--name-encoding", encoding)[0]["bones"]]
        self.assertEqual(names("utf8")[3], "センター")
        self.assertEqual(names("gbk")[4], "全ての親")

    def test_goes_on_after_a_file_that_fails(self):
        self.write("a.vmd", vmd())
        self.write("b.vmd", b"no motion")
        for order, code in ((["b.vmd", "a.vmd"], 3), (["none", "b.vmd", "a.vmd"], 4)):
            done = self.run_raw("info", "--json", *order)
            self.assertEqual(done.returncode, code)
            document = json.loads(done.stdout)
            self.validate("info", document)
            self.assertEqual(document["files"][-1]["counts"]["bone"], 0)
            self.assertEqual(document["files"][0]["error"]["exit"], code)

    def test_lists_the_bone_sets(self):
        sets = {s["name"]: s["selection"] for s in self.run_json("sets", "info", "--sets")["sets"]}
        self.assertEqual(list(sets), ["upper-body", "lower-body", "arms", "legs", "fingers", "head", "eyes", "ik"])
        self.assertEqual(sets["upper-body"], "上半身,上半身2,首,頭,左腕,右腕,左ひじ,右ひじ,左手首,右手首")

    def test_huge_frames_are_not_negative(self):
        """KEY-02"""
        self.write("a.vmd", vmd([bone("頭", 0), bone("頭", 0xFFFFFFF0)]))
        [motion] = self.info("a.vmd")
        self.assertEqual(motion["frames"], [0, 4294967280])
        self.assertIn("vmd-frame-range", [w["id"] for w in motion["warnings"]])

    def test_counts_that_lie_cost_nothing(self):
        """SECT-03: no allocation and no time beyond what the file justifies."""
        for name, data, code in [("a", vmd([bone("頭", 0)], sections=2) + b"\xff\xff\xff\x7f" + bytes(7), 0),
                                 ("b", vmd()[:50] + b"\xff\xff\xff\xff" + bytes(111), 3),
                                 ("c", vmd()[:70] + b"\xff\xff\xff\xff" + bytes(111), 0)]:
            self.write(name, data)
            # The kernel refuses memory beyond the limit; a reader that believes the count fails here.
            limit = lambda: None if SANITIZED else resource.setrlimit(resource.RLIMIT_DATA, (50_000_000, 50_000_000))
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            self.run_cli("info", name, exit=code, preexec_fn=limit)
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            if not SANITIZED:
                self.assertLess(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, 0.1)


if __name__ == "__main__":
    unittest.main()
