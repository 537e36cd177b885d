"""bake: how layers blend, by the figures of the design and by a second evaluator."""
import math
import random
import unittest

import motion_oracle as oracle
from mmdkit_cli import CliTest, block, bone, morph, turn, vmd

MODES = ("mean", "sequential", "normalized", "composite")
# Base at 0, layers as (value, weight): mean, sequential, normalized, composite with and without a base.
TABLE = [
    ([(10, .5)], 5, 5, 3.3333, 3.3333, 5),
    ([(10, 1)], 10, 10, 5, 5, 10),
    ([(10, .8), (20, .6)], 14.2857, 11.8367, 8.3333, 8.3333, 14.2857),
    ([(10, .3), (20, .2)], 7, 6.4, 4.6667, 4.6667, 7),
    ([(10, .5), (20, .3), (30, .2)], 17, 13.6, 8.5, 8.5, 17),
    ([(10, 1), (20, 1), (30, 1)], 20, 15.9259, 15, 15, 20),
]


def pose_file(value, axis=1, morphs=True):
    """One pose that says `value` three times: translation, rotation, morph."""
    return vmd([bone("頭", 0, (0, value, 0), turn(axis, value))], [morph("あ", 0, value / 100)] if morphs else ())


class Blend(CliTest):
    def values(self, *argv, **files):
        """(translation, degrees, morph) of the one pose of a bake."""
        motion, _ = self.bake(*argv, **files)
        [(_, position, rotation, _)] = motion.bone("頭")
        [(_, weight)] = motion.morph("あ")
        return position[1], oracle.degrees(rotation), 100 * weight

    def layers(self, weighted):
        files = {f"l{i}": pose_file(value) for i, (value, _) in enumerate(weighted)}
        argv = [a for i, (_, w) in enumerate(weighted) for a in ("--layer", f"l{i}.vmd,weight={w}")]
        return argv, files

    def assert_values(self, values, expected, what):
        for value in values:
            self.assertAlmostEqual(value, expected, delta=1e-4, msg=what)

    def test_the_modes_follow_the_table(self):
        """systems.md 2.4: N1 is normalized, N2 sequential, R mean, N3 composite."""
        for weighted, mean, sequential, normalized, with_base, without in TABLE:
            argv, files = self.layers(weighted)
            for mode, expected in zip(MODES, (mean, sequential, normalized, with_base)):
                self.assert_values(self.values(*argv, "--mode", mode, base=pose_file(0), **files), expected, (mode, weighted))
            for mode, expected in zip(MODES, (mean, sequential, normalized, without)):
                self.assert_values(self.values(*argv, "--mode", mode, **files), expected, (mode, weighted, "no base"))

    def test_mean_is_the_default(self):
        argv, files = self.layers([(10, .8), (20, .6)])
        self.values(*argv, base=pose_file(0), **files)
        default = self.read("out.vmd")
        self.values(*argv, "--mode", "mean", base=pose_file(0), **files)
        self.assertEqual(self.read("out.vmd"), default)

    def test_sequential_goes_by_weight_and_the_order_of_equals(self):
        argv, files = self.layers([(20, .6), (10, .8)])
        self.assert_values(self.values(*argv, "--mode", "sequential", base=pose_file(0), **files), 11.8367, "by weight")
        ties, files = self.layers([(10, .5), (20, .5)])
        self.assert_values(self.values(*ties, "--mode", "sequential", base=pose_file(0), **files), 12.5, "10 first")
        self.assert_values(self.values(*ties[2:], *ties[:2], "--mode", "sequential", base=pose_file(0), **files), 10, "20 first")

    def test_the_mean_does_not_mind_the_order_or_the_sign(self):
        files = {"a": vmd([bone("頭", 0, rotation=turn(0, 100))]), "b": vmd([bone("頭", 0, rotation=turn(1, 80))]),
                 "c": vmd([bone("頭", 0, rotation=tuple(-c for c in turn(2, 120)))]), "base": vmd([bone("頭", 0)])}
        layers = [("--layer", f"{n}.vmd,weight={w}") for n, w in (("a", .5), ("b", .3), ("c", .4))]
        expected = oracle.geodesic_mean([(turn(0, 100), .5), (turn(1, 80), .3), (turn(2, 120), .4)])
        for order in ((0, 1, 2), (2, 1, 0), (1, 2, 0)):
            motion, _ = self.bake(*(a for i in order for a in layers[i]), **files)
            [(_, _, rotation, _)] = motion.bone("頭")
            self.assertLess(oracle.degrees_between(rotation, expected), 1e-4, order)

    def test_e14_of_the_design(self):
        """systems.md E14 with the corrected value of design.md 6: X 10 degrees .5, Y 20 .3, Z 30 .2 over rest."""
        files = {"a": vmd([bone("頭", 0, rotation=turn(0, 10))]), "b": vmd([bone("頭", 0, rotation=turn(1, 20))]),
                 "c": vmd([bone("頭", 0, rotation=turn(2, 30))])}
        argv = ("--layer", "a.vmd,weight=0.5", "--layer", "b.vmd,weight=0.3", "--layer", "c.vmd,weight=0.2")
        expected = oracle.geodesic_mean([(turn(0, 10), .5), (turn(1, 20), .3), (turn(2, 30), .2)])
        [(_, _, rotation, _)] = self.bake(*argv, **files)[0].bone("頭")
        self.assertLess(oracle.degrees_between(rotation, expected), 1e-4)

    def test_additive_layers_come_after_the_others(self):
        base = vmd([bone("頭", 0, (1, 0, 0), turn(0, 30))], [morph("あ", 0, .25)])
        add = vmd([bone("頭", 0, (2, 0, 0), turn(0, 30)), bone("頭", 10, (6, 0, 0), turn(0, 50))], [morph("あ", 0, .5)])
        over = vmd([bone("頭", 0, (5, 0, 0), turn(0, 10))])
        motion, _ = self.bake("--layer", "add.vmd,mode=additive,weight=0.5", base=base, add=add, over=over)
        first, last = motion.bone("頭")[0], motion.bone("頭")[-1]
        self.assertAlmostEqual(first[1][0], 2, places=5)
        self.assertAlmostEqual(oracle.degrees(first[2]), 45, places=4)
        self.assertAlmostEqual(oracle.degrees(last[2]), 55, places=4)
        self.assertEqual(motion.morph("あ"), [(0, .5), (10, .5)], "constant: its two ends")
        # An override below it, whatever the order in the stack.
        for argv in (("--layer", "over.vmd", "--layer", "add.vmd,mode=additive"), ("--layer", "add.vmd,mode=additive", "--layer", "over.vmd")):
            first = self.bake(*argv, base=base, add=add)[0].bone("頭")[0]
            self.assertAlmostEqual(first[1][0], 7, places=5)
            self.assertAlmostEqual(oracle.degrees(first[2]), 40, places=4)
        # Against a frame of its own: nothing at that frame, the change elsewhere; weights above 1 are allowed.
        motion, _ = self.bake("--layer", "add.vmd,mode=additive,reference=0,weight=2", base=base, add=add)
        self.assertEqual([key[1][0] for key in motion.bone("頭") if key[0] in (0, 10)], [1, 9])
        # Rotations are added in the axes of the bone: base * delta.
        motion, _ = self.bake("--layer", "z.vmd,mode=additive", base=base, z=vmd([bone("頭", 0, rotation=turn(2, 70))]))
        self.assertLess(oracle.degrees_between(motion.bone("頭")[0][2], oracle.mul(turn(0, 30), turn(2, 70))), 1e-4)

    def test_no_base_is_rest(self):
        motion, _ = self.bake("--layer", "a.vmd,weight=0.5", a=pose_file(10))
        self.assertAlmostEqual(motion.bone("頭")[0][1][1], 5, places=5)
        motion, _ = self.bake("--layer", "a.vmd,weight=0.5,bones=*", base=vmd([bone("腰", 0, (3, 0, 0))]), a=vmd([bone("首", 0, (4, 0, 0))]))
        self.assertEqual([motion.bone(name)[0][1][0] for name in ("腰", "首")], [3, 2])

    def test_every_bone_and_morph_is_normalised_on_its_own(self):
        """A hand layer does not thin out the walk of the centre, nor the face (systems.md 2.4 d)."""
        base = vmd([bone("センター", 0, (8, 0, 0))], [morph("あ", 0, .5)])
        for mode in MODES:
            motion, _ = self.bake("--layer", "a.vmd,weight=1", "--mode", mode, base=base, a=vmd([bone("左手首", 0, (1, 0, 0))]))
            self.assertEqual(motion.bone("センター")[0][1][0], 8)
            self.assertEqual(motion.morph("あ"), [(0, .5)])

    def test_identity_keys_hold_a_bone_at_rest(self):
        motion, _ = self.bake("--layer", "a.vmd", base=vmd([bone("頭", 0, rotation=turn(0, 40)), bone("頭", 9)]), a=vmd([bone("頭", 0)]))
        self.assertEqual([key[2] for key in motion.bone("頭")], [(0, 0, 0, 1)])

    def test_random_stacks_agree_with_a_second_evaluator(self):
        rng = random.Random(20)
        curve = lambda: tuple(rng.randrange(128) for _ in range(4))
        for round_ in range(40):
            def source():
                """A track, the file that holds it, its last frame. Numbers survive float32 exactly or nearly."""
                frames = sorted(rng.sample(range(30), rng.randint(1, 4)))
                track = {f: (tuple(rng.randrange(-64, 65) / 8 for _ in range(3)),
                             oracle.unit([rng.gauss(0, 1) for _ in range(4)]), [curve() for _ in range(4)]) for f in frames}
                keys = [bone("頭", f, p, r, block(curves=c)) for f, (p, r, c) in track.items()]
                rng.shuffle(keys)
                return track, vmd(keys), frames[-1]
            files, argv, layers, ends = {}, ["--mode", MODES[round_ % 4], "--frames", "0:48", "--keys", "every-frame"], [], []
            base, files["base"], _ = source() if rng.random() < .7 else (None, vmd(), 0)
            if base is None:
                del files["base"]
            for i in range(rng.randint(1, 3)):
                track, files[f"l{i}"], last = source()
                weight = rng.choice([[(0, rng.randrange(1, 9) / 8)], [(4, 0), (16, 1.25), (40, .25)]])
                options = {"weight": weight, "additive": i > 0 and rng.random() < .3, "offset": rng.randrange(-8, 17) / 2,
                           "speed": rng.choice([.5, 1, 1, 2]), "range": (2, 20) if rng.random() < .3 else None,
                           "loop": rng.choice([1, 1, 3]), "fade_in": rng.choice([0, 0, 4]), "fade_out": rng.choice([0, 0, 6])}
                if options["additive"] and rng.random() < .5:
                    options["reference"] = rng.randrange(0, 20)
                layers.append(oracle.Layer(track, last, **options))
                text = f"l{i}.vmd,weight=[" + ",".join(f"{f}:{w}" for f, w in weight) + "]"
                text += f",offset={options['offset']},speed={options['speed']},fade-in={options['fade_in']},fade-out={options['fade_out']}"
                text += ",mode=additive" * options["additive"] + (",range=2:20" if options["range"] else "")
                text += f",loop={options['loop']}" * (options["loop"] > 1)
                text += f",reference={options['reference']}" if "reference" in options else ""
                argv += ["--layer", text]
            motion, _ = self.bake(*argv, **files)
            keys = motion.bone("頭")
            self.assertEqual([key[0] for key in keys], list(range(49)))
            for frame, position, rotation, _ in keys:
                p, r = oracle.evaluate(MODES[round_ % 4], base, layers, frame)
                where = f"round {round_}, frame {frame}: {argv}"
                self.assertLess(math.dist(position, p), 2e-4, where)
                self.assertLess(oracle.degrees_between(rotation, r), 5e-3, where)


if __name__ == "__main__":
    unittest.main()
