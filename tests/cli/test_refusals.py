"""Outputs that cannot be stored, names without room, stacks that name themselves."""
import subprocess
import unittest

from mmdkit_cli import MMDKIT, CliTest, bone, vmd

DATA = vmd([bone("頭", frame, (frame % 5, 0, 0)) for frame in range(3000)])
WAVE = vmd([bone("頭", 0, (9, 0, 0)), bone("頭", 10)])


class Refusals(CliTest):
    def setUp(self):
        super().setUp()
        self.write("in.vmd", DATA)

    def test_both_outputs_or_none(self):
        """If the stack cannot be stored, the motion is not left behind as if all were well."""
        self.write("old.vmd", b"old")
        for out in ("new.vmd", "old.vmd"):
            with self.subTest(out=out):
                self.run_cli("bake", "in.vmd", "-o", out, "--save-stack", "/dev/full", "-f", exit=4)
                self.assertNotIn("new.vmd", self.files())
                self.assertEqual(self.read("old.vmd"), b"old")

    def test_a_stack_does_not_replace_a_file_that_it_names(self):
        """Not even with --force: the stack could not be baked again, and the motion is gone."""
        self.write("wave.vmd", WAVE)
        for argv in (["in.vmd"], ["in.vmd", "--layer", "wave.vmd,weight=0.5"], ["--layer", "./in.vmd,weight=0.5"]):
            with self.subTest(argv=argv):
                self.run_cli("bake", *argv, "-o", "out.vmd", "--save-stack", "in.vmd", "-f", exit=2)
                self.assertEqual(self.read("in.vmd"), DATA)
            self.write("in.vmd", DATA)

    def test_names_that_leave_no_room_for_a_longer_one_beside_them(self):
        """The temporary name is longer than the target's, which may have 255 bytes."""
        for name in ("x" * 200, "x" * 240, "x" * 255, "長" * 85):
            with self.subTest(name=name):
                self.run_cli("filter", "in.vmd", "-o", name)
                self.assertEqual(self.read(name), DATA)

    def test_help_that_cannot_be_printed_is_an_error(self):
        for argv in (["--help"], ["--version"], ["bake", "--help"]):
            with self.subTest(argv=argv), open("/dev/full", "wb") as full:
                self.assertEqual(subprocess.run([MMDKIT, *argv], stdout=full, stderr=subprocess.DEVNULL).returncode, 4)

    def test_bad_selections_are_bad_input_of_the_stack_too(self):
        """Like any other bad value in a stack: exit 3, and the message begins with the stack file."""
        self.write("wave.vmd", WAVE)
        for members in ('"bones": ["set:none"]', '"bones": [""]', '"bones": ["re:("]', '"morphs": ["!"]', '"bones": ["under:頭"]'):
            with self.subTest(members=members):
                self.write("s.json", '{"format": "mmdkit.stack", "layers": [{"file": "wave.vmd", %s}]}' % members)
                done = self.run_raw("bake", "--stack", "s.json", "-o", "x.vmd")
                self.assertEqual((done.returncode, done.stderr.decode().startswith("mmdkit: error: s.json: ")), (3, True), done.stderr.decode())


if __name__ == "__main__":
    unittest.main()
