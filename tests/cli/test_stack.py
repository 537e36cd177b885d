"""Stack files, ids, and what happens if a layer cannot be used."""
import hashlib
import json
import math
import os
import pathlib
import re
import unittest
import uuid

import jsonschema

from mmdkit_cli import ROOT, CliTest, bone, morph, vmd

FORMAT = '"format": "mmdkit.stack"'
FULL = ["--mode", "sequential", "--frames", "2:40", "--curves", "bisect15", "--keys", "every-frame", "--mmd-origin-key",
        "--layer", "in/wave.vmd,weight=[0:0.1,20:0.7],fade-in=3.3,offset=0.1,speed=1.7,range=0:9,loop=3,bones=@names.txt,morphs=[あ,!い]",
        "--layer", "in/wave.vmd,mode=additive,reference=2,weight=0.3,id=mine,bones=re:^[頭左].*$",
        "--layer", "in/wave.vmd,enabled=false", "--layer", "in/wave.vmd,loop=forever,range=3:,weight=1e-3"]


class StackTest(CliTest):
    def setUp(self):
        super().setUp()
        self.base = self.write("in/base.vmd", vmd([bone("頭", 0), bone("頭", 30, (1, 2, 3)), bone("左足", 7)], [morph("あ", 3, .5)]))
        self.layer = self.write("in/wave, right.vmd", vmd([bone("頭", 0, (9, 0, 0)), bone("頭", 10), bone("左足", 3)], [morph("あ", 0, 1)]))
        self.write("in/wave.vmd", self.read(self.layer))
        self.write("names.txt", "頭\n左足\n")
        (self.folder / "stacks").mkdir()

    def save(self, *argv, stack="stacks/s.json"):
        """Bakes to direct.vmd, gives the saved stack."""
        self.run_cli("bake", *argv, "-o", "direct.vmd", "-f", "--save-stack", stack)
        document = json.loads(self.read(stack))
        self.validate("stack", document)
        return document


class SavedStacks(StackTest):
    def test_a_saved_stack_bakes_the_same_from_anywhere(self):
        for argv in (["in/base.vmd", *FULL], FULL, ["in/base.vmd"], ["--layer", "in/wave.vmd"], ["in/base.vmd", "--layer", "in/wave.vmd,weight=0.1"]):
            self.save(*argv)
            for cwd in (self.folder, self.folder / "in", pathlib.Path("/")):
                for stack in {str(self.folder / "stacks" / "s.json"), os.path.relpath(self.folder / "stacks" / "s.json", cwd)}:
                    self.run_cli("bake", "--stack", stack, "-o", str(self.folder / "again.vmd"), "-f", cwd=cwd)
                    self.assertEqual(self.read("again.vmd"), self.read("direct.vmd"))
            # Saved again, the stack says the same.
            self.run_cli("bake", "--stack", "stacks/s.json", "-o", "x.vmd", "-f", "--save-stack", "stacks/t.json")
            self.assertEqual(self.read("stacks/t.json"), self.read("stacks/s.json"))

    def test_everything_is_saved(self):
        document = self.save("in/base.vmd", *FULL)
        digest = hashlib.sha256(self.read("in/wave.vmd")).hexdigest()
        self.assertEqual(document["base"], {"file": "../in/base.vmd", "sha256": hashlib.sha256(self.read("in/base.vmd")).hexdigest()})
        self.assertEqual({k: document[k] for k in ("mode", "keys", "curves", "frames", "mmd_origin_key", "name_encoding")},
                         {"mode": "sequential", "keys": "every-frame", "curves": "bisect15", "frames": [2, 40], "mmd_origin_key": True, "name_encoding": "cp932"})
        first, second, third, fourth = document["layers"]
        same = {"file": "../in/wave.vmd", "sha256": digest}
        self.assertEqual(first, {**same, "id": first["id"], "enabled": True, "mode": "override", "weight": [[0, .1], [20, .7]], "fade_in": 3.3, "fade_out": 0,
                                 "offset": .1, "range": [0, 9], "speed": 1.7, "loop": 3, "bones": ["頭", "左足"], "morphs": ["あ", "!い"]})
        self.assertEqual({k: second[k] for k in ("id", "mode", "reference", "weight", "bones")},
                         {"id": "mine", "mode": "additive", "reference": 2, "weight": .3, "bones": ["re:^[頭左].*$"]})
        self.assertEqual((third["enabled"], third["mode"], third["weight"]), (False, "override", 1))
        self.assertEqual((fourth["loop"], fourth["range"], fourth["weight"]), ("forever", [3, None], .001))
        for position in (0, 2, 3):
            self.assertEqual(document["layers"][position]["id"], str(uuid.uuid5(uuid.NAMESPACE_URL, f"mmdkit:layer:{digest}:{position}")))

    def test_ids_are_those_of_the_report(self):
        self.save("--layer", "in/wave.vmd,weight=0.5", "--layer", "in/wave.vmd,weight=0.5,id=頭の振り")
        report = self.run_json("bake", "bake", "--stack", "stacks/s.json", "-o", "x.vmd")
        saved = json.loads(self.read("stacks/s.json"))
        self.assertEqual([layer["id"] for layer in report["layers"]], [layer["id"] for layer in saved["layers"]])
        self.assertEqual((uuid.UUID(saved["layers"][0]["id"]).version, saved["layers"][1]["id"]), (5, "頭の振り"))

    def test_paths_turn_round_with_the_folder(self):
        for stack, expected in (("s.json", "in/wave.vmd"), ("stacks/s.json", "../in/wave.vmd"), ("in/s.json", "wave.vmd"), ("./stacks/../in/s2.json", "wave.vmd")):
            self.assertEqual(self.save("--layer", "in/../in/./wave.vmd,weight=0.5", stack=stack)["layers"][0]["file"], expected)
        absolute = str(self.folder / "in" / "wave.vmd")
        self.assertEqual(self.save("--layer", absolute + ",weight=0.5")["layers"][0]["file"], absolute)
        os.rename(self.folder / "in", self.folder / "stacks" / "in")  # a stack moves with its files
        self.write("stacks/s.json", json.dumps({"format": "mmdkit.stack", "base": {"file": "in/base.vmd"}}))
        self.run_cli("bake", "--stack", "stacks/s.json", "-o", "x.vmd")

    def test_numbers_come_back_exactly(self):
        numbers = [0.1, 1 / 3, math.pi, 1e-7, 123456.789, 5e-324, 1e9]
        for number in numbers:
            layer = self.save("in/base.vmd", "--layer", f"in/wave.vmd,weight={number!r},offset=-{number!r},speed={number!r}", "--frames", "0:9")["layers"][0]
            self.assertEqual((layer["weight"], layer["offset"], layer["speed"]), (number, -number, number))

    def test_options_win_over_the_file(self):
        self.save("in/base.vmd", "--layer", "in/wave.vmd,weight=0.5", "--frames", "0:20")
        for argv in (["--mode", "normalized"], ["--frames", "3:9"], ["--keys", "every-frame"], ["--mmd-origin-key"]):
            self.run_cli("bake", "--stack", "stacks/s.json", *argv, "-o", "a.vmd", "-f")
            self.run_cli("bake", "in/base.vmd", "--layer", "in/wave.vmd,weight=0.5", "--frames", "0:20", *(argv if argv[0] != "--frames" else []), "-o", "b.vmd", "-f")
            if argv[0] != "--frames":
                self.assertEqual(self.read("a.vmd"), self.read("b.vmd"))
        self.assertEqual(self.run_json("bake", "bake", "--stack", "stacks/s.json", "--frames", "3:9", "-o", "c.vmd")["frames"], [3, 9])

    def test_a_changed_file_is_told(self):
        self.save("in/base.vmd", "--layer", "in/wave.vmd,weight=0.5,bones=*")
        self.write("in/wave.vmd", vmd([bone("頭", 0)]))
        self.assertEqual(self.warnings(self.run_json("bake", "bake", "--stack", "stacks/s.json", "-o", "x.vmd")), ["stack-file-changed"])
        self.run_cli("bake", "--stack", "stacks/s.json", "-o", "y.vmd", "--strict", exit=3)

    def test_a_file_name_with_a_comma_goes_into_a_stack(self):
        self.assertIn("goes into a stack file", self.run_cli("bake", "--layer", self.layer, "-o", "x.vmd", exit=2).stderr)
        self.write("s.json", json.dumps({"format": "mmdkit.stack", "layers": [{"file": self.layer, "bones": ["*"]}]}))
        self.run_cli("bake", "--stack", "s.json", "-o", "x.vmd", "--save-stack", "t.json")
        self.assertEqual(self.read("x.vmd"), self.read(self.layer))
        self.run_cli("bake", "--stack", "-", "-o", "y.vmd", input=self.read("t.json"))
        self.assertEqual(self.read("y.vmd"), self.read("x.vmd"))


class StackText(StackTest):
    """What a hand-written stack may and may not say; program and schema agree."""

    RULES = jsonschema.Draft202012Validator(json.loads((ROOT / "docs" / "schema" / "stack.json").read_text()))

    def bake_text(self, text, exit):
        self.write("s.json", text)
        return self.run_cli("bake", "--stack", "s.json", "-o", "x.vmd", "-f", exit=exit).stderr

    def test_valid_stacks(self):
        one = '{%s, "base": {"file": "in/base.vmd"}%s}'
        layer = '{%s, "layers": [{"file": "in/wave.vmd"%s}]}'
        for text in [one % (FORMAT, more) for more in ("", ', "version": 1', ', "layers": []', ', "frames": [0, 9]', ', "frames": [3, null]', ', "mode": "composite"',
                                                       ', "name_encoding": "gbk"', ', "mmd_origin_key": true', ', "curves": "bisect15"')] + [
                     layer % (FORMAT, more) for more in ("", ', "weight": 0', ', "weight": 3.5', ', "weight": [[0, 1]]', ', "weight": [[-5, 0], [2.5, 1]]', ', "loop": 3',
                                                         ', "loop": "forever"', ', "range": [1, null]', ', "offset": -3', ', "enabled": false', ', "bones": ["*"]',
                                                         ', "bones": ["re:a,b", "頭", "!set:ik"]', ', "mode": "additive", "reference": 0', ', "id": "x"')]:
            self.bake_text(text, 0)
            self.RULES.validate(json.loads(text))

    def test_mistakes_name_their_place(self):
        for members, place in [
            ('"layers": [{"file": "a", "weigth": 1}]', "layers[0].weigth"), ('"layers": [{"file": "a"}, {"weight": 1}]', "layers[1]"), ('"layers": {}', "layers"),
            ('"layers": [3]', "layers[0]"), ('"layers": [{"file": 3}]', "layers[0].file"), ('"layers": [{"file": ""}]', "layers[0].file"),
            ('"layers": [{"file": "a", "weight": "1"}]', "layers[0].weight"), ('"layers": [{"file": "a", "weight": [[0]]}]', "layers[0].weight"),
            ('"layers": [{"file": "a", "weight": []}]', "layers[0].weight"), ('"layers": [{"file": "a", "loop": 0}]', "layers[0].loop"),
            ('"layers": [{"file": "a", "loop": 1.5}]', "layers[0].loop"), ('"layers": [{"file": "a", "range": [1]}]', "layers[0].range"),
            ('"layers": [{"file": "a", "range": [-1, 4]}]', "layers[0].range"), ('"layers": [{"file": "a", "range": [null, 4]}]', "layers[0].range"),
            ('"layers": [{"file": "a", "bones": "*"}]', "layers[0].bones"), ('"layers": [{"file": "a", "bones": [1]}]', "layers[0].bones"),
            ('"layers": [{"file": "a", "bones": ["@f"]}]', "layers[0].bones"), ('"layers": [{"file": "a", "bones": ["!@f"]}]', "layers[0].bones"),
            ('"layers": [{"file": "a", "enabled": 1}]', "layers[0].enabled"), ('"layers": [{"file": "a", "mode": "mean"}]', "layers[0].mode"),
            ('"mode": "avg"', "mode"), ('"mode": 1', "mode"), ('"keys": "dense"', "keys"), ('"frames": 5', "frames"), ('"frames": [0, 4294967296]', "frames"),
            ('"base": "a"', "base"), ('"base": {}', "base"), ('"base": {"file": "a", "x": 1}', "base.x"), ('"version": 2', "version"), ('"Mode": "mean"', "Mode"),
        ]:
            text = "{%s, %s}" % (FORMAT, members)
            self.assertRegex(self.bake_text(text, 3), "^mmdkit: error: s.json: " + re.escape(place).replace("base\\.", "base(?:\\.|: )") + ": ", text)
            with self.assertRaises(jsonschema.ValidationError, msg=text):
                self.RULES.validate(json.loads(text))

    def test_what_is_no_stack(self):
        for text in ("", "{", "[]", "3", "null", "{}", '{"format": "other"}', '{"base": {"file": "in/base.vmd"}}', "{%s,}" % FORMAT, "\0", b"\xff\xfe{\0",
                     '{%s, "base": {"file": "in/base.vmd"}} x' % FORMAT, "[" * 100000):
            self.assertRegex(self.bake_text(text, 3), "^mmdkit: error: s.json: .+\n$")
        self.run_cli("bake", "--stack", "none.json", "-o", "x.vmd", exit=4)
        self.run_cli("bake", "--stack", "in", "-o", "x.vmd", exit=4)

    def test_values_out_of_range_are_bad_input(self):
        for members in ('"weight": -1', '"weight": [[0, -1]]', '"weight": [[5, 1], [5, 0]]', '"speed": 0', '"speed": -1', '"fade_in": -1', '"reference": 1',
                        '"bones": []', '"morphs": []', '"weight": 1e300', '"weight": 1e999', '"loop": "forever", "fade_out": 1'):
            error = self.bake_text('{%s, "layers": [{"file": "in/wave.vmd", %s}]}' % (FORMAT, members), 3)
            self.assertTrue(error.startswith("mmdkit: error: s.json: "), error)
        for text in ("{%s}", '{%s, "layers": []}', '{%s, "layers": [{"file": "in/wave.vmd", "id": "a"}, {"file": "in/wave.vmd", "id": "a"}]}',
                     '{%s, "base": {"file": "-"}}'):
            self.bake_text(text % FORMAT, 3)
        self.assertNotIn("x.vmd", self.files())



class LayerErrors(StackTest):
    def test_fail_skip_and_base(self):
        base, layer = self.read("in/base.vmd"), self.read("in/wave.vmd")
        self.write("bad.vmd", layer[:100])
        self.write("nan.vmd", vmd([bone("頭", 0, (math.nan, 0, 0))]))
        good, whole = "in/wave.vmd,weight=0.5,bones=*", "in/wave.vmd,bones=*"
        def bake(*argv, policy=None, exit=0):
            argv = [a for each in argv for a in (("--layer", each) if each != "base" else ("in/base.vmd",))]
            return self.run_cli("bake", *argv, *(["--on-layer-error", policy] if policy else []), "-o", "x.vmd", "-f", exit=exit).stderr
        for broken, code in (("bad.vmd,weight=0.5", 3), ("missing.vmd", 4), ("nan.vmd", 3)):
            bake("base", good, broken, exit=code)
            bake("base", good, broken, policy="fail", exit=code)
            self.assertIn("bake-layer-skipped", bake("base", broken, good, policy="skip"))
            skipped = self.read("x.vmd")
            bake("base", good)
            self.assertEqual(skipped, self.read("x.vmd"))
            for order in ((broken, good), (good, broken), (good, broken, good)):
                self.assertIn("bake-fallback", bake("base", *order, policy="base"))
                self.assertEqual(self.read("x.vmd"), base)
            bake(whole, broken, good, policy="base")
            self.assertEqual(self.read("x.vmd"), layer)
            bake(broken, good, policy="base", exit=code)
            bake("base", broken, policy="skip")
            self.assertEqual(self.read("x.vmd"), base)
            bake(broken, policy="skip", exit=3)
            for policy in ("skip", "base"):
                self.run_cli("bake", "in/base.vmd", "--layer", broken, "--on-layer-error", policy, "--strict", "-o", "y.vmd", exit=3)
        for policy in ("fail", "skip", "base"):  # what is wrong about the call or the base is never skipped
            self.run_cli("bake", "bad.vmd", "--layer", good, "--on-layer-error", policy, "-o", "y.vmd", exit=3)
            bake("base", "in/wave.vmd,bones=re:(", policy=policy, exit=2)
        self.assertNotIn("y.vmd", self.files())

    def test_layers_that_were_left_out_are_not_saved(self):
        self.run_cli("bake", "in/base.vmd", "--layer", "none.vmd", "--layer", "in/wave.vmd,weight=0.5", "--on-layer-error", "skip", "-o", "x.vmd", "--save-stack", "s.json")
        document = json.loads(self.read("s.json"))
        self.assertEqual([layer["file"] for layer in document["layers"]], ["in/wave.vmd"])
        self.run_cli("bake", "--stack", "s.json", "-o", "y.vmd")
        self.assertEqual(self.read("y.vmd"), self.read("x.vmd"))


if __name__ == "__main__":
    unittest.main()
