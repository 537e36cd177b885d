"""Standard input, output and error: pipes, streams that are closed, early ends, no surroundings. CLI-02."""
import json
import os
import pathlib
import stat
import subprocess
import unittest

from mmdkit_cli import MMDKIT, CliTest, Motion, bone, vmd

# Every byte value occurs, so that a stream in text mode would show.
ALL_BYTES = vmd([bone(bytes([40 + i % 80] * 15), i, interpolation=bytes((i + k) % 256 for k in range(64))) for i in range(300)],
                trailing=bytes(range(256)) * 4)
MOTION = vmd([bone("頭", 0), bone("左腕", 3)])
LARGE = vmd([bone(f"bone{i}", i) for i in range(5000)])


class Pipes(CliTest):
    def test_standard_input_and_output_are_binary(self):
        self.assertEqual(self.run_cli("filter", "-", "-o", "-", "-q", input=ALL_BYTES).stdout, ALL_BYTES)
        self.assertEqual(self.run_cli("bake", "-", "-o", "-", "-q", input=ALL_BYTES).stdout, ALL_BYTES)
        self.assertEqual(self.run_cli("bake", "--layer", "-,bones=*", "-o", "-", "-q", input=ALL_BYTES).stdout, ALL_BYTES)
        done = self.run_cli("filter", "-", "-o", "-", "--bones", "左*", input=MOTION)
        self.assertEqual(Motion(done.stdout).sections[0], [bone("左腕", 3)])
        self.assertIn("standard input -> standard output", done.stderr)
        self.assertEqual(self.files(), [])

    def test_a_chain_of_pipes(self):
        command = f"'{MMDKIT}' filter - -o - --bones '左*' -q | '{MMDKIT}' bake - -o - -q | '{MMDKIT}' info - --json"
        done = subprocess.run(["bash", "-o", "pipefail", "-c", command], input=MOTION, capture_output=True, check=True)
        self.assertEqual(json.loads(done.stdout)["files"][0]["counts"]["bone"], 1)

    def test_info_reads_standard_input(self):
        [motion] = self.run_json("info", "info", "-", input=MOTION)["files"]
        self.assertEqual(motion["counts"]["bone"], 2)
        self.assertIn("standard input", self.run_cli("info", "-", input=MOTION).stdout.decode())
        self.assertIn("standard input: ", self.run_cli("info", "-", input=b"junk", exit=3).stderr)
        self.assertIn("empty", self.run_cli("info", "-", input=b"", exit=3).stderr)

    def test_a_file_as_standard_input_and_output(self):
        self.write("in.vmd", LARGE)
        with open(self.folder / "in.vmd", "rb") as source, open(self.folder / "out.vmd", "wb") as target:
            subprocess.run([MMDKIT, "filter", "-", "-o", "-", "-q"], stdin=source, stdout=target, check=True)
        self.assertEqual(self.read("out.vmd"), LARGE)

    def test_slow_writers_and_named_pipes(self):
        os.mkfifo(self.folder / "pipe")
        feeder = subprocess.Popen(["sh", "-c", "cat > pipe"], cwd=self.folder, stdin=subprocess.PIPE)
        reader = subprocess.Popen([MMDKIT, "filter", "pipe", "-o", "out.vmd", "-q"], cwd=self.folder)
        for start in range(0, len(LARGE), 50000):
            feeder.stdin.write(LARGE[start:start + 50000])
            feeder.stdin.flush()
        feeder.stdin.close()
        self.assertEqual((feeder.wait(), reader.wait()), (0, 0))
        self.assertEqual(self.read("out.vmd"), LARGE)

    def test_a_pipe_as_output_is_written_directly(self):
        os.mkfifo(self.folder / "pipe")
        self.write("in.vmd", LARGE)
        catcher = subprocess.Popen(["sh", "-c", "cat pipe > caught.vmd"], cwd=self.folder)
        self.run_cli("filter", "in.vmd", "-o", "pipe", "-q")
        self.assertEqual((catcher.wait(), self.read("caught.vmd")), (0, LARGE))
        self.assertTrue(stat.S_ISFIFO((self.folder / "pipe").stat().st_mode))

    def test_dev_stdout_and_process_substitution(self):
        """`-o /dev/stdout` and `-o >(command)` are links into /proc whose text is no path."""
        self.write("in.vmd", MOTION)
        for argv in (["filter", "in.vmd"], ["bake", "in.vmd"]):
            self.assertEqual(self.run_cli(*argv, "-o", "/dev/stdout", "-q").stdout, MOTION)
        self.assertEqual(self.run_cli("filter", "/dev/stdin", "-o", "out.vmd", "-q", input=MOTION).stdout, b"")
        self.assertEqual(self.read("out.vmd"), MOTION)
        script = f"'{MMDKIT}' filter in.vmd -q -o >(cat > copy.vmd) && wait $!"
        subprocess.run(["bash", "-c", script], cwd=self.folder, check=True)
        self.assertEqual(self.read("copy.vmd"), MOTION)


class Json(CliTest):
    def test_one_document_and_nothing_else(self):
        """run_json checks the form; here all that could mix with it is switched on."""
        self.write("odd.vmd", MOTION + b"tail")
        for schema, argv in (("info", ["info", "odd.vmd", "odd.vmd"]), ("filter", ["filter", "odd.vmd", "-o", "out.vmd", "--bones", "左足IK,左腕"]),
                             ("bake", ["bake", "odd.vmd", "-o", "out.vmd", "--layer", "odd.vmd", "--save-stack", "s.json"])):
            self.run_json(schema, *argv, "-v", *(["-f"] if schema != "info" else []))
            done = self.run_cli(*argv, "--json", "-q", *(["-f"] if schema != "info" else []))
            self.validate(schema, json.loads(done.stdout))
        self.run_json("sets", "info", "--sets")

    def test_failures_print_no_half_document(self):
        self.write("bad.vmd", b"junk")
        for argv in (["filter", "bad.vmd", "-o", "x"], ["bake", "bad.vmd", "-o", "x"], ["info", "bad.vmd", "--name-encoding", "x"], ["filter"]):
            self.assertEqual(self.run_raw(*argv, "--json").stdout, b"")
        document = self.run_json("info", "info", "bad.vmd", exit=3)
        self.assertEqual(document["files"][0]["error"]["exit"], 3)

    def test_names_of_any_bytes_make_valid_utf8(self):
        names = [b"\xff\xfe", b"\x81", b"a\"b\\c", b"\x01\x1f\x7f", "センター".encode(), b"\x93\xaa\n", b"\xef\xbb\xbf", b"\xed\xa0\x80", b""]
        self.write("a.vmd", vmd([bone(n, i) for i, n in enumerate(names)], name=b"\xff\"\\\x01"))
        for encoding in ("cp932", "utf8", "gbk"):
            for schema, argv in (("info", ["info", "a.vmd"]), ("filter", ["filter", "a.vmd", "-o", "out.vmd", "-f"]),
                                 ("bake", ["bake", "a.vmd", "-o", "out.vmd", "-f", "--keys", "every-frame"])):
                document = self.run_json(schema, *argv, "--name-encoding", encoding)
                rows = document["files"][0]["bones"] if schema == "info" else document["bones"]
                self.assertEqual(len(rows), len(names))
            self.assertNotRegex(self.run_cli("info", "a.vmd", "--name-encoding", encoding, "-q").stdout.decode(), "[\x00-\x09\x0b-\x1f\x7f]")


class Closed(CliTest):
    def setUp(self):
        super().setUp()
        self.write("a.vmd", MOTION)
        self.write("odd.vmd", MOTION + b"tail")

    def run_closed(self, redirections, *argv):
        """Runs through a shell that closes streams: `<&-`, `>&-`, `2>&-`."""
        return subprocess.run(["sh", "-c", f'exec "$0" "$@" {redirections}', MMDKIT, *argv], cwd=self.folder, capture_output=True, timeout=60)

    def test_closed_standard_input(self):
        self.assertEqual(self.run_closed("<&-", "info", "a.vmd").returncode, 0)
        for argv in (["filter", "a.vmd"], ["bake", "a.vmd"], ["bake", "--layer", "a.vmd,weight=0.5"]):
            self.assertEqual(self.run_closed("<&-", *argv, "-o", "out.vmd", "-f", "-q").returncode, 0)
        done = self.run_closed("<&-", "info", "-")
        self.assertEqual((done.returncode, done.stderr), (4, b"mmdkit: error: standard input: cannot read: Bad file descriptor\n"))

    def test_closed_standard_output_does_not_lose_the_file(self):
        """The file that is written may get the number of the closed stream; it must arrive all the same."""
        for argv in (["filter", "a.vmd"], ["bake", "a.vmd"], ["bake", "a.vmd", "--keys", "every-frame"], ["filter", "odd.vmd"]):
            for streams in (">&-", "<&- >&-", "2>&-", ">&- 2>&-", "<&- >&- 2>&-"):
                with self.subTest(argv=argv, streams=streams):
                    code = self.run_closed(streams, *argv, "-o", "out.vmd", "-q").returncode
                    self.assertEqual((code, self.files()), (0, ["a.vmd", "odd.vmd", "out.vmd"]))
                    if "--keys" not in argv:
                        self.assertEqual(self.read("out.vmd"), self.read(argv[1]))
                (self.folder / "out.vmd").unlink(missing_ok=True)

    def test_nothing_but_the_motion_gets_into_the_file(self):
        """With standard error closed, no warning may end up in the output."""
        for argv in (["filter", "odd.vmd", "-v"], ["bake", "odd.vmd", "-v"], ["bake", "--layer", "odd.vmd,bones=*", "-v"]):
            self.run_closed("2>&-", *argv, "-o", "out.vmd", "-f")
            self.assertEqual(self.read("out.vmd"), self.read("odd.vmd"))

    def test_data_for_a_closed_standard_output_is_an_error(self):
        for argv in (["info", "a.vmd"], ["info", "--json", "a.vmd"], ["filter", "a.vmd", "-o", "-"], ["bake", "a.vmd", "-o", "-"], ["info", "--sets"]):
            done = self.run_closed(">&-", *argv, "-q")
            self.assertEqual(done.returncode, 4, argv)
            self.assertIn(b"standard output", done.stderr)

    def test_a_full_standard_output_is_an_error(self):
        for argv in (["info", "a.vmd"], ["info", "--json", "a.vmd"], ["filter", "a.vmd", "-o", "-"], ["bake", "a.vmd", "-o", "-"],
                     ["filter", "a.vmd", "-o", "out.vmd", "--json"]):
            done = self.run_closed(">/dev/full", *argv)
            self.assertEqual(done.returncode, 4, argv)


    def test_a_reader_that_stops_early(self):
        self.write("large.vmd", LARGE)
        for argv in (["info", "large.vmd"], ["info", "--json", "large.vmd"], ["filter", "large.vmd", "-o", "-"], ["bake", "large.vmd", "-o", "-"]):
            child = subprocess.Popen([MMDKIT, *argv, "-q"], cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            child.stdout.read(10)
            child.stdout.close()
            message = child.stderr.read().decode()
            child.stderr.close()
            self.assertEqual((child.wait(), message), (4, "mmdkit: error: standard output: cannot write: Broken pipe\n"))


class Surroundings(CliTest):
    def test_no_home_no_display_no_terminal(self):
        self.write("a.vmd", MOTION)
        home = self.folder / "home"
        home.mkdir(mode=0o500)
        for environment in ({}, {"HOME": str(home)}, {"HOME": "/nowhere", "TMPDIR": "/nowhere", "TERM": ""}, {"LC_ALL": "none", "LANG": "xx_YY"}):
            for argv in (["info", "a.vmd"], ["filter", "a.vmd", "-o", "out.vmd", "-f"], ["bake", "a.vmd", "-o", "out.vmd", "-f"]):
                self.run_cli(*argv, env=environment, start_new_session=True)
        self.assertEqual(os.listdir(home), [])
        self.assertEqual(self.files(), ["a.vmd", "out.vmd"])

    def test_files_that_only_root_may_read_are_system_errors(self):
        if os.geteuid() != 0 or subprocess.run(["test", "-x", MMDKIT], user=65534, group=65534).returncode != 0:
            self.skipTest("needs root, and a program that nobody may run")
        path = pathlib.Path(self.folder / self.write("a.vmd", MOTION))
        self.folder.chmod(0o755)
        path.chmod(0o600)
        done = self.run_cli("info", "a.vmd", exit=4, user=65534, group=65534)
        self.assertEqual(done.stderr, "mmdkit: error: a.vmd: cannot open: Permission denied\n")
        path.chmod(0o644)
        for argv in (["filter", "a.vmd"], ["bake", "a.vmd"]):
            done = self.run_cli(*argv, "-o", "out.vmd", exit=4, user=65534, group=65534)
            self.assertEqual(done.stderr, "mmdkit: error: out.vmd: cannot create: Permission denied\n")
        self.assertEqual(self.files(), ["a.vmd"])


if __name__ == "__main__":
    unittest.main()
