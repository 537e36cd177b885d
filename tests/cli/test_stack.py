"""Stack files, ids, and what happens if a layer cannot be used."""
import hashlib
import json
import pathlib
import unittest
import uuid

from mmdkit_cli import CliTest, bone, vmd


class Stack(CliTest):
    def setUp(self):
        super().setUp()
        self.base = self.write("in/base.vmd", vmd([bone("頭", 0), bone("頭", 30, (1, 2, 3)), bone("左足", 7)]))
        self.layer = self.write("in/wave, right.vmd", vmd([bone("頭", 0, (9, 0, 0)), bone("頭", 10), bone("左足", 3)]))
        self.write("in/wave.vmd", self.read(self.layer))
        self.write("names.txt", "頭\n左足\n")

    def save(self, *argv):
        self.run_cli("bake", *argv, "-o", "direct.vmd", "-f", "--save-stack", "stacks/s.json")
        document = json.loads(self.read("stacks/s.json"))
        self.validate("stack", document)
        return document

    def test_a_saved_stack_bakes_the_same(self):
        (self.folder / "stacks").mkdir()
        document = self.save("in/base.vmd", "--mode", "sequential", "--frames", "2:40", "--curves", "bisect15", "--keys", "every-frame", "--mmd-origin-key",
                             "--layer", "in/wave.vmd,weight=[0:0.1,20:0.7],fade-in=3.3,offset=0.1,speed=1.7,range=0:9,loop=3,bones=@names.txt",
                             "--layer", "in/wave.vmd,mode=additive,reference=2,weight=0.3,id=mine", "--layer", "in/wave.vmd,enabled=false")
        self.assertEqual(document["base"]["file"], "../in/base.vmd")
        self.assertEqual(document["layers"][0]["bones"], ["頭", "左足"], "list files are written out")
        self.assertEqual(document["layers"][1]["id"], "mine")
        digest = hashlib.sha256(self.read("in/wave.vmd")).hexdigest()
        self.assertEqual(document["layers"][2]["id"], str(uuid.uuid5(uuid.NAMESPACE_URL, f"mmdkit:layer:{digest}:2")))
        for cwd in (self.folder, self.folder / "in", pathlib.Path("/")):
            stack = str(self.folder / "stacks" / "s.json")
            self.run_cli("bake", "--stack", stack, "-o", str(self.folder / "again.vmd"), "-f", cwd=cwd)
            self.assertEqual(self.read("again.vmd"), self.read("direct.vmd"))
        # Saved again, the stack says the same.
        self.run_cli("bake", "--stack", "stacks/s.json", "-o", "x.vmd", "--save-stack", "stacks/t.json")
        self.assertEqual(self.read("stacks/t.json"), self.read("stacks/s.json"))

    def test_options_win_over_the_file(self):
        (self.folder / "stacks").mkdir()
        self.save("in/base.vmd", "--layer", "in/wave.vmd,weight=0.5")
        self.run_cli("bake", "--stack", "stacks/s.json", "--mode", "normalized", "-o", "a.vmd")
        self.run_cli("bake", "in/base.vmd", "--layer", "in/wave.vmd,weight=0.5", "--mode", "normalized", "-o", "b.vmd")
        self.assertEqual(self.read("a.vmd"), self.read("b.vmd"))
        self.assertNotEqual(self.read("a.vmd"), self.read("direct.vmd"))

    def test_a_file_name_with_a_comma_goes_into_a_stack(self):
        done = self.run_cli("bake", "--layer", "in/wave, right.vmd", "-o", "x.vmd", exit=2)
        self.assertIn("goes into a stack file", done.stderr)
        self.write("s.json", json.dumps({"format": "mmdkit.stack", "layers": [{"file": "in/wave, right.vmd", "bones": ["*"]}]}))
        self.run_cli("bake", "--stack", "s.json", "-o", "x.vmd")
        self.assertEqual(self.read("x.vmd"), self.read(self.layer))
        self.run_cli("bake", "--stack", "-", "-o", "y.vmd", input=self.read("s.json"))
        self.assertEqual(self.read("y.vmd"), self.read("x.vmd"))

    def test_mistakes_in_a_stack_name_their_place(self):
        for members, message in [('"layers": [{"file": "a", "weigth": 1}]', "s.json: layers[0].weigth: unknown key"),
                                 ('"mode": "avg"', "s.json: mode: unknown blend mode 'avg'; known: mean, sequential, normalized, composite"),
                                 ('"layers": []', None)]:
            self.write("s.json", '{"format": "mmdkit.stack", %s}' % members)
            done = self.run_cli("bake", "--stack", "s.json", "-o", "x.vmd", exit=3 if message else 2)
            if message:
                self.assertEqual(done.stderr, f"mmdkit: error: {message}\n")
        self.write("s.json", "{")
        self.run_cli("bake", "--stack", "s.json", "-o", "x.vmd", exit=3)
        self.run_cli("bake", "--stack", "none.json", "-o", "x.vmd", exit=4)

    def test_a_changed_file_is_told(self):
        (self.folder / "stacks").mkdir()
        self.save("in/base.vmd", "--layer", "in/wave.vmd,weight=0.5,bones=*")
        self.write("in/wave.vmd", vmd([bone("頭", 0)]))
        document = self.run_json("bake", "bake", "--stack", "stacks/s.json", "-o", "x.vmd")
        self.assertEqual(self.warnings(document), ["stack-file-changed"])

    def test_layer_errors(self):
        base, layer = self.read("in/base.vmd"), self.read("in/wave.vmd")
        self.write("bad.vmd", layer[:100])
        bake = lambda *argv, exit=0: self.run_cli("bake", *argv, "-o", "x.vmd", "-f", exit=exit)
        good, bad = "in/wave.vmd,weight=0.5,bones=*", "bad.vmd,weight=0.5"
        for broken, code in ((bad, 3), ("missing.vmd", 4)):
            bake("in/base.vmd", "--layer", good, "--layer", broken, exit=code)
            bake("in/base.vmd", "--layer", good, "--layer", broken, "--on-layer-error", "fail", exit=code)
            done = bake("in/base.vmd", "--layer", broken, "--layer", good, "--on-layer-error", "skip")
            self.assertIn("bake-layer-skipped", done.stderr)
            skipped = self.read("x.vmd")
            bake("in/base.vmd", "--layer", good)
            self.assertEqual(skipped, self.read("x.vmd"))
            done = bake("in/base.vmd", "--layer", good, "--layer", broken, "--on-layer-error", "base")
            self.assertIn("bake-fallback", done.stderr)
            self.assertEqual(self.read("x.vmd"), base)
            bake("--layer", "in/wave.vmd,bones=*", "--layer", broken, "--layer", good, "--on-layer-error", "base")
            self.assertEqual(self.read("x.vmd"), layer)
            bake("--layer", broken, "--layer", good, "--on-layer-error", "base", exit=code)
            bake("--layer", broken, "--on-layer-error", "skip", exit=3)
        bake("bad.vmd", "--layer", good, "--on-layer-error", "base", exit=3)
        bake("in/base.vmd", "--layer", "in/wave.vmd,bones=re:(", "--on-layer-error", "skip", exit=2)


if __name__ == "__main__":
    unittest.main()
