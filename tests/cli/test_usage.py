"""How the program is called: help, version, wrong usage, exit codes, quiet, strict, colour."""
import os
import subprocess
import unittest

from mmdkit_cli import MMDKIT, CliTest, bone, vmd

MOTION = vmd([bone("頭", 0)])
ODD = MOTION + b"tail"
CUT = vmd([bone("頭", 0)] * 3)[:300]
COMMANDS = ("info", "filter", "bake")


def output(command):
    """The options that a command needs beside its input."""
    return [] if command == "info" else ["-o", "out"]


class Help(CliTest):
    def test_help_and_version_are_no_errors(self):
        for argv in (["--help"], ["-h"], *([c, flag] for c in COMMANDS for flag in ("--help", "-h"))):
            done = self.run_cli(*argv)
            self.assertIn(b"Usage:", done.stdout)
            self.assertEqual(done.stderr, "")
        self.assertRegex(self.run_cli("--version").stdout.decode(), r"^mmdkit \d+\.\d+\.\d+\n$")

    def test_help_names_every_command_option_and_exit_code(self):
        text = self.run_cli("--help").stdout.decode()
        for word in (*COMMANDS, "--version", "0 fine", "1 ", "2 wrong usage", "3 bad input", "4 the system", "5 a bug"):
            self.assertIn(word, text)
        common = ("--json", "--strict", "--quiet", "--verbose", "--name-encoding")
        options = {"info": ("--sets",), "filter": ("--output", "--force", "--bones", "--morphs", "--ik-names", "--frames", "--shift", "--sections"),
                   "bake": ("--output", "--force", "--layer", "--stack", "--save-stack", "--mode", "--frames", "--keys", "--curves",
                            "--mmd-origin-key", "--on-layer-error", "--jobs")}
        for command in COMMANDS:
            text = self.run_cli(command, "--help").stdout.decode()
            for option in (*common, *options[command]):
                self.assertIn(option, text, command)
        for key in ("weight", "mode", "fade-in", "fade-out", "offset", "range", "speed", "loop", "bones", "morphs", "enabled", "reference", "id"):
            self.assertIn(key, self.run_cli("bake", "--help").stdout.decode())


class WrongUsage(CliTest):
    def setUp(self):
        super().setUp()
        self.write("a.vmd", MOTION)
        self.write("s.json", '{"format": "mmdkit.stack", "base": {"file": "a.vmd"}}')

    def assert_refused(self, *argv):
        with self.subTest(argv=argv):
            done = self.run_cli(*argv, exit=2, input=MOTION)
            self.assertTrue(done.stderr.startswith("mmdkit: error: "), done.stderr)
            self.assertEqual(done.stdout, b"")
            self.assertEqual(self.files(), ["a.vmd", "s.json"])
        (self.folder / "out").unlink(missing_ok=True)

    def test_a_command_is_needed(self):
        for argv in ([], ["frob"], ["--frob"], ["Info", "a.vmd"], ["a.vmd"], ["-"]):
            self.assert_refused(*argv)

    def test_unknown_options_and_arguments_are_refused(self):
        """A misspelt option must never pass as "keep everything"."""
        for command in COMMANDS:
            for extra in (["--frob"], ["--bone", "首"], ["--bone=首"], ["-x"], ["--frame", "0:1"], ["--no-json"]):
                self.assert_refused(command, "a.vmd", *output(command), *extra)
            self.assert_refused("--json", command, "a.vmd", *output(command))
            self.assert_refused("--frob", command, "a.vmd", *output(command))
            self.assert_refused(command, command, "a.vmd", *output(command)) if command != "info" else None
        for command in ("filter", "bake"):
            self.assert_refused(command, "a.vmd", "b.vmd", *output(command))
            self.assert_refused(command, "a.vmd", "-o", "out", "-o", "out2")
        self.assert_refused("info", "--sets", "--bones", "頭")
        self.assert_refused("info", "a.vmd", "-o", "out")

    def test_what_is_needed_is_asked_for(self):
        for argv in (["info"], ["info", "--json"], ["info", "--sets", "a.vmd"], ["filter"], ["filter", "a.vmd"], ["filter", "-o", "out"],
                     ["bake"], ["bake", "-o", "out"], ["bake", "a.vmd"], ["bake", "--layer", "a.vmd"], ["bake", "--stack", "s.json"],
                     ["filter", "a.vmd", "-o"], ["filter", "a.vmd", "-o", ""], ["bake", "a.vmd", "-o", ""], ["bake", "a.vmd", "-o", "out", "--layer"]):
            self.assert_refused(*argv)

    def test_bad_values(self):
        for option, *values in (["--frames", "5", "5:4", "a:b", ""], ["--name-encoding", "sjis", "CP932", ""]):
            for value in values:
                self.assert_refused("filter", "a.vmd", "-o", "out", option, value)
                self.assert_refused("bake", "a.vmd", "-o", "out", option, value)
        self.assert_refused("info", "a.vmd", "--name-encoding", "sjis")
        for option, *values in (["--mode", "average", "Mean", "additive", ""], ["--keys", "all", ""], ["--curves", "linear"],
                                ["--on-layer-error", "shrug", ""], ["--jobs", "0", "-1", "x", "1.5", "99999999999"], ["--frames", "3:4294967295"]):
            for value in values:
                self.assert_refused("bake", "a.vmd", "-o", "out", f"{option}={value}")

    def test_bad_layers(self):
        for layer in ("", ",weight=1", "a.vmd,", "a.vmd,wieght=1", "a.vmd,Weight=1", "a.vmd,weight", "a.vmd,weight=", "a.vmd,weight=-1",
                      "a.vmd,weight=nan", "a.vmd,weight=inf", "a.vmd,weight=1e999", "a.vmd,weight=0x1", "a.vmd,weight=1,weight=1",
                      "a.vmd,weight=[]", "a.vmd,weight=[0]", "a.vmd,weight=[0:1,0:2]", "a.vmd,weight=[5:1,4:2]", "a.vmd,weight=[0:-1]",
                      "a.vmd,weight=[0:1", "a.vmd,weight=0:1]", "a.vmd,fade-in=-1", "a.vmd,fade-out=x", "a.vmd,fade_in=1", "a.vmd,offset=x",
                      "a.vmd,offset=nan", "a.vmd,range=5", "a.vmd,range=5:4", "a.vmd,range=-1:5", "a.vmd,speed=0", "a.vmd,speed=-1", "a.vmd,speed=inf",
                      "a.vmd,loop=0", "a.vmd,loop=-1", "a.vmd,loop=ever", "a.vmd,loop=1.5", "a.vmd,loop=forever,fade-out=5", "a.vmd,bones=",
                      "a.vmd,bones=[]", "a.vmd,morphs=[]", "a.vmd,bones=[a,,b]", "a.vmd,bones=a,b", "a.vmd,bones=set:none", "a.vmd,bones=re:(",
                      "a.vmd,bones=under:頭", "a.vmd,enabled=yes", "a.vmd,enabled=1", "a.vmd,reference=0", "a.vmd,mode=additive,reference=-1",
                      "a.vmd,mode=mean", "a.vmd,id=", "a.vmd,file=b.vmd", "a.vmd,base"):
            self.assert_refused("bake", "a.vmd", "-o", "out", "--layer", layer)
        self.assert_refused("bake", "-o", "out", "--layer", "a.vmd,id=x", "--layer", "a.vmd,id=x")

    def test_inputs_that_exclude_each_other(self):
        self.assert_refused("bake", "a.vmd", "--stack", "s.json", "-o", "out")
        self.assert_refused("bake", "--layer", "a.vmd", "--stack", "s.json", "-o", "out")
        self.assert_refused("bake", "-", "--layer", "-", "-o", "out")
        self.assert_refused("bake", "--layer", "-,weight=0.5", "--layer", "-", "-o", "out")
        self.assert_refused("bake", "--layer", "-", "-o", "out", "--save-stack", "new.json")

    def test_outputs_that_exclude_each_other(self):
        for argv in (["-o", "-", "--json"], ["-o", "-", "--save-stack", "-"], ["-o", "out", "--save-stack", "-", "--json"]):
            self.assert_refused("bake", "a.vmd", *argv)
        self.assert_refused("filter", "a.vmd", "-o", "-", "--json")

    def test_mistakes_point_to_the_help(self):
        self.assertIn("mmdkit filter --help", self.run_cli("filter", "a.vmd", exit=2).stderr)
        self.assertIn("mmdkit --help", self.run_cli("frob", exit=2).stderr)
        self.assertIn("unknown command 'frob'", self.run_cli("frob", exit=2).stderr)


class ExitCodes(CliTest):
    def test_0_2_3_and_4_for_every_command(self):
        self.write("a.vmd", MOTION)
        self.write("cut.vmd", CUT)
        for command in COMMANDS:
            for name, options, code in (("a.vmd", [], 0), ("a.vmd", ["--name-encoding", "x"], 2), ("cut.vmd", [], 3), ("none.vmd", [], 4)):
                self.run_cli(command, name, *output(command), *options, exit=code)
                if code == 0 and command != "info":
                    os.remove(self.folder / "out")
                self.assertEqual(self.files(), ["a.vmd", "cut.vmd"])
        self.run_cli("info", "--sets")

    def test_errors_read_outward_in(self):
        self.write("cut.vmd", CUT)
        text = "mmdkit: error: cut.vmd: bone key 2: byte 0x114: file ends inside a record; a count of 3 needs 333 bytes, 246 are left\n"
        for command in COMMANDS:
            self.assertEqual(self.run_cli(command, "cut.vmd", *output(command), exit=3).stderr, text)
        self.assertEqual(self.run_cli("bake", "--layer", "cut.vmd", "-o", "out", exit=3).stderr, text)

    def test_strict_makes_the_first_warning_an_error(self):
        self.write("odd.vmd", ODD)
        for command in COMMANDS:
            self.assertRegex(self.run_cli(command, "odd.vmd", *output(command)).stderr, r"(?m)^mmdkit: warning: .*vmd-trailing-bytes")
            if command != "info":
                os.remove(self.folder / "out")
            done = self.run_cli(command, "odd.vmd", *output(command), "--strict", exit=3)
            self.assertRegex(done.stderr, r"^mmdkit: error: .*vmd-trailing-bytes.*\n$")
            self.assertEqual(self.files(), ["odd.vmd"])
        self.write("a.vmd", MOTION)
        for command in COMMANDS:
            self.run_cli(command, "a.vmd", *output(command), "--strict")
            if command != "info":
                os.remove(self.folder / "out")
        self.run_cli("bake", "--layer", "odd.vmd,bones=*", "-o", "out", "--strict", exit=3)
        self.write("legs.vmd", vmd([bone("左足", 0)]))
        self.assertIn("bake-default-bones", self.run_cli("bake", "a.vmd", "--layer", "legs.vmd", "-o", "out", "--strict", exit=3).stderr)

    def test_quiet_leaves_errors_only(self):
        self.write("odd.vmd", ODD)
        for command in COMMANDS:
            self.run_cli(command, "odd.vmd", *output(command), "-q", "--force" if command != "info" else "--quiet")
            self.assertIn("error", self.run_cli(command, "none.vmd", *output(command), "-q", exit=4).stderr)
        self.assertIn("vmd-trailing-bytes", self.warnings(self.run_json("info", "info", "odd.vmd", "-q")["files"][0]))

    def test_verbose_tells_of_files(self):
        self.write("a.vmd", MOTION)
        self.assertIn("a.vmd: 185 bytes read", self.run_cli("info", "a.vmd", "-v").stderr)
        self.assertIn("out: written", self.run_cli("filter", "a.vmd", "-o", "out", "--verbose").stderr)

    def test_colour_goes_to_terminals_only_and_not_with_no_color(self):
        self.write("odd.vmd", ODD)
        for environment in ({}, {"NO_COLOR": "1"}, {"CLICOLOR_FORCE": "1", "FORCE_COLOR": "1", "COLORTERM": "truecolor"}):
            done = self.run_cli("info", "odd.vmd", env={**os.environ, "TERM": "xterm-256color", **environment})
            self.assertNotIn("\x1b", done.stderr + done.stdout.decode())
        for environment, coloured in (({}, True), ({"NO_COLOR": "1"}, False)):
            master, terminal = os.openpty()
            subprocess.run([MMDKIT, "info", "odd.vmd"], cwd=self.folder, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=terminal,
                           env={"PATH": "/usr/bin", "TERM": "xterm-256color", **environment}, check=True)
            os.close(terminal)
            text = os.read(master, 4096)
            os.close(master)
            self.assertIn(b"vmd-trailing-bytes", text)
            self.assertEqual(b"\x1b[" in text, coloured, environment)


if __name__ == "__main__":
    unittest.main()
