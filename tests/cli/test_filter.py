"""filter: what stays, what goes, what is said about it."""
import unittest

from mmdkit_cli import CliTest, Motion, block, bone, camera, light, morph, prop, shadow, vmd

FULL = vmd([bone("左腕", 0), bone("右腕", 10), bone("左足ＩＫ", 20)], [morph("あ", 5, 1), morph("い", 15, 1)],
           [camera(8), camera(12)], [light(9)], [shadow(30)], [prop(0, 1, [("左足ＩＫ", 0), ("右足ＩＫ", 1)]), prop(25, 0)])


class Filter(CliTest):
    def setUp(self):
        super().setUp()
        self.write("in.vmd", FULL)

    def filter(self, *argv, data=None):
        if data is not None:
            self.write("in.vmd", data)
        document = self.run_json("filter", "filter", "in.vmd", "-o", "out.vmd", "--force", *argv)
        return self.motion("out.vmd"), document

    def names(self, motion):
        return [record[:15].split(b"\0")[0].decode("cp932") for record in motion.sections[0]]

    def test_without_a_drop_the_output_is_the_input(self):
        for argv in ([], ["--bones", "*"], ["--frames", "0:30"], ["--shift"], ["--sections", "bone,morph,camera,light,shadow,property"],
                     ["--bones", "左腕,右腕,左足ＩＫ,none"]):
            motion, document = self.filter(*argv)
            self.assertEqual(motion.data, FULL, argv)
            self.assertTrue(document["unchanged"])

    def test_reads_standard_input_and_writes_standard_output(self):
        self.assertEqual(self.run_cli("filter", "-", "-o", "-", "-q", input=FULL).stdout, FULL)
        out = self.run_cli("filter", "-", "-o", "-", "--bones", "左腕", input=FULL)
        self.assertEqual(self.names(Motion(out.stdout)), ["左腕"])
        self.assertIn("standard input -> standard output", out.stderr)

    def test_the_selection_language(self):
        self.write("list.txt", "# arms\r\n左腕\r\n\r\n")
        for text, expected in [("左*", ["左腕", "左足ＩＫ"]), ("左*,!*ＩＫ*", ["左腕"]), ("!左*", ["右腕"]), ("@list.txt", ["左腕"]),
                               ("set:arms", ["左腕", "右腕"]), ("re:^.腕$", ["左腕", "右腕"]), ("?腕", ["左腕", "右腕"]), ("*", ["左腕", "右腕", "左足ＩＫ"])]:
            self.assertEqual(self.names(self.filter("--bones", text)[0]), expected, text)

    def test_morphs_sections_and_ik_names(self):
        motion, document = self.filter("--morphs", "い")
        self.assertEqual(motion.frames(1), [15])
        self.assertEqual(document["sections"]["morph"], {"kept": 1, "dropped": 1})
        motion, _ = self.filter("--sections", "morph,light")
        self.assertEqual([len(s) for s in motion.sections] + [len(motion.properties)], [0, 2, 0, 1, 0, 0])
        motion, document = self.filter("--ik-names", "左*")
        self.assertEqual(motion.properties[0], (0, 1, [("左足ＩＫ", 0)]))
        self.assertEqual([row["dropped"] for row in document["ik_names"]], [0, 1])

    def test_property_keys_stay_by_default(self):
        """PROP-03"""
        motion, _ = self.filter("--bones", "左腕")
        self.assertEqual(motion.properties, Motion(FULL).properties)

    def test_frames_hold_for_every_section_and_keep_the_state(self):
        motion, document = self.filter("--frames", "9:20")
        self.assertEqual([motion.frames(i) for i in range(5)], [[10, 20], [15], [12], [9], []])
        self.assertEqual(motion.properties, [(9, 1, [("左足ＩＫ", 0), ("右足ＩＫ", 1)])])
        self.assertEqual(document["state_copied_from"], 0)
        motion, document = self.filter("--frames", "9:20", "--shift")
        self.assertEqual([motion.frames(i) for i in range(5)], [[1, 11], [6], [3], [0], []])
        self.assertEqual(document["shifted_by"], 9)
        self.assertEqual(self.filter("--frames", "26:")[0].properties, [(26, 0, [])], "the key at 25 holds at 26")

    def test_curves_stay_with_their_keys(self):
        """KEY-04, INTP-01, INTP-02: no key is made at a cut, and each keeps its 64 bytes."""
        curves = [(10, 100, 20, 120), (64, 0, 64, 127), (0, 127, 127, 0), (127, 0, 0, 127)]
        old = bytearray(block(curves=curves))
        old[31], old[46], old[61] = 1, 1, 1
        keys = [bone("頭", 30 + 10 * i, interpolation=b) for i, b in enumerate([block(), block(curves=curves), bytes(old)])]
        motion, _ = self.filter("--frames", "35:50", "--shift", data=vmd(keys))
        self.assertEqual([record[15:19] for record in motion.sections[0]], [b"\0\0\0\0", b"\x0a\0\0\0"])
        self.assertEqual([record[47:] for record in motion.sections[0]], [block(curves=curves), bytes(old)])

    def test_order_stays_that_of_the_file(self):
        """KEY-01"""
        keys = [bone("頭", frame) for frame in (20, 0, 10)] + [bone("首", 5)]
        self.assertEqual(self.filter("--bones", "頭", data=vmd(keys))[0].frames(0), [20, 0, 10])

    def test_says_what_it_did_not_find(self):
        """NAME-03, NAME-06: hints, never a silent guess"""
        _, document = self.filter("--bones", "左足IK,左腕,首")
        self.assertEqual(self.warnings(document), ["selection-unmatched"])
        self.assertEqual(document["terms"]["bones"][0], {"term": "左足IK", "names": 0, "hint": "did you mean 左足ＩＫ?"})
        _, document = self.filter("--bones", "none")
        self.assertEqual(self.warnings(document), ["selection-unmatched", "selection-empty"])
        self.run_cli("filter", "in.vmd", "-o", "x", "--bones", "none", "--strict", exit=3)
        _, document = self.filter("--sections", "bone", "--bones", "none", "--frames", "7:8")
        self.assertIn("filter-empty", self.warnings(document))
        _, document = self.filter("--bones", "センター", data=vmd([bone("センター".encode(), 0)]))
        self.assertEqual(document["terms"]["bones"][0]["hint"], "stored as utf8; give --name-encoding utf8")
        motion, _ = self.filter("--bones", "センター", "--name-encoding", "utf8")
        self.assertEqual(len(motion.sections[0]), 1)

    def test_finds_names_by_their_15_bytes(self):
        long = "左ひざ補助ボーン先"
        motion, document = self.filter("--bones", long, data=vmd([bone(long, 0), bone("首", 0)]))
        self.assertEqual(len(motion.sections[0]), 1)
        self.assertEqual(document["terms"]["bones"], [{"term": long, "names": 1, "by_cut": True}])
        self.assertEqual(document["bones"][0], {"name": "左ひざ補助ボー", "bytes": "8d b6 82 d0 82 b4 95 e2 8f 95 83 7b 81 5b 83", "cut": True, "kept": 1, "dropped": 0})

    def test_reports_counts_per_name_in_text_too(self):
        done = self.run_cli("filter", "in.vmd", "-o", "out.vmd", "--bones", "左腕")
        self.assertEqual(done.stdout, b"")
        self.assertRegex(done.stderr, r"(?m)^  左腕 +1 +0$")
        self.assertRegex(done.stderr, r"(?m)^  右腕 +0 +1$")

    def test_keeps_what_it_does_not_know(self):
        """SECT-03, SECT-06"""
        motion, _ = self.filter("--bones", "左腕", data=vmd([bone("左腕", 0), bone("首", 0)], trailing=b"Nuthouse01"))
        self.assertEqual(motion.trailing, b"Nuthouse01")
        uncounted = vmd([bone("左腕", 0), bone("首", 0)], sections=3) + camera(0, -35) + b"\0\0\0\0"
        self.filter("--bones", "左腕", data=vmd())
        self.write("in.vmd", uncounted)
        self.run_cli("filter", "in.vmd", "-o", "out.vmd", "-f", "--bones", "左腕")
        self.assertEqual(self.read("out.vmd"), vmd([bone("左腕", 0)], sections=3) + camera(0, -35) + b"\0\0\0\0")


if __name__ == "__main__":
    unittest.main()
