"""Outputs appear whole or not at all, and nothing is replaced by accident."""
import os
import resource
import signal
import stat
import subprocess
import unittest

from mmdkit_cli import MMDKIT, SANITIZED, CliTest, bone, vmd

DATA = vmd([bone("頭", frame, (frame % 5, 0, 0)) for frame in range(3000)])
CUT = DATA[:-70]
# Ways to make an output that is not a mere copy, too.
WRITERS = (["filter", "in.vmd"], ["filter", "in.vmd", "--frames", "1:"], ["bake", "in.vmd"], ["bake", "in.vmd", "--keys", "every-frame"])


class OutputFiles(CliTest):
    def setUp(self):
        super().setUp()
        self.write("in.vmd", DATA)

    def assert_files(self, **files):
        """Exactly these files (underscores are dots) with this content are in the folder."""
        expected = {name.replace("_", "."): data for name, data in files.items()} | {"in.vmd": DATA}
        self.assertEqual(self.files(), sorted(expected))
        for name, data in expected.items():
            self.assertEqual(self.read(name), data)

    def test_nothing_is_replaced_without_force(self):
        for argv in WRITERS:
            self.write("out.vmd", b"old")
            error = self.run_cli(*argv, "-o", "out.vmd", exit=4).stderr
            self.assertEqual(error, "mmdkit: error: out.vmd: already exists; give --force to replace it\n")
            self.assert_files(out_vmd=b"old")
            self.run_cli(*argv, "-o", "out.vmd", "--force")
            self.assertNotEqual(self.read("out.vmd"), b"old")
            self.assertEqual(self.files(), ["in.vmd", "out.vmd"])

    def test_the_stack_file_is_not_replaced_either_and_then_no_motion_is_made(self):
        self.write("s.json", b"old")
        error = self.run_cli("bake", "in.vmd", "-o", "out.vmd", "--save-stack", "s.json", exit=4).stderr
        self.assertEqual(error, "mmdkit: error: s.json: already exists; give --force to replace it\n")
        self.assert_files(s_json=b"old")
        self.run_cli("bake", "in.vmd", "-o", "out.vmd", "--save-stack", "s.json", "-f")
        self.assertTrue(self.read("s.json").startswith(b"{"))

    def test_motion_and_stack_need_two_files(self):
        self.write("there.vmd", b"old")
        os.symlink("there.vmd", self.folder / "link.vmd")
        for out, stack in (("new", "new"), ("new", "./new"), ("there.vmd", "there.vmd"), ("there.vmd", "link.vmd"), ("sub/../new", "new")):
            (self.folder / "sub").mkdir(exist_ok=True)
            for force in ([], ["-f"]):
                code = self.run_raw("bake", "in.vmd", "-o", out, "--save-stack", stack, *force).returncode
                self.assertIn(code, (2, 4), (out, stack, force))
                self.assertNotIn("new", self.files())
                self.assertEqual(self.read("there.vmd"), b"old")

    def test_input_and_output_may_be_the_same_with_force(self):
        os.link(self.folder / "in.vmd", self.folder / "hard.vmd")
        os.symlink("in.vmd", self.folder / "soft.vmd")
        for out in ("in.vmd", "./in.vmd", "hard.vmd", "soft.vmd"):
            for argv in (["filter", "in.vmd"], ["bake", "in.vmd"], ["bake", "--layer", "in.vmd,bones=*"]):
                self.run_cli(*argv, "-o", out, exit=4)
                self.assertEqual(self.read("in.vmd"), DATA)
        self.run_cli("filter", "in.vmd", "-o", "in.vmd", "--force")
        self.assertEqual(self.read("in.vmd"), DATA)
        self.run_cli("filter", "in.vmd", "-o", "soft.vmd", "--force", "--frames", ":9")
        self.assertEqual(self.motion("in.vmd").frames(0), list(range(10)))
        self.assertEqual(self.read("hard.vmd"), DATA)
        self.run_cli("bake", "in.vmd", "--layer", "in.vmd,weight=0.5", "-o", "in.vmd", "--force")
        self.assertEqual(len(self.motion("in.vmd").sections[0]), 10)
        self.assertEqual(self.files(), ["hard.vmd", "in.vmd", "soft.vmd"])

    def test_input_that_fails_makes_no_output(self):
        self.write("bad.vmd", CUT)
        self.write("out.vmd", b"old")
        for argv in (["filter", "bad.vmd"], ["bake", "bad.vmd"], ["bake", "in.vmd", "--layer", "bad.vmd", "--save-stack", "s.json"],
                     ["bake", "in.vmd", "--layer", "bad.vmd,weight=0"]):
            self.run_cli(*argv, "-o", "out.vmd", "-f", exit=3)
            self.run_cli(*argv, "-o", "new.vmd", exit=3)
            self.assert_files(bad_vmd=CUT, out_vmd=b"old")

    def test_a_file_size_limit(self):
        """`ulimit -f`: an error, not a signal; the old file stays and no temporary one does."""
        self.write("out.vmd", b"old")
        for argv in WRITERS:
            for out in ("out.vmd", "new.vmd"):
                limit = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (8192, 8192))
                with self.subTest(argv=argv, out=out):
                    done = self.run_raw(*argv, "-o", out, "-f", preexec_fn=limit)
                    self.assertEqual((done.returncode, done.stderr.decode()), (4, f"mmdkit: error: {out}: cannot write: File too large\n"))
                    self.assert_files(out_vmd=b"old")
                for name in set(self.files()) - {"in.vmd", "out.vmd"}:
                    os.remove(self.folder / name)

    def test_a_file_size_limit_for_standard_output(self):
        with open(self.folder / "caught", "wb") as target:
            done = subprocess.run([MMDKIT, "filter", "in.vmd", "-o", "-"], cwd=self.folder, stdout=target, stderr=subprocess.PIPE,
                                  preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (8192, 8192)))
        self.assertEqual((done.returncode, done.stderr), (4, b"mmdkit: error: standard output: cannot write: File too large\n"))

    def test_a_full_device(self):
        for argv in WRITERS:
            error = self.run_cli(*argv, "-o", "/dev/full", exit=4).stderr
            self.assertEqual(error, "mmdkit: error: /dev/full: cannot write: No space left on device\n")
        self.assert_files()
        self.assertTrue(stat.S_ISCHR(os.stat("/dev/full").st_mode))


    def test_folders_that_are_missing_or_closed(self):
        self.write("file", b"")
        for argv in WRITERS:
            for out in ("no/folder/x.vmd", "file/x.vmd", "/proc/x.vmd"):
                error = self.run_cli(*argv, "-o", out, exit=4).stderr
                self.assertRegex(error, f"^mmdkit: error: {out}: cannot create: .+\n$")
            for out in (".", "/", "/tmp/"):
                error = self.run_cli(*argv, "-o", out, "--force", exit=4).stderr
                self.assertRegex(error, f"^mmdkit: error: {out}: is a directory, not a file\n$")
        self.run_cli("filter", "in.vmd", "-o", "new/", exit=4)
        self.assert_files(file=b"")

    def test_devices_are_written_directly(self):
        for argv in WRITERS:
            self.run_cli(*argv, "-o", "/dev/null", "-q")
        self.assertTrue(stat.S_ISCHR(os.stat("/dev/null").st_mode))
        self.assert_files()

    def test_symbolic_links_are_followed(self):
        (self.folder / "sub").mkdir()
        for link, target in (("link.vmd", "target.vmd"), ("up.vmd", "sub/deep.vmd"), ("sub/back.vmd", "../other.vmd"), ("chain.vmd", "up.vmd")):
            os.symlink(target, self.folder / link)
        for link, behind in (("link.vmd", "target.vmd"), ("sub/back.vmd", "other.vmd"), ("chain.vmd", "sub/deep.vmd")):
            self.run_cli("filter", "in.vmd", "-o", link)
            self.assertTrue((self.folder / link).is_symlink())
            self.assertFalse((self.folder / behind).is_symlink())
            self.assertEqual(self.read(behind), DATA)
            self.run_cli("filter", "in.vmd", "-o", link, exit=4)
            self.run_cli("filter", "in.vmd", "-o", link, "-f", "--frames", ":3")
            self.assertEqual(len(self.motion(behind).sections[0]), 4)
            self.assertTrue((self.folder / link).is_symlink())
        os.symlink("loop.vmd", self.folder / "loop.vmd")
        self.run_cli("filter", "in.vmd", "-o", "loop.vmd", exit=4)
        self.assertTrue((self.folder / "loop.vmd").is_symlink())

    def test_permissions(self):
        for umask, mode in ((0o022, 0o644), (0o027, 0o640), (0o077, 0o600)):
            self.run_cli("filter", "in.vmd", "-o", "out.vmd", preexec_fn=lambda: os.umask(umask))
            self.assertEqual(stat.S_IMODE((self.folder / "out.vmd").stat().st_mode), mode)
            for kept in (0o640, 0o444, 0o755):
                os.chmod(self.folder / "out.vmd", kept)
                self.run_cli("filter", "in.vmd", "-o", "out.vmd", "-f")
                self.assertEqual(stat.S_IMODE((self.folder / "out.vmd").stat().st_mode), kept)
            os.remove(self.folder / "out.vmd")

    def test_leftovers_of_a_killed_run_do_not_disturb(self):
        for number in range(3):
            self.write(f"out.vmd.{number}.tmp", b"junk")
        self.run_cli("filter", "in.vmd", "-o", "out.vmd")
        self.assertEqual(self.read("out.vmd"), DATA)
        self.assertEqual(self.read("out.vmd.1.tmp"), b"junk")

    def test_a_run_that_is_killed_leaves_no_half_target(self):
        """Stopped while it waits for its input, so before anything is written."""
        self.write("out.vmd", b"old")
        for sign in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            child = subprocess.Popen([MMDKIT, "filter", "-", "-o", "out.vmd", "-f"], cwd=self.folder, stdin=subprocess.PIPE, stderr=subprocess.DEVNULL)
            child.stdin.write(DATA[:5000])
            child.stdin.flush()
            child.send_signal(sign)
            self.assertNotEqual(child.wait(), 0)
            child.stdin.close()
            self.assert_files(out_vmd=b"old")

    @unittest.skipIf(SANITIZED, "a sanitizer keeps descriptors of its own")
    def test_running_out_of_descriptors_is_a_system_error(self):
        for limit in (3, 4):
            done = self.run_raw("filter", "in.vmd", "-o", "out.vmd", preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (limit, limit)))
            self.assertIn(done.returncode, (0, 4) if limit == 4 else (4, 127))
            if done.returncode != 0:
                self.assert_files()


if __name__ == "__main__":
    unittest.main()
