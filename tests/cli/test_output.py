"""Outputs appear whole or not at all, and nothing is replaced by accident."""
import os
import resource
import stat
import unittest

from mmdkit_cli import CliTest, bone, vmd

DATA = vmd([bone("頭", frame) for frame in range(3000)])


class Output(CliTest):
    def setUp(self):
        super().setUp()
        self.write("in.vmd", DATA)

    def assert_only(self, *names):
        self.assertEqual(sorted(os.listdir(self.folder)), sorted(names))

    def test_nothing_is_replaced_without_force(self):
        self.write("out.vmd", b"old")
        for argv in (["filter", "in.vmd"], ["bake", "in.vmd"]):
            done = self.run_cli(*argv, "-o", "out.vmd", exit=4)
            self.assertEqual(done.stderr, "mmdkit: error: out.vmd: already exists; give --force to replace it\n")
            self.assertEqual(self.read("out.vmd"), b"old")
            self.run_cli(*argv, "-o", "out.vmd", "--force")
            self.assertEqual(self.read("out.vmd"), DATA)
            self.write("out.vmd", b"old")
        self.write("s.json", b"old")
        self.run_cli("bake", "in.vmd", "-o", "new.vmd", "--save-stack", "s.json", exit=4)
        self.assert_only("in.vmd", "out.vmd", "s.json")

    def test_input_and_output_may_be_the_same_with_force(self):
        self.run_cli("filter", "in.vmd", "-o", "in.vmd", exit=4)
        self.assertEqual(self.read("in.vmd"), DATA)
        self.run_cli("filter", "in.vmd", "-o", "in.vmd", "--force", "--frames", ":9")
        self.assertEqual(len(self.motion("in.vmd").sections[0]), 10)
        self.run_cli("bake", "in.vmd", "-o", "in.vmd", "--force", "--keys", "every-frame")
        self.assert_only("in.vmd")

    def test_a_failed_write_leaves_everything_as_it_was(self):
        self.write("out.vmd", b"old")
        limit = lambda: (resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096)))
        for argv in (["filter", "in.vmd"], ["bake", "in.vmd", "--keys", "every-frame"]):
            done = self.run_cli(*argv, "-o", "out.vmd", "--force", exit=4, preexec_fn=lambda: (__import__("signal").signal(25, 1), limit()))
            self.assertEqual(done.stderr, "mmdkit: error: out.vmd: cannot write: File too large\n")
            self.assertEqual(self.read("out.vmd"), b"old")
            self.assert_only("in.vmd", "out.vmd")
            self.assertIn("No space left", self.run_cli(*argv, "-o", "/dev/full", exit=4).stderr)
            self.assertIn("cannot create", self.run_cli(*argv, "-o", "no/folder/x.vmd", exit=4).stderr)

    def test_failing_input_makes_no_output(self):
        self.write("bad.vmd", DATA[:999])
        self.run_cli("filter", "bad.vmd", "-o", "out.vmd", exit=3)
        self.run_cli("bake", "in.vmd", "--layer", "bad.vmd", "-o", "out.vmd", "--save-stack", "s.json", exit=3)
        self.assert_only("in.vmd", "bad.vmd")

    def test_devices_links_and_permissions(self):
        self.run_cli("filter", "in.vmd", "-o", "/dev/null")
        self.assertTrue(stat.S_ISCHR(os.stat("/dev/null").st_mode))
        os.symlink("target.vmd", self.folder / "link.vmd")
        self.run_cli("filter", "in.vmd", "-o", "link.vmd")
        self.assertTrue((self.folder / "link.vmd").is_symlink())
        self.assertEqual(self.read("target.vmd"), DATA)
        os.chmod(self.folder / "target.vmd", 0o640)
        self.run_cli("filter", "in.vmd", "-o", "link.vmd", "-f")
        self.assertEqual(stat.S_IMODE((self.folder / "target.vmd").stat().st_mode), 0o640)
        self.run_cli("filter", "in.vmd", "-o", "new.vmd", preexec_fn=lambda: os.umask(0o027))
        self.assertEqual(stat.S_IMODE((self.folder / "new.vmd").stat().st_mode), 0o640)


if __name__ == "__main__":
    unittest.main()
