"""Files by their names and by their content: odd paths, other kinds of file, missing ones. CLI-01."""
import os
import unittest

from mmdkit_cli import CliTest, bone, vmd

MOTION = vmd([bone("頭", 0), bone("左腕", 1)])
COMMANDS = (["info"], ["filter", "-o", "out"], ["bake", "-o", "out"])


class Kinds(CliTest):
    def assert_refused(self, name, code, message):
        for argv in COMMANDS:
            with self.subTest(argv=argv, name=name):
                done = self.run_cli(argv[0], name, *argv[1:], exit=code)
                self.assertEqual(done.stderr, f"mmdkit: error: {name}: {message}\n")
                self.assertNotIn("out", self.files())

    def test_other_files_get_a_plain_message(self):
        """SECT-07"""
        for name, data, what in [
            ("a.zip", b"PK\x03\x04\x14\0\0\0", "a ZIP archive"), ("zip.vmd", b"PK\x03\x04" + MOTION, "a ZIP archive"),
            ("a.json", b'{"a": 1}', "JSON text"), ("json.vmd", b'\n [1, 2]\n', "JSON text"), ("bom.json", b'\xef\xbb\xbf{"a": 1}', "JSON text"),
            ("a.pmm", b"Polygon Movie maker 0002\0\0\0", "a PMM project of MikuMikuDance"), ("empty.vmd", b"", "an empty file"),
        ]:
            self.write(name, data)
            self.assert_refused(name, 3, f"this is {what}, not a VMD motion")

    def test_models_and_poses_are_told_apart(self):
        for name, data, what in [("a.pmx", b"PMX \0\0\0\x40\x08", "PMX"), ("a.pmd", b"Pmd\0\0\x80\x3f", "PMD"), ("p.pmx", b"PMXP\0\0\0\x40\x08", "PMX"),
                                 ("a.vpd", b"Vocaloid Pose Data file\r\n\r\n", "VPD"), ("bom.vpd", b"\xef\xbb\xbfVocaloid Pose Data file\r\n", "VPD")]:
            self.write(name, data)
            for argv in COMMANDS:
                error = self.run_cli(argv[0], name, *argv[1:], exit=3).stderr
                self.assertRegex(error, f"^mmdkit: error: {name}: this is a.* {what} .*, not a VMD motion\n$")

    def test_anything_else_is_refused_in_one_line(self):
        for name, data in [("text", b"hello world"), ("zeros", bytes(4096)), ("one", b"V"), ("almost", b"Vocaloid Motion Dat"), ("lower", b"vocaloid motion data 0002" + bytes(99)),
                           ("random", bytes(range(256))), ("header", MOTION[:30]), ("headless", MOTION[30:]), ("short", MOTION[:53])]:
            self.write(name, data)
            for argv in COMMANDS:
                error = self.run_cli(argv[0], name, *argv[1:], exit=3).stderr
                self.assertRegex(error, f"^mmdkit: error: {name}: .+\n$")

    def test_what_cannot_be_opened_is_a_system_error(self):
        (self.folder / "dir").mkdir()
        os.symlink("nowhere", self.folder / "dangling")
        os.symlink("loop", self.folder / "loop")
        for name, message in [("none.vmd", "cannot open: No such file or directory"), ("dir", "is a directory, not a file"),
                              ("dangling", "cannot open: No such file or directory"), ("loop", "cannot open: Too many levels of symbolic links")]:
            for argv in COMMANDS:
                error = self.run_cli(argv[0], name, *argv[1:], exit=4).stderr
                self.assertEqual(error, f"mmdkit: error: {name}: {message}\n")
        self.write("a.vmd", MOTION)
        self.run_cli("info", "a.vmd/b", exit=4)

    def test_a_motion_is_known_by_its_content(self):
        for name in ("motion.txt", "motion.zip", "motion", "motion.VMD", "motion.pmx", ".vmd"):
            self.write(name, MOTION)
            [motion] = self.run_json("info", "info", name)["files"]
            self.assertEqual(motion["counts"]["bone"], 2)
            self.run_cli("filter", name, "-o", "out.json", "-f", "--bones", "頭")
            self.assertEqual(len(self.motion("out.json").sections[0]), 1)


class Paths(CliTest):
    NAMES = ("with space.vmd", "with, comma.vmd", "モデル 🎀/ミク.vmd", "[x].vmd", "a=b.vmd", "'quoted\".vmd", "back\\slash.vmd", "percent %s%n{}.vmd",
             "per*cent?.vmd", "@list", "!not", "tab\there", "\u00e9 e\u0301.vmd", "-dash.vmd", "~")

    def test_odd_names_work_everywhere(self):
        for name in self.NAMES:
            path = "./" + name
            self.write(name, MOTION)
            self.run_json("info", "info", path)
            document = self.run_json("filter", "filter", path, "-o", "out.vmd", "-f", "--bones", "頭")
            self.assertEqual((document["sections"]["bone"]["kept"], document["input"]), (1, path if "\t" not in name else document["input"]))
            self.run_cli("filter", "out.vmd", "-o", path, "-f")
            self.assertEqual(self.read(name), self.read("out.vmd"))
            self.run_json("bake", "bake", path, "-o", "out2.vmd", "-f")
            if not set(name) & set(",[]\\"):
                self.run_json("bake", "bake", "--layer", path + ",weight=0.5", "-o", "out3.vmd", "-f")

    def test_messages_show_names_readably_and_on_one_line(self):
        for name, shown in [("モデル 🎀/ミク.vmd", "モデル 🎀/ミク.vmd"), ("line\nbreak.vmd", "line\\nbreak.vmd"), ("bell\a\x1b[31m.vmd", None), (b"\xff\x93\xaa.vmd", "\\xff")]:
            for argv in COMMANDS:
                error = self.run_cli(argv[0], name, *argv[1:], exit=4).stderr
                self.assertRegex(error, "^mmdkit: error: [^\n\x1b\a]+: cannot open: No such file or directory\n$")
                self.assertIn(shown or "bell", error.replace("\\x0a", "\\n"))

    def test_names_that_are_no_text(self):
        raw = os.fsencode(self.folder) + b"/\xff\xfe \x93\xaa.vmd"
        with open(raw, "wb") as file:
            file.write(MOTION)
        name = os.path.basename(raw)
        [motion] = self.run_json("info", "info", name)["files"]
        self.assertIn("\\xff\\xfe", motion["file"])
        self.run_json("filter", "filter", name, "-o", b"\xffout.vmd", "--bones", "頭")
        self.run_json("bake", "bake", name, "--layer", name + b",weight=0.5", "-o", "out.vmd")
        with open(os.fsencode(self.folder) + b"/\xffout.vmd", "rb") as file:
            self.assertEqual(file.read(), vmd([bone("頭", 0)]))
        # JSON cannot hold such a path; then nothing is written at all.
        before = len(os.listdir(self.folder))
        self.run_cli("bake", name, "-o", "new.vmd", "--save-stack", "s.json", exit=3)
        self.assertEqual(len(os.listdir(self.folder)), before)

    def test_a_line_break_in_a_name(self):
        self.write("line\nbreak.vmd", MOTION)
        self.run_json("info", "info", "line\nbreak.vmd")
        self.assertNotIn("\nbreak", self.run_cli("info", "line\nbreak.vmd").stdout.decode())
        done = self.run_cli("filter", "line\nbreak.vmd", "-o", "out\nput.vmd")
        self.assertNotIn("\nbreak", done.stderr)
        self.assertEqual(self.read("out\nput.vmd"), MOTION)


    def test_many_files_at_once(self):
        names = [self.write(f"{i}.vmd", vmd([bone("頭", i)])) for i in range(100)]
        files = self.run_json("info", "info", *names)["files"]
        self.assertEqual([(f["file"], f["frames"]) for f in files], [(n, [i, i]) for i, n in enumerate(names)])


if __name__ == "__main__":
    unittest.main()
