"""The selection language through the command line: terms, escapes, files, sets, hints."""
import unittest

from mmdkit_cli import FilterTest, bone, morph, prop, vmd

NAMES = ["左腕", "右腕", "左足ＩＫ", "頭", "a,b", "c*d", "e?f", "!g", "h\\i", "@j", "re:k", "set:l"]


class Selection(FilterTest):
    def setUp(self):
        super().setUp()
        self.write("in.vmd", vmd([bone(name, i) for i, name in enumerate(NAMES)]))

    def assert_selects(self, selection, expected):
        self.assertEqual(self.filter("--bones", selection)[0].names(), expected, selection)

    def test_names_and_patterns(self):
        for selection, expected in [
            ("頭", ["頭"]), ("頭,左腕", ["左腕", "頭"]), ("頭,頭", ["頭"]), ("左*", ["左腕", "左足ＩＫ"]), ("*腕", ["左腕", "右腕"]),
            ("?腕", ["左腕", "右腕"]), ("??", ["左腕", "右腕", "!g", "@j"]), ("*足*", ["左足ＩＫ"]), ("*", NAMES), ("**", NAMES),
            ("左腕*", ["左腕"]), ("?", ["頭"]), ("A,B,頭", ["頭"]), ("?,?", ["頭"]),
        ]:
            self.assert_selects(selection, expected)

    def test_the_last_match_wins(self):
        for selection, expected in [
            ("左*,!*ＩＫ*", ["左腕"]), ("!*ＩＫ*,左*", NAMES), ("左*,!左腕,左腕", ["左腕", "左足ＩＫ"]), ("!*", []), ("*,!*,頭", ["頭"]),
            ("!左*", [n for n in NAMES if not n.startswith("左")]), ("頭,!左*", ["頭"]), ("!頭,!左腕", [n for n in NAMES if n not in ("頭", "左腕")]),
        ]:
            self.assert_selects(selection, expected)

    def test_a_backslash_takes_the_next_character_as_it_is(self):
        for selection, expected in [
            ("a\\,b", ["a,b"]), ("c\\*d", ["c*d"]), ("c*d", ["c*d"]), ("e\\?f", ["e?f"]), ("\\!g", ["!g"]), ("h\\\\i", ["h\\i"]),
            ("\\@j", ["@j"]), ("\\re:k", ["re:k"]), ("\\set:l", ["set:l"]), ("!\\!g,!*k,!*腕", [n for n in NAMES if n not in ("!g", "re:k", "左腕", "右腕")]),
            ("\\頭", ["頭"]),
        ]:
            self.assert_selects(selection, expected)

    def test_regular_expressions_end_the_list(self):
        for selection, expected in [
            ("re:腕", ["左腕", "右腕"]), ("re:^.腕$", ["左腕", "右腕"]), ("頭,re:^[左右]{1,2}腕$", ["左腕", "右腕", "頭"]), ("re:a,b", ["a,b"]),
            ("*,!re:^(左|右)", [n for n in NAMES if n[0] not in "左右"]), ("re:(?i)RE", ["re:k"]), ("re:\\p{Han}{2}", ["左腕", "右腕", "左足ＩＫ"]),
            ("!re:.", []),
        ]:
            self.assert_selects(selection, expected)
        for wrong in ("re:(", "re:[", "re:\\C", "re:(?<", "頭,re:*"):
            self.assertRegex(self.run_cli("filter", "in.vmd", "-o", "x", "--bones", wrong, exit=2).stderr, "--bones", wrong)
        # One that would run for ever gives up; that is no crash and no hang.
        self.run_cli("filter", self.write("a.vmd", vmd([bone("a" * 15, 0)])), "-o", "x", "--bones", "re:^(([a-z])+.)+[A-Z]([a-z])+$", "-q",
                     exit=0, timeout=20)

    def test_sets(self):
        self.assert_selects("set:arms", ["左腕", "右腕"])
        self.assert_selects("set:upper-body", ["左腕", "右腕", "頭"])
        self.assert_selects("set:ik", ["左足ＩＫ"])
        self.assert_selects("*,!set:arms", [n for n in NAMES if "腕" not in n])
        for wrong in ("set:none", "set:", "set:ARMS"):
            self.assertIn("set", self.run_cli("filter", "in.vmd", "-o", "x", "--bones", wrong, exit=2).stderr)

    def test_files_of_terms(self):
        for text, expected in [
            ("左腕\n", ["左腕"]), ("\ufeff左腕\r\n\r\n# a comment\r\n頭", ["左腕", "頭"]), ("*\n!左*\n!*腕\n!?*?\n頭\n", ["頭"]),
            ("a,b\n", ["a,b"]), ("re:^.腕$\n頭\n", ["左腕", "右腕", "頭"]), ("set:arms\n", ["左腕", "右腕"]), ("!左*\n", [n for n in NAMES if n[0] != "左"]),
        ]:
            self.write("list.txt", text)
            self.assert_selects("@list.txt", expected)
        self.write("list.txt", "左腕\n頭\n")
        self.assert_selects("左*,@list.txt,!頭", ["左腕", "左足ＩＫ"])
        self.assert_selects("左*,頭,!@list.txt", ["左足ＩＫ"])
        self.write("names, 1.txt", "頭\n")
        self.assert_selects("@names\\, 1.txt", ["頭"])

    def test_files_that_cannot_be_used(self):
        for name, data, code in [("none.txt", None, 4), ("empty.txt", "", 3), ("blank.txt", "\n# nothing\n", 3), ("sjis.txt", "左腕".encode("cp932"), 3),
                                 ("nested.txt", "@empty.txt\n", 3)]:
            if data is not None:
                self.write(name, data)
            done = self.run_cli("filter", "in.vmd", "-o", "x", "--bones", "@" + name, exit=code)
            self.assertIn(name, done.stderr)
        self.run_cli("filter", "in.vmd", "-o", "x", "--bones", "@", exit=2)

    def test_nothing_is_wrong_usage(self):
        for option in ("--bones", "--morphs", "--ik-names"):
            for wrong in ("", ",", "a,,b", "a,", "!", ",a"):
                done = self.run_cli("filter", "in.vmd", "-o", "x", option, wrong, exit=2)
                self.assertIn(option, done.stderr)
        self.assertIn("'*' selects all", self.run_cli("filter", "in.vmd", "-o", "x", "--bones", "", exit=2).stderr)
        self.assertIn("needs a model", self.run_cli("filter", "in.vmd", "-o", "x", "--bones", "under:上半身", exit=2).stderr)
        self.run_cli("filter", "in.vmd", "-o", "x", "--bones", b"\xff", exit=2)
        self.assertNotIn("x", self.files())

    def test_hints(self):
        data = vmd([bone("左足ＩＫ", 0), bone("ｾﾝﾀｰ", 0), bone("Head", 0)])
        hint = lambda term: self.filter("--bones", term, data=data)[1]["terms"]["bones"][0].get("hint")
        self.assertEqual(hint("左足IK"), "did you mean 左足ＩＫ?")
        self.assertEqual(hint("センター"), "did you mean ｾﾝﾀｰ?")
        self.assertIn("Head", hint("head"))
        self.assertIsNone(hint("右腕捩"))
        self.assertIn("cp932", hint("头"))
        done = self.run_cli("filter", "in.vmd", "-o", "y.vmd", "--bones", "左足IK,Head")
        self.assertIn("selection-unmatched: nothing in the file matches 左足IK (did you mean 左足ＩＫ?)", done.stderr)

    def test_terms_are_counted(self):
        _, document = self.filter("--bones", "*腕,!左*,none,set:arms")
        self.assertEqual([(t["term"], t["names"]) for t in document["terms"]["bones"]], [("*腕", 2), ("!左*", 2), ("none", 0), ("set:arms", 2)])
        self.assertEqual(document["terms"]["morphs"], None)
        self.assertEqual(self.warnings(document), ["selection-unmatched"])
        self.assertEqual(self.warnings(self.filter("--bones", "none,x")[1]), ["selection-unmatched", "selection-empty", "filter-empty"])
        self.run_cli("filter", "in.vmd", "-o", "z.vmd", "--bones", "頭,none", "--strict", exit=3)
        self.assertNotIn("z.vmd", self.files())

    def test_the_same_language_for_morphs_and_ik_names(self):
        data = vmd([bone("頭", 0)], [morph("あ", 0, 1), morph("い", 0, 1), morph("ウィンク", 0, 1)],
                   properties=[prop(0, 1, [("左足ＩＫ", 0), ("右足ＩＫ", 1), ("左つま先ＩＫ", 1)])])
        self.write("list.txt", "ウィンク\n")
        for selection, expected in [("あ,い", ["あ", "い"]), ("!あ", ["い", "ウィンク"]), ("re:^[ぁ-ん]$", ["あ", "い"]), ("@list.txt", ["ウィンク"])]:
            motion, _ = self.filter("--morphs", selection, data=data)
            self.assertEqual((motion.names(1), motion.names()), (expected, ["頭"]))
        for selection, expected in [("左*", ["左足ＩＫ", "左つま先ＩＫ"]), ("set:legs", ["左足ＩＫ", "右足ＩＫ", "左つま先ＩＫ"]), ("!*つま先*", ["左足ＩＫ", "右足ＩＫ"]), ("none", [])]:
            motion, _ = self.filter("--ik-names", selection, data=data)
            self.assertEqual([name for name, _ in motion.properties[0][2]], expected, selection)

    def test_names_longer_than_the_field_match_by_their_cut(self):
        long = "左ひざ補助ボーン先"  # 18 bytes; the cut falls inside a character
        motion, document = self.filter("--bones", long, data=vmd([bone(long, 0), bone("左ひざ", 0)]))
        self.assertEqual(len(motion.sections[0]), 1)
        self.assertEqual(document["terms"]["bones"], [{"term": long, "names": 1, "by_cut": True}])
        self.assertEqual(self.warnings(document), ["selection-cut-name"])
        self.assertEqual(document["bones"][0], {"name": document["bones"][0]["name"], "cut": True, "kept": 1, "dropped": 0,
                                                "bytes": long.encode("cp932")[:15].hex(" ")})
        exact = "あいうえおかきa"  # 15 bytes, no NUL
        _, document = self.filter("--bones", exact, data=vmd([bone(exact, 0)]))
        self.assertEqual(document["warnings"], [])


if __name__ == "__main__":
    unittest.main()
