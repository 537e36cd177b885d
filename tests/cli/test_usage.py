"""How the program is called: help, version, wrong usage, exit codes."""
import os
import signal
import subprocess
import unittest

from mmdkit_cli import MMDKIT, CliTest, bone, vmd

MOTION = vmd([bone("頭", 0)])


class Usage(CliTest):
    def test_help_and_version_are_no_errors(self):
        for argv in (["--help"], ["info", "--help"], ["filter", "-h"], ["bake", "--help"]):
            done = self.run_cli(*argv)
            self.assertIn(b"Usage:", done.stdout)
            self.assertEqual(done.stderr, "")
        self.assertRegex(self.run_cli("--version").stdout.decode(), r"^mmdkit \d+\.\d+\.\d+\n$")
        for command in (b"info", b"filter", b"bake"):
            self.assertIn(command, self.run_cli("--help").stdout)

    def test_wrong_usage_exits_2_and_says_where_to_look(self):
        self.write("a.vmd", MOTION)
        for argv in ([], ["frob"], ["info"], ["info", "--frob"], ["info", "--sets", "a.vmd"], ["filter", "a.vmd"], ["filter", "-o", "b"],
                     ["filter", "a.vmd", "-o", "b", "--bones", ""], ["filter", "a.vmd", "-o", "b", "--frames", "5"],
                     ["filter", "a.vmd", "-o", "b", "--sections", "bone,hands"], ["filter", "a.vmd", "-o", ""],
                     ["filter", "a.vmd", "-o", "b", "--bones", "re:("], ["filter", "a.vmd", "-o", "-", "--json"],
                     ["filter", "a.vmd", "-o", "b", "--name-encoding", "sjis"], ["bake", "-o", "b"], ["bake", "a.vmd"],
                     ["bake", "a.vmd", "-o", "b", "--mode", "average"], ["bake", "a.vmd", "-o", "b", "--jobs", "0"],
                     ["bake", "a.vmd", "-o", "b", "--layer", "a.vmd,weight=-1"], ["bake", "a.vmd", "-o", "b", "--layer", "a.vmd,bones=[]"],
                     ["bake", "a.vmd", "-o", "b", "--layer", "a.vmd,wieght=1"], ["bake", "a.vmd", "-o", "b", "--stack", "s.json"],
                     ["bake", "-", "-o", "b", "--layer", "-,weight=1"], ["bake", "a.vmd", "-o", "b", "--on-layer-error", "shrug"],
                     ["bake", "a.vmd", "-o", "b", "--layer", "a.vmd,bones=set:none"]):
            with self.subTest(argv=argv):
                done = self.run_cli(*argv, exit=2, input=MOTION)
                self.assertTrue(done.stderr.startswith("mmdkit: error: "), done.stderr)
                self.assertEqual(done.stdout, b"")
                self.assertEqual(os.listdir(self.folder), ["a.vmd"])

    def test_errors_name_the_file_and_the_place(self):
        self.write("cut.vmd", vmd([bone("頭", 0)] * 3)[:300])
        self.write("a.zip", b"PK\x03\x04")
        self.write("a.pmm", b"Polygon Movie maker 0002")
        self.write("a.json", b'{"a": 1}')
        self.write("empty.vmd", b"")
        (self.folder / "dir").mkdir()
        for name, code, message in [
            ("cut.vmd", 3, "cut.vmd: bone key 2: byte 0x114: file ends inside a record; a count of 3 needs 333 bytes, 246 are left"),
            ("a.zip", 3, "a.zip: this is a ZIP archive, not a VMD motion"),
            ("a.pmm", 3, "a.pmm: this is a PMM project of MikuMikuDance, not a VMD motion"),
            ("a.json", 3, "a.json: this is JSON text, not a VMD motion"),
            ("empty.vmd", 3, "empty.vmd: this is an empty file, not a VMD motion"),
            ("none.vmd", 4, "none.vmd: cannot open: No such file or directory"),
            ("dir", 4, "dir: is a directory, not a file"),
        ]:
            for argv in (["info", name], ["filter", name, "-o", "out"], ["bake", name, "-o", "out"]):
                with self.subTest(argv=argv):
                    self.assertEqual(self.run_cli(*argv, exit=code).stderr, f"mmdkit: error: {message}\n")
                    self.assertFalse((self.folder / "out").exists())

    def test_a_file_is_known_by_its_content(self):
        self.write("motion.txt", MOTION)
        self.run_cli("info", "motion.txt")

    def test_strange_names_work_and_print_readably(self):
        for name in ("モデル 🎀/ミク.vmd", "with, comma.vmd", "line\nbreak.vmd", "[x].vmd", "-dash.vmd"):
            self.write(name, MOTION)
            path = "./" + name
            self.run_cli("filter", path, "-o", path + ".out")
            self.assertEqual(self.read(name + ".out"), MOTION)
            self.assertNotIn("\nbreak", self.run_cli("info", path).stdout.decode())
        raw = os.fsencode(self.folder) + b"/\xff.vmd"
        with open(raw, "wb") as file:
            file.write(MOTION)
        self.assertIn('"\\\\xff.vmd"', self.run_cli("info", "--json", b"\xff.vmd").stdout.decode())
        self.run_json("bake", "bake", b"\xff.vmd", "-o", "out.vmd")

    def test_runs_without_a_home_an_input_or_a_terminal(self):
        self.write("a.vmd", MOTION)
        bare = {"HOME": "/nowhere", "PATH": "/usr/bin"}
        self.run_cli("info", "a.vmd", env=bare, stdin=subprocess.DEVNULL)
        closed = subprocess.run(["sh", "-c", 'exec "$0" info a.vmd <&-', MMDKIT], cwd=self.folder, capture_output=True)
        self.assertEqual(closed.returncode, 0)
        self.assertEqual(self.run_cli("info", "-", exit=4, preexec_fn=lambda: os.close(0)).stderr,
                         "mmdkit: error: standard input: cannot read: Bad file descriptor\n")

    def test_a_reader_that_stops_early_is_no_crash(self):
        self.write("a.vmd", vmd([bone(f"bone{i}", i) for i in range(5000)]))
        for argv in (["info", "a.vmd"], ["filter", "a.vmd", "-o", "-", "-q"]):
            child = subprocess.Popen([MMDKIT, *argv], cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            child.stdout.read(10)
            child.stdout.close()
            message = child.stderr.read().decode()
            child.stderr.close()
            self.assertEqual(child.wait(), 4, message)
            self.assertEqual(message, "mmdkit: error: standard output: cannot write: Broken pipe\n")

    def test_quiet_strict_and_colour(self):
        self.write("odd.vmd", MOTION + b"tail")
        self.assertIn("vmd-trailing-bytes", self.run_cli("info", "odd.vmd").stderr)
        self.run_cli("info", "odd.vmd", "-q")
        for argv in (["info", "odd.vmd"], ["filter", "odd.vmd", "-o", "out"], ["bake", "odd.vmd", "-o", "out"]):
            self.assertIn("vmd-trailing-bytes", self.run_cli(*argv, "--strict", exit=3).stderr)
            self.assertFalse((self.folder / "out").exists())
        self.assertNotIn("\x1b", self.run_cli("info", "odd.vmd").stderr)
        self.assertIn("a.vmd: 185 bytes read", self.run_cli("info", self.write("a.vmd", MOTION), "-v").stderr)


if __name__ == "__main__":
    unittest.main()
