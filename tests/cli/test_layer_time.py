"""bake: when a layer plays, which frame of its file it shows, and how strongly."""
import unittest

from mmdkit_cli import CliTest, bone, morph, vmd

RAMP = vmd([bone("頭", 0), bone("頭", 20, (20, 0, 0))], [morph("あ", 0, 0), morph("あ", 20, 1)])
REST = vmd([bone("頭", 0), bone("頭", 60)])


class LayerTime(CliTest):
    def play(self, options, *argv, base=REST, layer=RAMP):
        """x of 頭 per output frame, the base being at rest over frames 0 to 60."""
        motion, _ = self.bake("--keys", "every-frame", "--layer", "layer.vmd," + options, *argv, base=base, layer=layer)
        return {frame: position[0] for frame, position, *_ in motion.bone("頭")}

    def assert_plays(self, options, expected, *argv, **files):
        played = self.play(options, *argv, **files)
        for frame, value in expected.items():
            self.assertAlmostEqual(played[frame], value, places=5, msg=(options, frame))

    def test_offset_moves(self):
        self.assert_plays("offset=10", {0: 0, 10: 0, 15: 5, 30: 20, 60: 20})
        self.assert_plays("offset=-5", {0: 5, 10: 15, 15: 20, 60: 20})
        self.assert_plays("offset=2.5", {2: 0, 3: .5, 12: 9.5, 23: 20})

    def test_speed_scales_about_the_start(self):
        self.assert_plays("speed=2", {0: 0, 5: 10, 10: 20, 11: 20})
        self.assert_plays("speed=0.25,offset=4", {4: 0, 8: 1, 24: 5})
        self.assert_plays("speed=2,range=10:20", {9: 0, 10: 10, 12: 14, 15: 20, 16: 0})

    def test_a_range_cuts_and_does_not_move(self):
        self.assert_plays("range=5:10", {4: 0, 5: 5, 7: 7, 10: 10, 11: 0})
        self.assert_plays("range=5:10,offset=-5", {0: 5, 5: 10, 6: 0})
        self.assert_plays("range=5:", {4: 0, 5: 5, 20: 20, 21: 0})
        self.assert_plays("range=:10", {0: 0, 10: 10, 11: 0})
        self.assert_plays("range=5:900", {20: 20, 21: 0})
        self.assert_plays("range=40:50", {39: 0, 40: 20, 41: 0})

    def test_loops(self):
        self.assert_plays("loop=2", {19: 19, 20: 0, 25: 5, 39: 19, 40: 20, 50: 20})
        self.assert_plays("loop=forever", {19: 19, 20: 0, 59: 19, 60: 0})
        self.assert_plays("loop=3,range=2:6", {1: 0, 2: 2, 5: 5, 6: 2, 10: 2, 13: 5, 14: 6, 15: 0})
        self.assert_plays("loop=2,speed=2,offset=5", {5: 0, 10: 10, 14: 18, 15: 0, 25: 20, 40: 20})
        self.assert_plays("loop=5", {0: 7, 30: 7}, layer=vmd([bone("頭", 0, (7, 0, 0))]))

    def test_the_end_of_a_stack(self):
        last = lambda options, *files: max(self.play(options, **dict(files)))
        self.assertEqual(last("loop=2", ("base", vmd())), 40)
        self.assertEqual(last("loop=forever", ("base", vmd([bone("首", 33)]))), 33)
        self.assertEqual(last("speed=3", ("base", vmd())), 7, "20 / 3, rounded up")
        self.assertEqual(last("offset=55"), 75)
        motion, _ = self.bake("--keys", "every-frame", "--layer", "layer.vmd,loop=forever", layer=RAMP)
        self.assertEqual(motion.frames(0)[-1], 20, "one pass, as nothing else ends")

    def test_fades(self):
        self.assert_plays("fade-in=10", {0: 0, 5: 2.5, 10: 10, 20: 20, 40: 20})
        self.assert_plays("fade-out=10", {5: 5, 10: 10, 15: 7.5, 20: 0, 21: 0, 40: 0})
        self.assert_plays("fade-in=10,fade-out=10", {0: 0, 5: 2.5, 15: 7.5, 20: 0, 21: 0})
        self.assert_plays("fade-in=20,fade-out=20", {10: 2.5})
        self.assert_plays("fade-in=4,offset=2", {1: 0, 2: 0, 3: .25, 6: 4})
        self.assert_plays("fade-out=4,loop=2", {36: 16, 38: 9, 40: 0, 41: 0})
        self.assert_plays("weight=0.5,fade-in=10", {5: 1.25, 20: 10})

    def test_weight_curves_are_linear_over_output_frames(self):
        self.assert_plays("weight=[0:0,10:1,20:0.5]", {5: 2.5, 10: 10, 15: 11.25, 20: 10, 60: 10})
        self.assert_plays("weight=[10:1]", {0: 0, 5: 5, 20: 20})
        self.assert_plays("weight=[5:1,6:0]", {5: 5, 6: 0, 7: 0})
        self.assert_plays("weight=[-10:0,10:1]", {0: 0, 5: 3.75})
        self.assert_plays("weight=[0:0,2.5:1]", {1: .4, 2: 1.6, 3: 3})
        self.assert_plays("weight=[20:1,21:0],offset=10", {20: 10, 30: 0})

    def test_morphs_follow_the_same_clock(self):
        motion, _ = self.bake("--keys", "every-frame", "--layer", "a.vmd,weight=0.5,offset=10,speed=2,fade-in=2",
                              base=vmd([bone("頭", 30)]), a=RAMP)
        played = dict(motion.morph("あ"))
        for frame, value in {9: 0, 10: 0, 11: .025, 12: .1, 20: .5, 30: .5}.items():
            self.assertAlmostEqual(played[frame], value, places=6, msg=frame)

    def test_extreme_numbers_end_at_once(self):
        self.write("base.vmd", REST)
        self.write("layer.vmd", RAMP)
        run = lambda options, code, *argv: self.run_cli("bake", "base.vmd", "--layer", "layer.vmd," + options, "-o", "x.vmd", "-f", "-q",
                                                        *argv, exit=code, timeout=20)
        for options in ("offset=1e300", "speed=1e-300", "loop=4294967295", "range=4294967295:"):
            run(options, 3)
            run(options, 0, "--frames", "0:30")
        for options in ("offset=-1e300", "speed=1e300", "fade-in=1e308", "fade-out=1e308", "weight=[-1e300:0,1e300:1]",
                        "mode=additive,reference=1e300", "speed=1e300,loop=4294967295", "offset=-1e300,loop=forever"):
            run(options, 0)
            self.assertEqual(self.motion("x.vmd").bone("頭")[0][0], 0, options)

    def test_origin_keys(self):
        late = vmd([bone("頭", 10, (10, 0, 0))])
        at = lambda *argv: {key[0]: key[1][0] for key in self.bake("--keys", "every-frame", *argv, base=late)[0].bone("頭")}
        self.assertEqual([at()[f] for f in (0, 5, 10)], [10, 10, 10])
        self.assertEqual([at("--mmd-origin-key")[f] for f in (0, 5, 10)], [0, 5, 10])
        self.assertEqual(self.play("weight=1", "--mmd-origin-key", layer=late)[5], 5)


if __name__ == "__main__":
    unittest.main()
