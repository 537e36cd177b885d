"""bake: blending, time, keys, in files read back and evaluated independently."""
import math
import unittest

from mmdkit_cli import CliTest, Motion, angle, bezier, block, bone, camera, light, morph, prop, turn, vmd


class Bake(CliTest):
    def bake(self, *argv, **files):
        """Files are written as NAME.vmd; `base` is the base."""
        for name, data in files.items():
            self.write(name + ".vmd", data)
        base = ["base.vmd"] if "base" in files else []
        document = self.run_json("bake", "bake", *base, "-o", "out.vmd", "--force", *argv)
        return self.motion("out.vmd"), document

    def test_a_lone_file_is_copied(self):
        data = vmd([bone("頭", 3), bone("頭", 3)], [morph("あ", 2, 1)], trailing=b"tail")
        motion, document = self.bake(base=data)
        self.assertEqual(motion.data, data)
        self.assertEqual(document["copied_from"], "base.vmd")
        self.assertEqual(self.bake("--layer", "a.vmd,bones=*", a=data)[0].data, data)
        self.assertEqual(self.bake("--layer", "a.vmd,weight=0", base=data, a=vmd([bone("頭", 0)]))[0].data, data)
        self.assertEqual(self.bake("--layer", "a.vmd,enabled=false", base=data, a=vmd([bone("頭", 0)]))[0].data, data)

    def test_modes_follow_the_table(self):
        layer = lambda value: vmd([bone("頭", 0, (value, 0, 0), turn(1, value))])
        for weights, normalized, sequential, mean in [((.5,), 3.3333, 5, 5), ((1,), 5, 10, 10), ((.8, .6), 8.3333, 11.8367, 14.2857),
                                                      ((.3, .2), 4.6667, 6.4, 7), ((.5, .3, .2), 8.5, 13.6, 17), ((1, 1, 1), 15, 15.9259, 20)]:
            layers = [arg for i, w in enumerate(weights) for arg in ("--layer", f"l{i}.vmd,weight={w}")]
            files = {f"l{i}": layer(10 * (i + 1)) for i in range(len(weights))}
            for mode, expected in (("normalized", normalized), ("sequential", sequential), ("mean", mean)):
                for base in ({}, {"base": vmd([bone("頭", 0)])}):
                    motion, _ = self.bake(*layers, "--mode", mode, **base, **files)
                    [(_, position, rotation, _)] = motion.bone("頭")
                    self.assertAlmostEqual(position[0], expected, places=3, msg=(mode, weights))
                    self.assertAlmostEqual(angle(rotation), expected, places=3, msg=(mode, weights))

    def test_a_missing_track_has_no_say(self):
        """LAYR-01"""
        motion, _ = self.bake("--layer", "a.vmd,weight=0.25,bones=*", "--layer", "b.vmd,weight=0.5,bones=*", "--layer", "c.vmd,weight=0.5,mode=additive",
                              base=vmd([bone("センター", 0, (0, 10, 0)), bone("頭", 0, rotation=turn(0, 30))]),
                              a=vmd([bone("センター", 0, (0, 20, 0))]), b=vmd([bone("首", 0)]), c=vmd([bone("頭", 0, rotation=turn(0, 30))]))
        self.assertAlmostEqual(motion.bone("センター")[0][1][1], 12.5, places=5)
        self.assertAlmostEqual(angle(motion.bone("頭")[0][2]), 45, places=4)

    def test_the_default_bones_are_told(self):
        motion, document = self.bake("--layer", "a.vmd", base=vmd([bone("頭", 0)]), a=vmd([bone("頭", 0, (1, 0, 0)), bone("左足", 0), bone("左足", 5), bone("腰", 0)]))
        self.assertEqual(self.warnings(document), ["bake-default-bones"])
        self.assertIn("3 keys of 2 other bones", document["warnings"][0]["message"])
        self.assertEqual(motion.bone("左足"), [])

    def test_records_of_a_lone_source_stay(self):
        """INTP-01: all 64 bytes; offsets change the frame alone"""
        odd = bytearray(block(curves=[(10, 100, 20, 120), (64, 0, 64, 127), (0, 127, 127, 0), (127, 0, 0, 127)]))
        odd[31] = 1
        keys = [bone("頭", 4, (1, 2, 3), turn(0, 50), bytes(odd)), bone("頭", 9, interpolation=bytes(odd))]
        base = vmd([bone("腰", 0, interpolation=bytes(odd)), bone("頭", 0), bone("頭", 20)])
        motion, document = self.bake("--layer", "a.vmd,offset=7", base=base, a=vmd(keys))
        self.assertEqual([r for *_, r in motion.bone("腰")], [bone("腰", 0, interpolation=bytes(odd))])
        self.assertEqual([r[19:] for *_, r in motion.bone("頭")], [k[19:] for k in keys])
        self.assertEqual([k[0] for k in motion.bone("頭")], [11, 16])
        self.assertEqual({row["name"]: row["records_of"] for row in document["bones"]}, {"腰": "base.vmd", "頭": "a.vmd"})

    def test_sampled_keys_follow_the_curve_of_the_later_key(self):
        """INTP-03, INTP-04, KEY-01"""
        for curve in [(127, 0, 0, 127), (0, 127, 127, 0), (0, 0, 0, 127), (127, 0, 127, 127), (20, 20, 107, 107), (64, 0, 64, 127)]:
            keys = [bone("腰", 100, (0, 1, 0), turn(2, 80), block(curve)), bone("腰", 0, interpolation=block((127, 0, 0, 127)))]
            motion, _ = self.bake("--keys", "every-frame", base=vmd(keys))
            for frame, position, rotation, _ in motion.bone("腰"):
                if frame % 10 == 0:
                    self.assertAlmostEqual(position[1], bezier(curve, frame / 100), places=5)
                    self.assertAlmostEqual(angle(rotation), 80 * bezier(curve, frame / 100), places=3)
            self.assertEqual(len(motion.bone("腰")), 101)

    def test_bisect15_is_offered(self):
        base = vmd([bone("腰", 0), bone("腰", 10, (1, 0, 0), interpolation=block((20, 40, 80, 107)))])
        exact = self.bake("--keys", "every-frame", base=base)[0].bone("腰")[5][1][0]
        engine = self.bake("--keys", "every-frame", "--curves", "bisect15", base=base)[0].bone("腰")[5][1][0]
        self.assertAlmostEqual(exact, 0.638862, places=6)
        self.assertAlmostEqual(engine, 0.638880, places=6)

    def test_time_of_a_layer(self):
        ramp = vmd([bone("頭", 0), bone("頭", 20, (20, 0, 0))])
        rest = vmd([bone("頭", 0), bone("頭", 60)])
        at = lambda motion: {frame: position[0] for frame, position, *_ in motion.bone("頭")}
        bake = lambda options: at(self.bake("--keys", "every-frame", "--layer", "a.vmd," + options, base=rest, a=ramp)[0])
        self.assertEqual([bake("offset=10")[f] for f in (5, 10, 15, 40)], [0, 0, 5, 20])
        self.assertEqual([bake("speed=2")[f] for f in (5, 10, 40)], [10, 20, 20])
        self.assertEqual([bake("range=5:10")[f] for f in (4, 5, 10, 11)], [0, 5, 10, 0])
        self.assertEqual([bake("loop=2")[f] for f in (19, 20, 25, 40, 50)], [19, 0, 5, 20, 20])
        self.assertEqual([bake("loop=forever")[f] for f in (59, 60)], [19, 0])
        self.assertEqual([bake("fade-in=10,fade-out=10")[f] for f in (0, 5, 15, 20, 21)], [0, 2.5, 7.5, 0, 0])
        self.assertEqual([bake("weight=[0:0,10:1,20:0.5]")[f] for f in (5, 10, 15, 20, 60)], [2.5, 10, 11.25, 10, 10])

    def test_constant_stretches_are_reduced_to_their_ends(self):
        base = vmd([bone("腰", 0), bone("腰", 10), bone("腰", 12, (2, 0, 0)), bone("腰", 40, (2, 0, 0))])
        motion, _ = self.bake("--layer", "a.vmd,weight=0.5,bones=*", base=base, a=vmd([bone("腰", 0)]))
        self.assertEqual([k[0] for k in motion.bone("腰")], [0, 10, 11, 12, 40])

    def test_physics_switches_follow_the_larger_share(self):
        off = vmd([bone("腰", 0, interpolation=block(physics=False)), bone("腰", 5, (1, 0, 0), interpolation=block(physics=False))])
        for weight, expected in ((0.6, b"\x63\x0f"), (0.4, b"\0\0")):
            motion, _ = self.bake("--layer", f"a.vmd,weight={weight},bones=*", base=vmd([bone("腰", 0)]), a=off)
            self.assertEqual({r[49:51] for *_, r in motion.bone("腰")}, {expected})

    def test_switches_are_steps(self):
        """PROP-01, PROP-02: off 10..19, any non-zero byte is visible, and no key without keys"""
        ik = vmd([bone("頭", 30)], properties=[prop(0, 2, [("左足ＩＫ", 1)]), prop(10, 0, [("左足ＩＫ", 0)]), prop(20, 1, [("左足ＩＫ", 1)])])
        self.assertEqual(self.bake("--frames", "0:30", base=ik)[0].properties, Motion(ik).properties)
        motion, _ = self.bake("--layer", "a.vmd,weight=0.5,bones=*", base=vmd([bone("頭", 0)], properties=[prop(0, 1)]), a=ik)
        self.assertEqual(motion.properties, [(0, 1, [("左足ＩＫ", 1)]), (10, 0, [("左足ＩＫ", 0)]), (20, 1, [("左足ＩＫ", 1)])])
        self.assertEqual(self.bake("--layer", "a.vmd", base=vmd([bone("頭", 0)]), a=vmd([bone("頭", 1)]))[0].properties, [])

    def test_camera_and_light_come_from_the_first_that_has_them(self):
        """CAM-01"""
        motion, document = self.bake("--layer", "a.vmd", "--layer", "b.vmd,offset=5", base=vmd([bone("頭", 0)], lights=[light(1)]), a=vmd([bone("頭", 5)]), b=vmd(cameras=[camera(2)], lights=[light(3)]))
        self.assertEqual((motion.frames(2), motion.frames(3)), ([7], [1]))
        motion, _ = self.bake("--layer", "b.vmd,offset=5", b=vmd(cameras=[camera(2)]))
        self.assertTrue(motion.data[30:].startswith(bytes.fromhex("834A834183898145 8FC696BE00".replace("8341", "8381"))))

    def test_too_many_frames_are_refused(self):
        """KEY-02"""
        for last in (2147483632, 4294967280, 1000000):
            far = vmd([bone("頭", 0), bone("頭", last, (1, 0, 0))])
            self.write("far.vmd", far)
            done = self.run_cli("bake", "far.vmd", "-o", "x.vmd", exit=3)
            self.assertIn(f"frames 0:{last} are more than 1000000; give --frames", done.stderr)
            self.run_cli("bake", "far.vmd", "-o", "y.vmd", "-f", "--frames", "0:10", "--keys", "every-frame")
            self.assertEqual(self.motion("y.vmd").frames(0), list(range(11)))
        self.assertEqual(self.bake(base=vmd([bone("頭", 999999)]))[0].frames(0), [999999])

    def test_many_keys_are_a_warning(self):
        """KEY-03, with morphs, of which MMD holds fewer"""
        _, document = self.bake("--keys", "every-frame", base=vmd(morphs=[morph("あ", 0, 0), morph("あ", 19999, 1)]))
        self.assertEqual(self.warnings(document), ["bake-many-keys"])
        self.assertEqual(document["keys"]["morph"], 20000)

    def test_numbers_that_are_none_are_refused(self):
        self.write("nan.vmd", vmd([bone("腰", 0), bone("頭", 2, (math.nan, 0, 0))]))
        done = self.run_cli("bake", "nan.vmd", "-o", "x.vmd", exit=3)
        self.assertEqual(done.stderr, "mmdkit: error: nan.vmd: bone key 1 (頭, frame 2): a number is not finite\n")
        self.write("big.vmd", vmd([bone("頭", 0, (3e38, 0, 0))]))
        self.run_cli("bake", "big.vmd", "--layer", "big.vmd,mode=additive,weight=5", "-o", "x.vmd", exit=3)
        self.assertFalse((self.folder / "x.vmd").exists())

    def test_origin_keys(self):
        late = vmd([bone("頭", 10, (10, 0, 0))])
        self.assertEqual(self.bake("--keys", "every-frame", base=late)[0].bone("頭")[5][1][0], 10)
        self.assertEqual(self.bake("--keys", "every-frame", "--mmd-origin-key", base=late)[0].bone("頭")[5][1][0], 5)

    def test_threads_change_nothing(self):
        layer = lambda k: vmd([bone(f"bone{b}", f, (math.sin(f * k + b), 0, 0), turn(b % 3, 9 * f * k % 170)) for b in range(40) for f in range(0, 90, 9)])
        outputs = {self.bake("--jobs", str(jobs), "--layer", "a.vmd,weight=0.4,bones=*", "--layer", "b.vmd,weight=0.3,bones=*", base=layer(1), a=layer(2), b=layer(3))[0].data for jobs in (1, 2, 7)}
        self.assertEqual(len(outputs), 1)


if __name__ == "__main__":
    unittest.main()
