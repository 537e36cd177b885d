"""filter: what stays, what goes, what is said about it."""
import unittest

from mmdkit_cli import FilterTest, Motion, block, bone, camera, light, morph, prop, shadow, vmd

FULL = vmd([bone("左腕", 0), bone("右腕", 10), bone("左足ＩＫ", 20)], [morph("あ", 5, 1), morph("い", 15, 1)],
           [camera(8), camera(12)], [light(9)], [shadow(30)], [prop(0, 1, [("左足ＩＫ", 0), ("右足ＩＫ", 1)]), prop(25, 0)])
ARMS = ["上半身", "下半身", "首", "頭", "左腕", "右腕", "左ひじ", "右ひじ", "左手首", "右手首", "センター"]


def tail(bones, *, morphs=()):
    """As the design's test writer: four zero counts behind the morphs."""
    return vmd([bone(name, i) for i, name in enumerate(bones)], morphs)


class Vectors(FilterTest):
    """F1 to F13 of systems.md 2.1; F1 and F2 are `filter` without --bones."""

    def keep(self, bones, selection, **more):
        data = tail(bones, **more)
        motion, document = self.filter(*(["--bones", selection] if selection else []), data=data)
        self.assertEqual(document["unchanged"], motion.data == data)
        return motion

    def test_f1_to_f4_and_f12_change_nothing(self):
        for bones, selection in [(["センター"], None), ([], None), (["上半身", "下半身", "首"], "上半身,下半身,首"),
                                 (["左腕", "右腕"], "左腕,右腕,首"), ([], "センター")]:
            motion = self.keep(bones, selection)
            self.assertEqual((motion.data, motion.names()), (tail(bones), bones))

    def test_f5_f6_f10_f11_keep_the_order_of_the_file(self):
        four = ["左腕", "右腕", "左ひじ", "右ひじ"]
        self.assertEqual(self.keep(four, "左腕,右腕").names(), ["左腕", "右腕"])
        self.assertEqual(self.keep(four, "右ひじ,左腕").sections[0], [bone("左腕", 0), bone("右ひじ", 3)])
        self.assertEqual(self.keep(["左ひじ", "右ひじ", "左手首", "右手首"], "左ひじ,左手首").names(), ["左ひじ", "左手首"])
        self.assertEqual(self.keep(["上半身", "下半身", "頭"], "頭").names(), ["頭"])

    def test_f7_f8_f9_have_the_right_sizes(self):
        """The sizes of the design are those of four empty sections, so 208, 185 and 74 bytes."""
        motion = self.keep(["上半身", "首", "左腕"], "上半身", morphs=[morph("あ", 0, 1)])
        self.assertEqual((len(motion.data), motion.names(), motion.names(1)), (54 + 111 + 4 + 23 + 16, ["上半身"], ["あ"]))
        self.assertEqual(len(self.keep(["センター", "上半身"], "センター").data), 185)
        self.assertEqual(self.keep(["センター", "上半身"], "存在しない骨").data, tail([]))
        self.assertEqual(len(tail([])), 74)

    def test_f13_a_filtered_file_is_filtered_again(self):
        once = self.keep(["左腕", "右腕", "首"], "左腕,首").data
        self.assertEqual(self.filter("--bones", "左腕", data=once)[0].names(), ["左腕"])


class Filter(FilterTest):
    def setUp(self):
        super().setUp()
        self.write("in.vmd", FULL)

    def test_without_a_drop_the_output_is_the_input(self):
        padded = bytearray(tail(["左腕"]))
        padded[26:30], padded[60:69] = b"JKLM", b"\xfd" * 9  # behind the NUL of signature and bone name
        inputs = [FULL, bytes(padded), vmd([bone("左腕", 0)], sections=1), vmd([bone("左腕", 0)], version=1), FULL + b"Nuthouse01"]
        for data in inputs:
            for argv in ([], ["--bones", "*"], ["--frames", "0:30"], ["--frames", "0:"], ["--shift"], ["--morphs", "*", "--ik-names", "*"],
                         ["--sections", "bone,morph,camera,light,shadow,property"], ["--bones", "左腕,右腕,左足ＩＫ,none"]):
                motion, document = self.filter(*argv, data=data)
                self.assertEqual(motion.data, data, argv)
                self.assertTrue(document["unchanged"])

    def test_only_the_bone_section_changes(self):
        motion, document = self.filter("--bones", "右腕")
        self.assertEqual(motion.data, FULL[:50] + b"\1\0\0\0" + bone("右腕", 10) + FULL[54 + 3 * 111:])
        self.assertEqual(document["sections"]["bone"], {"kept": 1, "dropped": 2})
        self.assertEqual(document["bones"], [{"name": "左腕", "kept": 0, "dropped": 1}, {"name": "右腕", "kept": 1, "dropped": 0},
                                             {"name": "左足ＩＫ", "kept": 0, "dropped": 1}])
        # Files that end early stay so.
        for sections in range(1, 6):
            motion, _ = self.filter("--bones", "頭", data=vmd([bone("左腕", 0), bone("頭", 1)], sections=sections))
            self.assertEqual(motion.data, vmd([bone("頭", 1)], sections=sections))

    def test_morphs(self):
        motion, document = self.filter("--morphs", "い")
        self.assertEqual((motion.sections[1], motion.names()), ([morph("い", 15, 1)], ["左腕", "右腕", "左足ＩＫ"]))
        self.assertEqual(document["sections"]["morph"], {"kept": 1, "dropped": 1})

    def test_sections(self):
        for index, name in enumerate(["bone", "morph", "camera", "light", "shadow", "property"]):
            motion, document = self.filter("--sections", name)
            sizes = [len(s) for s in motion.sections] + [len(motion.properties)]
            self.assertEqual(sizes, [len(s) if i == index else 0 for i, s in enumerate([*Motion(FULL).sections, Motion(FULL).properties])])
            self.assertEqual(document["sections"][name]["dropped"], 0)
        motion, _ = self.filter("--sections", "morph,light", "--morphs", "あ")
        self.assertEqual([len(s) for s in motion.sections], [0, 1, 0, 1, 0])
        for wrong in ("hands", ",", "", "Bone", "bones", "bone,hands"):
            self.run_cli("filter", "in.vmd", "-o", "x", "--sections", wrong, exit=2)

    def test_ik_names_drop_switches_and_keep_the_keys(self):
        motion, document = self.filter("--ik-names", "左*")
        self.assertEqual(motion.properties, [(0, 1, [("左足ＩＫ", 0)]), (25, 0, [])])
        self.assertEqual(document["ik_names"], [{"name": "左足ＩＫ", "kept": 1, "dropped": 0}, {"name": "右足ＩＫ", "kept": 0, "dropped": 1}])
        self.assertEqual(document["sections"]["property"], {"kept": 2, "dropped": 0})
        self.assertFalse(document["unchanged"])

    def test_frames_hold_for_every_section(self):
        for text, frames in [("9:20", [[10, 20], [15], [12], [9], []]), ("10:10", [[10], [], [], [], []]), (":9", [[0], [5], [8], [9], []]),
                             ("12:", [[20], [15], [12], [], [30]]), ("0:4294967295", [[0, 10, 20], [5, 15], [8, 12], [9], [30]])]:
            motion, _ = self.filter("--frames", text)
            self.assertEqual([motion.frames(i) for i in range(5)], frames, text)
        for wrong in ("5", "5:4", "a:b", ":", "-1:5", "1:4294967296", "1:2:3", "1 :2", "0x1:2", "1.5:2", ""):
            self.run_cli("filter", "in.vmd", "-o", "x", f"--frames={wrong}", exit=2)

    def test_property_keys_keep_the_state_at_the_cut(self):
        for text, properties, source in [
            ("9:20", [(9, 1, [("左足ＩＫ", 0), ("右足ＩＫ", 1)])], 0), ("0:9", [(0, 1, [("左足ＩＫ", 0), ("右足ＩＫ", 1)])], None),
            ("24:40", [(24, 1, [("左足ＩＫ", 0), ("右足ＩＫ", 1)]), (25, 0, [])], 0),
        ]:
            motion, document = self.filter("--frames", text)
            self.assertEqual(motion.properties, properties, text)
            self.assertEqual(document["state_copied_from"], source, text)
        # Switches that a key does not name keep their state, so the first kept key says them all.
        for text, frame in (("25:40", 25), ("26:", 26)):
            motion, _ = self.filter("--frames", text)
            self.assertEqual([(f, v, sorted(ik)) for f, v, ik in motion.properties], [(frame, 0, [("右足ＩＫ", 1), ("左足ＩＫ", 0)])], text)
        # Keys out of order: the last earlier one in time counts, and of two on one frame the later in the file.
        data = vmd(properties=[prop(8, 1), prop(4, 0), prop(8, 0), prop(2, 1)])
        self.assertEqual(self.filter("--frames", "9:", data=data)[0].properties, [(9, 0, [])])
        self.assertEqual(self.filter("--frames", "5:6", data=data)[0].properties, [(5, 0, [])])
        # None before the cut: none is made.
        self.assertEqual(self.filter("--frames", "1:", data=vmd(properties=[prop(3, 1)]))[0].properties, [(3, 1, [])])
        self.assertEqual(self.filter("--frames", "4:", data=vmd([bone("頭", 5)]))[0].properties, [])

    def test_shift_moves_the_first_kept_frame_to_0(self):
        motion, document = self.filter("--frames", "10:30", "--shift")
        self.assertEqual([motion.frames(i) for i in range(5)], [[0, 10], [5], [2], [], [20]])
        self.assertEqual(([f for f, *_ in motion.properties], document["shifted_by"]), ([0, 15], 10))
        motion, document = self.filter("--bones", "右腕", "--sections", "bone,morph", "--morphs", "い", "--shift")
        self.assertEqual(([motion.frames(0), motion.frames(1)], document["shifted_by"]), ([[0], [5]], 10))
        # The property key that stands in at the cut is the first kept frame.
        self.assertEqual(self.filter("--frames", "7:", "--sections", "bone,property", "--shift")[0].frames(0), [3, 13])
        motion, document = self.filter("--bones", "none", "--sections", "bone", "--shift")
        self.assertEqual((motion.sections[0], document["shifted_by"]), ([], 0))
        self.assertEqual(self.filter("--shift", data=vmd([bone("頭", 4294967295)]))[0].frames(0), [0])

    def test_shift_changes_four_bytes_of_a_record(self):
        odd = block(curves=[(1, 2, 3, 4), (200, 0, 64, 127), (0, 127, 127, 0), (9, 9, 9, 9)], padding=1, physics=False)
        keys = [b"\x93\xaa\0ABC\0DEFGHIJK" + bone("", 30 + i, (1e-40, -0.0, 5), (9, 9, 9, 9), odd)[15:] for i in (2, 0, 1)]
        motion, _ = self.filter("--shift", data=vmd(keys))
        self.assertEqual([r[:15] + r[19:] for r in motion.sections[0]], [k[:15] + k[19:] for k in keys])
        self.assertEqual(motion.frames(0), [2, 0, 1])

    def test_duplicates_and_records_out_of_order_stay(self):
        keys = [bone("頭", 20), bone("頭", 0, (1, 0, 0)), bone("頭", 0, (2, 0, 0)), bone("首", 5)]
        self.assertEqual(self.filter("--bones", "頭", data=vmd(keys))[0].sections[0], keys[:3])

    def test_an_empty_result_is_a_warning(self):
        _, document = self.filter("--sections", "bone", "--frames", "7:8")
        self.assertEqual(self.warnings(document), ["filter-empty"])
        _, document = self.filter("--bones", "none")
        self.assertEqual(self.warnings(document), ["selection-unmatched", "selection-empty"])
        for argv in (["--sections", "bone", "--frames", "7:8"], ["--bones", "none"]):
            self.run_cli("filter", "in.vmd", "-o", "new.vmd", *argv, "--strict", exit=3)
        self.assertNotIn("new.vmd", self.files())
        self.assertEqual(self.filter(data=vmd())[1]["warnings"], [])

    def test_the_text_report(self):
        done = self.run_cli("filter", "in.vmd", "-o", "out.vmd", "--bones", "左腕")
        self.assertEqual(done.stdout, b"")
        self.assertIn("in.vmd -> out.vmd\n", done.stderr)
        self.assertRegex(done.stderr, r"(?m)^  bone +1 +2$")
        self.assertRegex(done.stderr, r"(?m)^  左腕 +1 +0$")
        self.assertRegex(done.stderr, r"(?m)^  右腕 +0 +1$")
        self.assertIn("unchanged", self.run_cli("filter", "in.vmd", "-o", "out.vmd", "-f").stderr)
        self.run_cli("filter", "in.vmd", "-o", "out.vmd", "-f", "-q", "--bones", "none")

    def test_many_records(self):
        """Runs of kept and dropped records, across every boundary of a buffer."""
        names = [f"b{i % 7}" for i in range(20000)]
        motion, document = self.filter("--bones", "b1,b2,b5", data=vmd([bone(n, i) for i, n in enumerate(names)], trailing=b"end"))
        self.assertEqual(motion.frames(0), [i for i, n in enumerate(names) if n in ("b1", "b2", "b5")])
        self.assertEqual((motion.trailing, document["sections"]["bone"]["kept"]), (b"end", len(motion.sections[0])))


if __name__ == "__main__":
    unittest.main()
