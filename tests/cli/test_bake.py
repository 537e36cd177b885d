"""bake: copies, kept records, sampled keys, switches, camera, limits."""
import math
import unittest

from mmdkit_cli import CliTest, Motion, block, bone, camera, light, morph, prop, shadow, turn, vmd

ODD = block(curves=[(10, 100, 20, 120), (64, 0, 64, 127), (0, 127, 127, 0), (127, 0, 0, 127)], padding=1)
CAMERA_NAME = bytes.fromhex("834A8381838981458FC696BE")  # カメラ・照明


class Copies(CliTest):
    DATA = vmd([bone("頭", 3, interpolation=ODD), bone("腰", 1), bone("頭", 3)], [morph("あ", 2, 1)], [camera(1)], trailing=b"tail")
    OTHER = vmd([bone("頭", 0, (1, 2, 3))], [morph("あ", 0, .5)])

    def test_a_base_alone_is_copied(self):
        for data in (self.DATA, vmd(), vmd([bone("頭", 7)], version=1), vmd([bone("頭", 7)], sections=2)):
            motion, document = self.bake(base=data)
            self.assertEqual(self.read("out.vmd"), data)
            self.assertEqual((document["copied_from"], document["bones"]), ("base.vmd", []))

    def test_layers_without_effect_are_no_layers(self):
        for options in ("weight=0", "weight=0,bones=*", "enabled=false", "weight=[0:0,9:0]", "weight=0,mode=additive"):
            self.bake("--layer", "a.vmd," + options, base=self.DATA, a=self.OTHER)
            self.assertEqual(self.read("out.vmd"), self.DATA, options)
        # The same beside a layer that acts.
        self.bake("--layer", "a.vmd,weight=0.5", base=self.DATA, a=self.OTHER)
        alone = self.read("out.vmd")
        self.bake("--layer", "b.vmd,weight=0,bones=*", "--layer", "a.vmd,weight=0.5", base=self.DATA, a=self.OTHER, b=self.OTHER)
        self.assertEqual(self.read("out.vmd"), alone)

    def test_a_lone_layer_is_copied(self):
        for options in ("bones=*", "bones=*,weight=1", "bones=*,morphs=*,offset=0,speed=1", "bones=[頭,腰]", "bones=*,weight=1.5"):
            motion, document = self.bake("--layer", "a.vmd," + options, a=self.DATA)
            self.assertEqual((motion.data, document["copied_from"]), (self.DATA, "a.vmd"), options)

    def test_nothing_less_is_copied(self):
        for options in ("bones=頭", "bones=*,morphs=い", "bones=*,weight=0.5", "bones=*,offset=1", "bones=*,loop=2", "bones=*,mode=additive"):
            _, document = self.bake("--layer", "a.vmd," + options, a=self.DATA)
            self.assertIsNone(document["copied_from"], options)
        _, document = self.bake("--layer", "a.vmd,bones=*", "--mode", "normalized", a=self.DATA)
        self.assertIsNone(document["copied_from"])
        for argv in (("--frames", "0:2"), ("--keys", "every-frame"), ("--mmd-origin-key",)):
            self.assertIsNone(self.bake(*argv, base=self.DATA)[1]["copied_from"], argv)


class Records(CliTest):
    def test_a_lone_source_keeps_its_records(self):
        keys = [bone("頭", 4, (1, 2, 3), turn(0, 50), ODD), bone("頭", 9, (5, 0, 0), (0, 0, 0, 2), ODD)]
        base = vmd([bone("腰", 0, interpolation=ODD), bone("頭", 0), bone("頭", 20)], [morph("い", 3, .3)])
        layer = vmd(keys, [morph("あ", 5, .1), morph("あ", 6, .2)])
        motion, document = self.bake("--layer", "a.vmd,offset=7", base=base, a=layer)
        self.assertEqual(motion.sections[0], [bone("腰", 0, interpolation=ODD), bone("頭", 11, (1, 2, 3), turn(0, 50), ODD),
                                              bone("頭", 16, (5, 0, 0), (0, 0, 0, 2), ODD)])
        self.assertEqual(motion.sections[1], [morph("い", 3, .3), morph("あ", 12, .1), morph("あ", 13, .2)])
        self.assertEqual([(row["name"], row["records_of"], row["keys"]) for row in document["bones"] + document["morphs"]],
                         [("腰", "base.vmd", 1), ("頭", "a.vmd", 2), ("い", "base.vmd", 1), ("あ", "a.vmd", 2)])

    def test_padding_behind_names_and_odd_names_stay(self):
        names = [b"\x93\xaa\0\xfd\xfd\xfd\xfd\xfd\xfd\xfd\xfd\xfd\xfd\xfd\xfd", b"\xff\xfe\0abc", "センター".encode()]
        keys = [name.ljust(15, b"\0") + bone("x", 3, (1, 0, 0))[15:] for name in names]
        motion, _ = self.bake("--layer", "a.vmd,weight=0.5", base=vmd(keys), a=vmd([bone("首", 0)]))
        self.assertEqual(motion.sections[0][:3], keys)

    def test_what_is_not_alone_is_sampled(self):
        base, layer = vmd([bone("頭", 0, (1, 0, 0))]), vmd([bone("頭", 0, (2, 0, 0))])
        for options, argv in (("weight=0.99", ()), ("weight=1,mode=additive", ()), ("weight=1", ("--mode", "normalized")),
                              ("weight=1", ("--mode", "composite")), ("weight=1", ("--keys", "every-frame")), ("offset=0.5", ()),
                              ("fade-in=1", ())):
            _, document = self.bake("--layer", "a.vmd," + options, *argv, base=base, a=layer)
            self.assertIsNone(document["bones"][0]["records_of"], options)
        for mode in ("mean", "sequential"):
            motion, document = self.bake("--layer", "a.vmd,weight=1.5", "--mode", mode, base=base, a=layer)
            self.assertEqual((motion.sections[0], document["bones"][0]["records_of"]), ([bone("頭", 0, (2, 0, 0))], "a.vmd"))

    def test_sampled_keys_are_plain(self):
        """systems.md 3.2: linear curves, padding 0, unit quaternions; 3.6: names filled with zeros."""
        keys = [b"\x93\xaa".ljust(15, b"\0")[:3] + b"\xfd" * 12 + bone("", 0, (1, 0, 0), (0, .6, 0, 1.8), ODD)[15:]]
        motion, _ = self.bake("--keys", "every-frame", base=vmd(keys))
        [(_, position, rotation, record)] = motion.bone("頭")
        self.assertEqual((position, record[:15], record[47:]), ((1, 0, 0), b"\x93\xaa" + bytes(13), block()))
        self.assertAlmostEqual(math.hypot(*rotation), 1, places=6)
        self.assertTrue(motion.data.startswith(b"Vocaloid Motion Data 0002".ljust(30, b"\0") + b"test".ljust(20, b"\0")))

    def test_constant_stretches_are_reduced_to_their_ends(self):
        base = vmd([bone("腰", 0), bone("腰", 10), bone("腰", 12, (2, 0, 0)), bone("腰", 40, (2, 0, 0))])
        motion, _ = self.bake("--layer", "a.vmd,weight=0.5,bones=*", base=base, a=vmd([bone("腰", 0)]))
        self.assertEqual([k[0] for k in motion.bone("腰")], [0, 10, 11, 12, 40])
        motion, document = self.bake("--layer", "a.vmd,weight=0.5,bones=*", "--keys", "every-frame", base=base, a=vmd([bone("腰", 0)]))
        self.assertEqual([k[0] for k in motion.bone("腰")], list(range(41)))
        self.assertEqual(document["keys"], {"bone": 41, "morph": 0})

    def test_the_last_of_duplicates_counts(self):
        base = vmd([bone("頭", 0, (1, 0, 0)), bone("頭", 0, (2, 0, 0))], [morph("あ", 0, .1), morph("あ", 0, .2)])
        motion, document = self.bake("--keys", "every-frame", base=base)
        self.assertEqual([k[1][0] for k in motion.bone("頭")], [2])
        self.assertAlmostEqual(motion.morph("あ")[0][1], .2)
        self.assertIn("vmd-duplicate-key", self.warnings(document))

    def test_bisect15_is_offered(self):
        """systems.md E10: 0.63886 exactly, 0.63888 by 15 halvings."""
        base = vmd([bone("腰", 0), bone("腰", 10, (1, 0, 0), interpolation=block((20, 40, 80, 107)))])
        at = lambda curves: self.bake("--keys", "every-frame", "--curves", curves, base=base)[0].bone("腰")[5][1][0]
        self.assertAlmostEqual(at("exact"), 0.638862, places=6)
        self.assertAlmostEqual(at("bisect15"), 0.638880, places=6)

    def test_the_default_bones_are_told(self):
        layer = vmd([bone("頭", 0, (1, 0, 0)), bone("左足", 0), bone("左足", 5), bone("腰", 0)])
        motion, document = self.bake("--layer", "a.vmd", base=vmd([bone("頭", 0)]), a=layer)
        self.assertEqual(self.warnings(document), ["bake-default-bones"])
        self.assertIn("3 keys of 2 other bones", document["warnings"][0]["message"])
        self.assertEqual(motion.names(), ["頭"])
        ten = ["上半身", "上半身2", "首", "頭", "左腕", "右腕", "左ひじ", "右ひじ", "左手首", "右手首"]
        motion, document = self.bake("--layer", "a.vmd,weight=0.5", a=vmd([bone(n, 0) for n in ten], [morph("あ", 0, 1)]))
        self.assertEqual((motion.names(), motion.names(1), self.warnings(document)), (ten, ["あ"], []))

    def test_layers_choose_bones_and_morphs(self):
        layer = vmd([bone(n, 0) for n in ("頭", "左腕", "左足")], [morph("あ", 0, 1), morph("い", 0, 1)])
        for options, bones, morphs in (("bones=左*", ["左腕", "左足"], ["あ", "い"]), ("bones=[!左足]", ["頭", "左腕"], ["あ", "い"]),
                                       ("bones=[set:arms,頭],morphs=い", ["頭", "左腕"], ["い"]), ("bones=re:足$,morphs=[re:^[あ]$]", ["左足"], ["あ"])):
            motion, _ = self.bake("--layer", "a.vmd,weight=0.5," + options, a=layer)
            self.assertEqual((motion.names(), motion.names(1)), (bones, morphs), options)


class Switches(CliTest):
    def test_physics_follows_the_larger_share(self):
        off = vmd([bone("腰", 0, interpolation=block(physics=False)), bone("腰", 5, (1, 0, 0), interpolation=block(physics=False))])
        for weight, expected in ((.6, b"\x63\x0f"), (.4, b"\0\0"), (.5, b"\x63\x0f")):  # ties go to the later layer
            motion, _ = self.bake("--layer", f"a.vmd,weight={weight},bones=*", base=vmd([bone("腰", 0)]), a=off)
            self.assertEqual({r[49:51] for *_, r in motion.bone("腰")}, {expected}, weight)

    def test_off_wins_from_half_weight_on(self):
        base = vmd([bone("頭", 0), bone("頭", 30)], properties=[prop(0, 1, [("左足ＩＫ", 1), ("右足ＩＫ", 0)])])
        layer = vmd([bone("頭", 0)], properties=[prop(0, 1, [("左足ＩＫ", 1), ("右足ＩＫ", 1)]), prop(10, 0, [("左足ＩＫ", 0), ("右足ＩＫ", 1)])])
        state = lambda motion: [(f, bool(v), sorted((n, bool(on)) for n, on in ik)) for f, v, ik in motion.properties]
        motion, _ = self.bake("--layer", "a.vmd,weight=0.5,bones=*", base=base, a=layer)
        self.assertEqual(state(motion), [(0, True, [("右足ＩＫ", False), ("左足ＩＫ", True)]), (10, False, [("右足ＩＫ", False), ("左足ＩＫ", False)])])
        for options in ("weight=0.49,bones=*", "weight=1,bones=*,mode=additive"):
            self.assertEqual(state(self.bake("--layer", "a.vmd," + options, base=base, a=layer)[0]), [(0, True, [("右足ＩＫ", False), ("左足ＩＫ", True)])])
        # The bones of a layer choose its IK switches as well; visibility it says in any case.
        motion, _ = self.bake("--layer", "a.vmd,bones=頭", base=base, a=layer)
        self.assertEqual(state(motion)[-1], (10, False, [("右足ＩＫ", False), ("左足ＩＫ", True)]))

    def test_no_switches_in_none_out(self):
        self.assertEqual(self.bake("--layer", "a.vmd,weight=0.5", base=vmd([bone("頭", 0)]), a=vmd([bone("頭", 0)]))[0].properties, [])

    def test_records_of_the_base_stay_where_it_alone_has_some(self):
        base = vmd([bone("頭", 0), bone("頭", 9)], properties=[prop(0, 7, [("左足ＩＫ", 3)]), prop(5, 1, [])])
        motion, _ = self.bake("--layer", "a.vmd,weight=0.5", base=base, a=vmd([bone("頭", 0, (1, 0, 0))]))
        self.assertEqual(motion.properties, Motion(base).properties)


class CameraKeys(CliTest):
    def test_they_come_from_the_base_else_the_first_layer_that_has_some(self):
        a, b = vmd([bone("頭", 0)], lights=[light(1)]), vmd(cameras=[camera(2), camera(4)], lights=[light(9)], shadows=[shadow(3)])
        motion, document = self.bake("--layer", "a.vmd", "--layer", "b.vmd,offset=5", base=vmd([bone("頭", 0), bone("頭", 30)]), a=a, b=b)
        self.assertEqual([motion.frames(i) for i in (2, 3, 4)], [[7, 9], [1], [8]])
        self.assertEqual(motion.sections[2][0][4:], camera(2)[4:])
        self.assertIn("vmd-both-kinds", self.warnings(document))
        motion, _ = self.bake("--layer", "b.vmd", base=vmd([bone("頭", 0), bone("頭", 30)], cameras=[camera(20)]), b=b)
        self.assertEqual([motion.frames(i) for i in (2, 3, 4)], [[20], [9], [3]])
        self.assertEqual(self.bake("--layer", "b.vmd,weight=0", "--frames", "0:9", base=vmd([bone("頭", 0)]), b=b)[0].sections[2], [])

    def test_times_that_are_not_whole_are_rounded_with_a_warning(self):
        motion, document = self.bake("--layer", "b.vmd,speed=2", b=vmd(cameras=[camera(4), camera(7)]))
        self.assertEqual(motion.frames(2)[0], 2)
        self.assertIn(motion.frames(2)[1], (3, 4))
        self.assertIn("bake-camera-rounded", self.warnings(document))

    def test_the_model_name(self):
        names = lambda **files: self.bake(*[a for n in files if n != "base" for a in ("--layer", f"{n}.vmd,weight=0.5,offset=1")], **files)[0].name
        named = lambda name: vmd([bone("頭", 0)], name=name)
        self.assertEqual(names(base=named("初音ミク"), a=named("a")), "初音ミク".encode("cp932"))
        self.assertEqual(names(a=named("a"), b=named("b")), b"a")
        self.assertEqual(names(a=vmd(cameras=[camera(2)], name="x")), CAMERA_NAME)


class Limits(CliTest):
    def test_frames(self):
        base = vmd([bone("頭", 0), bone("頭", 20, (20, 0, 0))])
        motion, document = self.bake("--frames", "5:8", base=base)
        self.assertEqual([(k[0], k[1][0]) for k in motion.bone("頭")], [(5, 5), (6, 6), (7, 7), (8, 8)])
        self.assertEqual(document["frames"], [5, 8])
        self.assertEqual(self.bake("--frames", "18:", base=base)[1]["frames"], [18, 20])
        self.assertEqual(self.bake("--frames", ":30", base=base)[1]["frames"], [0, 30])
        self.run_cli("bake", "base.vmd", "-o", "x.vmd", "--frames", "21:", exit=2)

    def test_numbers_that_are_none_are_refused(self):
        self.write("nan.vmd", vmd([bone("腰", 0), bone("頭", 2, (math.nan, 0, 0))]))
        done = self.run_cli("bake", "nan.vmd", "--keys", "every-frame", "-o", "x.vmd", exit=3)
        self.assertEqual(done.stderr, "mmdkit: error: nan.vmd: bone key 1 (頭, frame 2): a number is not finite\n")
        self.run_cli("bake", "--layer", "nan.vmd,weight=0.5,bones=腰", "-o", "x.vmd")
        self.write("big.vmd", vmd([bone("頭", 0, (3e38, 0, 0))]))
        self.run_cli("bake", "big.vmd", "--layer", "big.vmd,mode=additive,weight=5", "-o", "y.vmd", exit=3)
        self.assertNotIn("y.vmd", self.files())

    def test_threads_change_nothing(self):
        keys = lambda k: [bone(f"bone{b}", f, (math.sin(f * k + b), 0, 0), turn(b % 3, 9 * f * k % 170)) for b in range(60) for f in range(0, 90, 9)]
        layer = lambda k: vmd(keys(k), [morph(f"m{i}", f, i * f * k % 10 / 10) for i in range(20) for f in range(0, 90, 7)], name="x")
        for mode in ("mean", "composite"):
            outputs = {self.bake("--jobs", jobs, "--mode", mode, "--layer", "a.vmd,weight=0.4,bones=*", "--layer", "b.vmd,weight=0.3,bones=*",
                                 base=layer(1), a=layer(2), b=layer(3))[0].data for jobs in ("1", "2", "7")}
            self.assertEqual(len(outputs), 1)


if __name__ == "__main__":
    unittest.main()
