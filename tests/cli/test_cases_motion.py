"""The cases of shared/cases/open.md about keys, curves, switches, camera and layers, one test each."""
import math
import struct
import unittest

import motion_oracle as oracle
from mmdkit_cli import SANITIZED, FilterTest, Motion, block, bone, camera, morph, prop, turn, vmd

FOUR = [(10, 100, 20, 120), (64, 0, 64, 127), (0, 127, 127, 0), (127, 0, 0, 127)]


class CaseTest(FilterTest):
    def values(self, name, axis=1, **files):
        """One coordinate per frame of a dense bake of a base alone."""
        motion, _ = self.bake("--keys", "every-frame", **files)
        return {frame: position[axis] for frame, position, *_ in motion.bone(name)}


class Keys(CaseTest):
    def test_keys_out_of_order(self):
        """KEY-01"""
        curves = {20: (64, 0, 64, 127), 0: (127, 0, 0, 127), 10: (20, 20, 107, 107)}
        keys = [bone("頭", f, (0, y, 0), interpolation=block(curves=[FOUR[0], curves[f], FOUR[0], FOUR[0]])) for f, y in ((20, 2), (0, 0), (10, 5))]
        mixed, ordered = self.values("頭", base=vmd(keys)), self.values("頭", base=vmd([keys[1], keys[2], keys[0]]))
        self.assertEqual(mixed, ordered)
        self.assertAlmostEqual(mixed[5], 2.5, places=6)
        self.assertAlmostEqual(mixed[13], 5 - 3 * oracle.bezier(curves[20], .3), places=5)
        self.assertEqual(self.filter("--bones", "頭", data=vmd([*keys, bone("首", 1)]))[0].frames(0), [20, 0, 10])

    def test_frames_far_apart(self):
        """KEY-02: unsigned everywhere; a bake of all is refused with its range, a part of it is not"""
        for last in (2147483632, 4294967280, 1000000):
            data = vmd([bone("頭", 0), bone("頭", last, (1, 0, 0))])
            self.write("far.vmd", data)
            [motion] = self.run_json("info", "info", "far.vmd")["files"]
            self.assertEqual((motion["frames"], motion["bones"][0]["last"]), ([0, last], last))
            self.assertIn(f"0:{last}", self.run_cli("info", "far.vmd").stdout.decode())
            for argv in (["far.vmd"], ["--layer", "far.vmd,weight=0.5"], ["far.vmd", "--keys", "every-frame"]):
                done = self.run_cli("bake", *argv, "-o", "x.vmd", exit=3)
                self.assertIn(f"frames 0:{last} are more than 1000000; give --frames", done.stderr)
            self.run_cli("bake", "far.vmd", "-o", "y.vmd", "-f", "--frames", "0:10", "--keys", "every-frame")
            self.assertEqual(self.motion("y.vmd").frames(0), list(range(11)))
            self.assertEqual(self.filter("--frames", "1:", data=data)[0].frames(0), [last])
        self.assertEqual(self.bake(base=vmd([bone("頭", 999999)]))[0].frames(0), [999999], "a million frames are none too many")

    def test_more_keys_than_players_hold(self):
        """KEY-03: 120 bones x 5000 frames"""
        bones, frames = (120, 5000) if not SANITIZED else (12, 50)
        base = vmd([bone(f"b{i}", f, (f, 0, 0)) for i in range(bones) for f in (0, frames - 1)])
        self.write("base.vmd", base)
        document = self.run_json("bake", "bake", "base.vmd", "-o", "out.vmd", "--keys", "every-frame")
        with open(self.folder / "out.vmd", "rb") as file:
            count = struct.unpack("<I", file.read(54)[50:])[0]
        self.assertEqual((document["keys"]["bone"], count), (bones * frames, bones * frames))
        if not SANITIZED:
            self.assertEqual(self.warnings(document), ["bake-many-keys"])
        _, document = self.bake("--keys", "every-frame", base=vmd(morphs=[morph("あ", 0, 0), morph("あ", 19999, 1)]))
        self.assertEqual((self.warnings(document), document["keys"]["morph"]), (["bake-many-keys"], 20000))

    def test_a_cut_leaves_every_curve_with_its_key(self):
        """KEY-04: no key is made by filter; a bake of the range passes the old values"""
        curves = [(20, 20, 107, 107), (64, 0, 64, 127), (127, 0, 0, 127)]
        keys = lambda moved: [bone("頭", moved + 10 * i, (0, 10 * i, 0), interpolation=block(c)) for i, c in enumerate(curves)]
        before = self.values("頭", base=vmd(keys(0)))
        self.assertAlmostEqual(before[5], 4.94095, places=5)
        self.assertAlmostEqual(before[15], 15, places=4)
        self.assertAlmostEqual(before[13], 10 + 10 * oracle.bezier(curves[2], .3), places=5)
        motion, _ = self.bake("--layer", "l.vmd,offset=30", l=vmd(keys(0)))  # shifted records, byte for byte
        self.assertEqual(motion.sections[0], keys(30))
        self.assertEqual(self.values("頭", base=motion.data)[35], before[5])
        motion, _ = self.filter("--frames", "35:50", data=vmd(keys(30)))
        self.assertEqual(motion.sections[0], keys(30)[1:])
        motion, _ = self.bake("--frames", "35:50", base=vmd(keys(30)))
        trimmed = {f: p[1] for f, p, *_ in motion.bone("頭")}
        self.assertEqual(min(trimmed), 35)
        for frame, value in trimmed.items():
            self.assertAlmostEqual(value, before[frame - 30], places=5)


class Curves(CaseTest):
    def test_64_bytes_survive(self):
        """INTP-01: through filter and bake"""
        for padding in (0, 1):
            for physics in (True, False):
                keys = [bone("頭", i, interpolation=block(curves=FOUR, padding=padding, physics=physics)) for i in range(3)]
                self.assertEqual(self.filter("--bones", "頭", data=vmd([*keys, bone("首", 0)]))[0].sections[0], keys)
                self.assertEqual(self.bake("--layer", "l.vmd,weight=0.5,bones=腰", base=vmd(keys), l=vmd([bone("腰", 0)]))[0].sections[0][:3], keys)

    def test_both_paddings_are_valid(self):
        """INTP-02, without diff: 01 and 00 give the same motion, and neither is mended or remarked on"""
        files = [vmd([bone("頭", 0), bone("頭", 10, (1, 1, 1), turn(0, 50), block(curves=FOUR, padding=p))]) for p in (0, 1)]
        self.assertNotEqual(*files)
        for data in files:
            self.write("in.vmd", data)
            self.run_cli("info", "in.vmd", "--strict")
            self.assertEqual(self.filter(data=data)[0].data, data)
        self.assertEqual(*[self.bake("--keys", "every-frame", base=data)[0].data for data in files])

    def test_the_later_key_owns_the_curve(self):
        """INTP-03, for every channel of its own"""
        data = vmd([bone("頭", 0, interpolation=block((127, 0, 0, 127))), bone("頭", 10, (0, 10, 0), interpolation=block((64, 0, 64, 127)))])
        at = self.values("頭", base=data)
        self.assertAlmostEqual(at[3], 1.57338, places=5)
        self.assertAlmostEqual(at[5], 4.94095, places=5)
        data = vmd([bone("頭", 0), bone("頭", 10, (10, 10, 10), turn(2, 100), block(curves=FOUR))])
        for frame, position, rotation, _ in self.bake("--keys", "every-frame", base=data)[0].bone("頭"):
            for axis in range(3):
                self.assertAlmostEqual(position[axis], 10 * oracle.bezier(FOUR[axis], frame / 10), places=4)
            self.assertAlmostEqual(oracle.degrees(rotation), 100 * oracle.bezier(FOUR[3], frame / 10), places=3)
        # Camera curves are kept as they are.
        key = camera(5, curve=bytes([0x40, 0x40, 0, 0x7F] * 6))
        self.assertEqual(self.bake("--layer", "l.vmd,offset=2", l=vmd(cameras=[key]))[0].sections[2], [struct.pack("<I", 7) + key[4:]])

    def test_extreme_curves(self):
        """INTP-04"""
        for curve, quarter, half in [((127, 0, 0, 127), .029725, .5), ((0, 127, 127, 0), .479055, .5), ((0, 0, 0, 127), .690551, .889882),
                                     ((127, 0, 127, 127), .023555, .110118), ((20, 20, 107, 107), .25, .5)]:
            data = vmd([bone("頭", 0), bone("頭", 100, (1, 1, 1), turn(0, 90), block(curve))])
            motion, _ = self.bake("--keys", "every-frame", base=data)
            keys = {frame: (position, rotation) for frame, position, rotation, _ in motion.bone("頭")}
            self.assertEqual(len(keys), 101)
            for frame, value in ((25, quarter), (50, half)):
                self.assertAlmostEqual(keys[frame][0][1], value, delta=1e-5)
                self.assertAlmostEqual(oracle.degrees(keys[frame][1]) / 90, value, delta=1e-5)
            for frame, (position, _) in keys.items():
                self.assertAlmostEqual(position[1], oracle.bezier(curve, frame / 100), delta=1e-5, msg=(curve, frame))

    def test_one_channel_of_a_layer_leaves_the_others(self):
        """INTP-06: a layer that adds to X keeps Y, Z and the rotation of the base at every frame"""
        base = vmd([bone("センター", 0, (0, 1, 2), turn(1, 10)), bone("センター", 30, (3, 7, -4), turn(0, 80), block((64, 0, 64, 127)))])
        layer = vmd([bone("センター", 10), bone("センター", 15, (2, 0, 0)), bone("センター", 20)])
        before = {k[0]: k for k in self.bake("--keys", "every-frame", base=base)[0].bone("センター")}
        motion, _ = self.bake("--layer", "l.vmd,mode=additive,bones=*", base=base, l=layer)
        after = {k[0]: k for k in motion.bone("センター")}
        self.assertIn(15, after)
        for frame, (_, position, rotation, _) in after.items():
            _, old, turned, _ = before[frame]
            self.assertLess(math.dist(position[1:], old[1:]), 1e-5)
            self.assertLess(oracle.degrees_between(rotation, turned), 1e-4)
            self.assertAlmostEqual(position[0] - old[0], 2 * max(0, 1 - abs(frame - 15) / 5), places=5)


class Switches(CaseTest):
    def test_ik_switches_are_steps(self):
        """PROP-01, the half without a model: on 0 to 9, off 10 to 19, on again from 20; no key without keys"""
        keys = [prop(0, 1, [("左足ＩＫ", 1)]), prop(10, 1, [("左足ＩＫ", 0)]), prop(20, 1, [("左足ＩＫ", 1)])]
        data = vmd([bone("左ひざ", 0, rotation=turn(0, -60)), bone("左ひざ", 30)], properties=keys)
        self.assertEqual(self.bake("--frames", "0:30", base=data)[0].properties, Motion(data).properties)
        state = lambda motion: [(f, ik) for f, _, ik in motion.properties]
        # As a layer, moved by 5; and cut in the middle of a stretch.
        motion, _ = self.bake("--layer", "l.vmd,weight=0.5,bones=*,offset=5", base=vmd([bone("頭", 0), bone("頭", 40)]), l=data)
        self.assertEqual(state(motion), [(0, [("左足ＩＫ", 1)]), (15, [("左足ＩＫ", 0)]), (25, [("左足ＩＫ", 1)])])
        self.assertEqual(state(self.bake("--frames", "15:30", base=data)[0]), [(15, [("左足ＩＫ", 0)]), (20, [("左足ＩＫ", 1)])])
        self.assertEqual(state(self.filter("--frames", "15:30", data=data)[0]), [(15, [("左足ＩＫ", 0)]), (20, [("左足ＩＫ", 1)])])
        self.assertEqual(self.bake("--frames", "0:5", base=vmd([bone("頭", 0)]))[0].properties, [])

    def test_any_byte_but_0_is_visible(self):
        """PROP-02"""
        data = vmd([bone("頭", 0), bone("頭", 40)], properties=[prop(0, 0), prop(30, 2)])
        self.write("in.vmd", data)
        self.assertEqual(self.run_json("info", "info", "in.vmd")["files"][0]["hidden_keys"], 1)
        self.assertEqual(self.filter("--bones", "頭", data=data)[0].data, data)
        motion, _ = self.bake("--layer", "l.vmd,weight=0.5", base=vmd([bone("頭", 0), bone("頭", 40)], properties=[prop(0, 1)]), l=data)
        self.assertEqual([(f, bool(v)) for f, v, _ in motion.properties], [(0, False), (30, True)])
        self.assertEqual(self.bake("--keys", "every-frame", base=vmd([bone("頭", 3)]))[0].properties, [])

    def test_a_selection_of_bones_keeps_the_switches(self):
        """PROP-03"""
        data = vmd([bone(n, 0) for n in ("左足", "左ひざ", "左足首", "左足ＩＫ")], properties=[prop(0, 1, [("左足ＩＫ", 0)])])
        motion, document = self.filter("--bones", "左足,左ひざ,左足首", data=data)
        self.assertEqual(motion.properties, [(0, 1, [("左足ＩＫ", 0)])])
        self.assertEqual(document["sections"]["property"], {"kept": 1, "dropped": 0})
        self.assertEqual(self.filter("--sections", "bone,morph", data=data)[0].properties, [])


class CameraAndLayers(CaseTest):
    def test_a_camera_motion_is_named_as_one(self):
        """CAM-01"""
        field = bytes.fromhex("834A8381838981458FC696BE").ljust(20, b"\0")
        for argv, files in ((("--frames", "0:"), {"base": vmd(cameras=[camera(3)], name="x")}), (("--layer", "l.vmd,offset=1"), {"l": vmd(cameras=[camera(3)])}),
                            (("--layer", "l.vmd"), {"base": vmd(name="x"), "l": vmd(cameras=[camera(3)])})):
            motion, _ = self.bake(*argv, **files)
            self.assertEqual((motion.data[30:50], len(motion.sections[2])), (field, 1))
        both = vmd([bone("頭", 0)], cameras=[camera(3)])
        self.assertIn("vmd-both-kinds", self.warnings(self.bake("--layer", "l.vmd,weight=0.5", base=vmd([bone("頭", 0)]), l=both)[1]))
        self.write("both.vmd", both)
        self.assertIn("vmd-both-kinds", self.warnings(self.run_json("info", "info", "both.vmd")["files"][0]))

    def test_a_missing_track_has_no_say(self):
        """LAYR-01: 12.5 and 45 degrees, and a layer of weight 0 is no layer"""
        base = vmd([bone("センター", 0, (0, 10, 0)), bone("頭", 0, rotation=turn(0, 30))])
        files = {"a": vmd([bone("センター", 0, (0, 20, 0))]), "b": vmd([bone("首", 0)]), "c": vmd([bone("頭", 0, rotation=turn(0, 30))])}
        layers = ["--layer", "a.vmd,weight=0.25,bones=*", "--layer", "b.vmd,weight=0.5,bones=*", "--layer", "c.vmd,weight=0.5,mode=additive"]
        for order in ((0, 2, 4), (4, 2, 0), (2, 4, 0)):
            motion, _ = self.bake(*(a for i in order for a in layers[i:i + 2]), base=base, **files)
            self.assertAlmostEqual(motion.bone("センター")[0][1][1], 12.5, places=5)
            self.assertAlmostEqual(oracle.degrees(motion.bone("頭")[0][2]), 45, places=4)
            self.assertEqual(motion.bone("首")[0][2], (0, 0, 0, 1))
        self.assertEqual(self.bake("--layer", "a.vmd,weight=0,bones=*", base=base, **files)[0].data, base)


if __name__ == "__main__":
    unittest.main()
