"""The cases of shared/cases/open.md about names, file structure and the command line, one test each."""
import os
import subprocess
import unittest

from mmdkit_cli import MMDKIT, SANITIZED, SECTIONS, FilterTest, Motion, block, bone, camera, field, light, morph, prop, shadow, vmd


class Names(FilterTest):
    def info(self, data, *argv):
        self.write("in.vmd", data)
        return self.run_json("info", "info", "in.vmd", *argv)["files"][0]

    def test_bytes_behind_the_nul_are_no_part_of_a_name(self):
        """NAME-01"""
        for padded in (bytes.fromhex("835A8393835E815B00FDFDFDFDFDFD"), bytes.fromhex("835A8393835E815B00414243004445") + b"F"):
            record = padded[:15] + bone("x", 4)[15:]
            data = vmd([record, bone("頭", 0)])
            self.assertEqual(self.info(data)["bones"][0]["name"], "センター")
            motion, document = self.filter("--bones", "センター", data=data)
            self.assertEqual((motion.sections[0], document["warnings"]), ([record], []))
            self.assertEqual(self.bake("--layer", "l.vmd,weight=1,bones=頭", base=data, l=vmd([bone("頭", 0)]))[0].sections[0][0], record)

    def test_a_question_mark_is_a_question_mark(self):
        """NAME-02"""
        record = bytes.fromhex("914F94AF3F") + bytes(10) + bone("x", 0)[15:]
        self.assertEqual(self.info(vmd([record]))["bones"][0], {"name": "前髪?", "keys": 1, "first": 0, "last": 0, "duplicates": 0, "physics_off": 0})
        for term in ("前髪?", "前髪\\?", "前*?"):
            self.assertEqual(self.filter("--bones", term, data=vmd([record, bone("頭", 0)]))[0].sections[0], [record])
        self.assertEqual(self.filter("--bones", "前髪\\?", data=vmd([bone("前髪A", 0)]))[0].sections[0], [])

    def test_names_in_other_encodings_are_not_guessed(self):
        """NAME-03: unmatched by default, with a hint; matched when the encoding is given"""
        utf8 = bytes.fromhex("E382BBE383B3E382BFE383BC000000") + bone("x", 0)[15:]
        gbk = bytes.fromhex("C8ABA4C6A4CED348") + bytes(7) + bone("x", 1)[15:]
        data = vmd([utf8, gbk])
        for term, record, encoding in (("センター", utf8, "utf8"), ("全ての親", gbk, "gbk")):
            motion, document = self.filter("--bones", term, data=data)
            self.assertEqual((motion.sections[0], document["terms"]["bones"][0]["names"]), ([], 0))
            self.assertIn(encoding, document["terms"]["bones"][0]["hint"])
            self.assertEqual(self.warnings(document)[0], "selection-unmatched")
            motion, _ = self.filter("--bones", term, "--name-encoding", encoding, data=data)
            self.assertEqual(motion.sections[0], [record])
        row = self.info(data)["bones"][0]
        self.assertTrue(row.get("malformed") or "センター" != row["name"])
        if row.get("malformed") or row.get("cut"):
            self.assertEqual(row["bytes"], "e3 82 bb e3 83 b3 e3 82 bf e3 83 bc")
        self.assertEqual(self.info(data, "--name-encoding", "utf8")["bones"][0]["name"], "センター")
        self.assertEqual(self.info(data, "--name-encoding", "gbk")["bones"][1]["name"], "全ての親")
        # Baking needs no text: the bytes pass, and a layer in the same encoding meets its bone.
        motion, _ = self.bake("--layer", "l.vmd,weight=0.5,bones=センター", "--name-encoding", "utf8", base=data, l=vmd([utf8[:19] + b"\0\0\0\x41" + utf8[23:]]))
        self.assertEqual((motion.sections[0][0][:15], motion.sections[0][-1]), (utf8[:15], gbk))

    def test_tracks_that_nothing_asks_for_stay(self):
        """NAME-05, the half without a model: motions in, motions out keep a track of any name"""
        keys = [bone("センター", i) for i in range(3)] + [bone("スカート_0_0", i) for i in range(5)]
        self.assertEqual(self.filter("--morphs", "*", data=vmd(keys))[0].sections[0], keys)
        self.assertEqual(self.bake("--layer", "l.vmd,weight=0.5", base=vmd(keys), l=vmd([bone("頭", 0)]))[0].sections[0][:8], keys)

    def test_look_alikes_do_not_match_but_are_named(self):
        """NAME-06"""
        records = [bytes.fromhex(h).ljust(15, b"\0") + bone("x", 0)[15:] for h in ("BEDDC0B0", "8DB691AB494B", "894598729450")]
        motion, document = self.filter("--bones", "センター,左足ＩＫ,右腕捩", data=vmd(records))
        self.assertEqual(motion.sections[0], [])
        hints = [term.get("hint") for term in document["terms"]["bones"]]
        self.assertEqual(hints[:2], ["did you mean ｾﾝﾀｰ?", "did you mean 左足IK?"])

    def test_two_names_with_one_cut(self):
        """NAME-07, the half without a model: both long names match the one track, and it is said"""
        data = vmd([bone(bytes.fromhex("838D8393834F8358834A815B836791"), 0)])
        for name in ("ロングスカート前１", "ロングスカート前２"):
            motion, document = self.filter("--bones", name, data=data)
            self.assertEqual((len(motion.sections[0]), self.warnings(document)), (1, ["selection-cut-name"]))
        self.assertTrue(self.info(data)["bones"][0]["cut"])


class Structure(FilterTest):
    def info(self, data, exit=0):
        self.write("in.vmd", data)
        return self.run_json("info", "info", "in.vmd", exit=exit)["files"][0]

    def test_files_that_end_early(self):
        """SECT-01"""
        for sections in (2, 3, 4, 5):
            data = vmd([bone("頭", 0), bone("首", 1)], [morph("あ", 0, 1)], sections=sections)
            motion = self.info(data)
            self.assertEqual([motion["counts"][s] is None for s in SECTIONS], [i >= sections for i in range(6)])
            self.assertEqual(motion["warnings"], [])
            self.assertEqual(self.run_cli("info", "in.vmd").stdout.count(b"absent"), 6 - sections)
            self.assertEqual(self.filter("--bones", "頭", data=data)[0].data, vmd([bone("頭", 0)], [morph("あ", 0, 1)], sections=sections))
            self.assertEqual(self.bake(base=data)[0].data, data)

    def test_a_face_alone(self):
        """SECT-02: morphs are linear, and bones are no error where there are none"""
        data = vmd([], [morph("あ", 0, 0), morph("あ", 10, 1)], sections=2)
        self.assertEqual(self.info(data)["counts"], dict(zip(SECTIONS, (0, 2, None, None, None, None))))
        self.assertEqual(dict(self.bake("--keys", "every-frame", base=data)[0].morph("あ"))[5], .5)
        self.assertEqual(self.filter("--bones", "頭", data=data)[0].data, data)

    def test_counts_that_lie(self):
        """SECT-03: memory below 50 MB and less than 0.1 s of CPU, whatever a count says"""
        header = vmd()[:50]
        for data, code, message in [
            (vmd([bone("頭", 0)], [morph("あ", 0, 1)], sections=2) + b"\xff\xff\xff\x7f" + bytes(7), 0, "vmd-trailing-bytes"),
            (header + b"\xff\xff\xff\xff" + bytes(111), 3, "a count of 4294967295 needs 476741369745 bytes, 111 are left"),
            (header + b"\3\0\0\0" + bone("頭", 0) * 2, 3, "bone key 2: byte 0x114: file ends inside a record; a count of 3 needs 333 bytes, 222 are left"),
            (header + bytes(4) + b"\xff\xff\xff\xff" + bytes(23), 3, "morph key 1: byte 0x51"),
            (vmd(sections=5) + b"\1\0\0\0" + bytes(5) + b"\xff\xff\xff\xff", 0, "vmd-trailing-bytes"),
        ]:
            self.write("lies.vmd", data)
            for argv in (["info", "lies.vmd"], ["filter", "lies.vmd", "-o", "out.vmd", "-f"], ["bake", "lies.vmd", "-o", "out.vmd", "-f"]):
                child = subprocess.Popen([MMDKIT, *argv], cwd=self.folder, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
                text = child.stderr.read().decode()
                child.stderr.close()
                _, status, used = os.wait4(child.pid, 0)
                child.returncode = os.waitstatus_to_exitcode(status)
                self.assertEqual(child.returncode, code, text)
                self.assertIn(message, text)
                if not SANITIZED:
                    self.assertLess(used.ru_maxrss, 50_000, "kilobytes")
                    self.assertLess(used.ru_utime + used.ru_stime, 0.1, "seconds")
            if code == 0:
                self.assertEqual(self.info(data)["counts"]["bone"], data[50])
                self.run_cli("filter", "lies.vmd", "-o", "out.vmd", "-f")
                self.assertEqual(self.read("out.vmd"), data)

    def test_all_sections(self):
        """SECT-04"""
        data = vmd(lights=[light(3)], shadows=[shadow(4)], properties=[prop(5)])
        self.assertEqual(list(self.info(data)["counts"].values()), [0, 0, 0, 1, 1, 1])
        self.assertEqual(self.filter(data=data)[0].data, data)
        motion, _ = self.bake("--frames", "0:9", base=data)
        self.assertEqual([motion.sections[3], motion.sections[4], motion.properties], [[light(3)], [shadow(4)], [(5, 1, [])]])

    def test_version_1(self):
        """SECT-05: filter keeps version 1, bake writes version 2"""
        data = b"Vocaloid Motion Data file".ljust(30, b"\0") + field("old", 10) + b"\2\0\0\0" + bone("センター", 7) + bone("頭", 9)
        motion = self.info(data)
        self.assertEqual((motion["version"], motion["bones"][0]["first"], motion["model_name"]["name"]), (1, 7, "old"))
        self.assertEqual(self.filter("--bones", "センター", data=data)[0].data, data[:40] + b"\1\0\0\0" + bone("センター", 7))
        motion, _ = self.bake("--layer", "l.vmd,weight=1", base=data, l=vmd([bone("頭", 0)]))
        self.assertEqual((motion.data[:25], motion.name, motion.frames(0)), (b"Vocaloid Motion Data 0002", b"old", [7, 0]))

    def test_trailing_text(self):
        """SECT-06"""
        data = vmd([bone("頭", 0), bone("首", 0)], trailing=b"Nuthouse01")
        motion = self.info(data)
        self.assertEqual((motion["trailing_bytes"], self.warnings(motion)), (10, ["vmd-trailing-bytes"]))
        self.assertEqual(self.filter("--bones", "頭", data=data)[0].data, vmd([bone("頭", 0)], trailing=b"Nuthouse01"))

    def test_junk_behind_the_signature(self):
        """SECT-07 (a); the kinds of (b) and the zip are in test_paths.py"""
        data = vmd([bone("頭", 0), bone("首", 0)])
        data = data[:25] + b"\0JKLM" + data[30:]
        self.assertEqual(self.warnings(self.info(data)), ["vmd-signature-padding"])
        self.assertEqual(self.filter("--bones", "頭", data=data)[0].data, data[:50] + b"\1\0\0\0" + bone("頭", 0) + data[54 + 222:])


class CommandLine(FilterTest):
    def test_paths_in_japanese_and_with_an_emoji(self):
        """CLI-01; more in test_paths.py"""
        folder = "モデル 🎀/" + "長い道の名前" * 13 + "/" + "もっと長い道" * 13
        data = vmd([bone("頭", 0)])
        self.write(f"{folder}/ミク.vmd", data)
        self.assertGreater(len(os.fsencode(str(self.folder / folder))), 260)
        done = self.run_cli("filter", f"{folder}/ミク.vmd", "-o", f"{folder}/出力.vmd")
        self.assertIn(f"{folder}/ミク.vmd -> {folder}/出力.vmd", done.stderr)
        self.assertEqual(self.read(f"{folder}/出力.vmd"), data)

    def test_nobody_is_there(self):
        """CLI-02: no prompt without input, display or home; data on standard output, notes on standard error. More in test_streams.py"""
        self.write("in.vmd", vmd([bone("頭", 0)], trailing=b"x"))
        for argv in (["info", "in.vmd"], ["filter", "in.vmd", "-o", "-"], ["bake", "in.vmd", "-o", "-"], ["info"], ["filter"], ["bake"]):
            done = subprocess.run([MMDKIT, *argv], cwd=self.folder, stdin=subprocess.DEVNULL, capture_output=True, env={}, start_new_session=True, timeout=60)
            self.assertEqual(done.returncode, 0 if len(argv) > 1 else 2)
            self.assertIn(b"mmdkit: ", done.stderr)
            self.assertNotIn(b"mmdkit: ", done.stdout)
            if argv[-1] == "-":
                self.assertEqual(Motion(done.stdout).data, self.read("in.vmd"))


if __name__ == "__main__":
    unittest.main()
