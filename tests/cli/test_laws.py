"""Laws that hold for any motion and any options, on random ones with fixed seeds."""
import math
import random
import struct
import unittest

import motion_oracle as oracle
from mmdkit_cli import SANITIZED, FilterTest, Motion, block, bone, camera, frame_of, light, morph, name_of, prop, shadow, vmd

BONES, MORPHS, IK = ("頭", "首", "左腕", "腰"), ("あ", "い"), ("左足ＩＫ", "右足ＩＫ", "首")
ROUNDS = 40 if not SANITIZED else 10


def random_motion(rng, finite_time=25):
    """A motion with all kinds of keys, out of order, with duplicates."""
    frames = lambda most: [rng.randrange(finite_time) for _ in range(rng.randrange(most + 1))]
    curve = lambda: tuple(rng.randrange(128) for _ in range(4))
    key = lambda name, frame: bone(name, frame, tuple(rng.randrange(-8, 9) / 4 for _ in range(3)), oracle.unit([rng.gauss(0, 1) for _ in range(4)]),
                                   block(curves=[curve() for _ in range(4)], physics=rng.random() < .7))
    bones = [key(name, frame) for name in BONES for frame in frames(3)]
    rng.shuffle(bones)
    return vmd(bones, [morph(name, frame, rng.randrange(9) / 8) for name in MORPHS for frame in frames(3)], [camera(f, -f) for f in frames(2)],
               [light(f) for f in frames(1)], [shadow(f) for f in frames(1)],
               [prop(f, rng.randrange(3), [(name, rng.randrange(2)) for name in IK if rng.random() < .6]) for f in frames(4)],
               trailing=b"tail" * rng.randrange(2))


def states(motion, frames):
    """Visibility and IK switches per frame: the last key counts, its unnamed IK bones keep their state, and the first key holds before it."""
    last = {frame: (visible, ik) for frame, visible, ik in motion.properties}
    result = {}
    for frame in frames:
        visible, switches = True, {name: True for name in IK}
        for at in sorted(last):
            if at <= frame or at == min(last):
                visible = bool(last[at][0])
                switches.update((name, bool(on)) for name, on in last[at][1])
        result[frame] = visible, switches
    return result


class FilterLaws(FilterTest):
    def test_records_are_kept_by_the_options_and_the_state_holds(self):
        rng = random.Random(5)
        for round_ in range(3 * ROUNDS):
            data = random_motion(rng)
            source = Motion(data)
            names = rng.sample(BONES, rng.randrange(1, 4))
            first, last = sorted((rng.randrange(25), rng.randrange(30)))
            argv = ["--bones", ",".join(names)] * (round_ % 2) + ["--frames", f"{first}:{last}"] * (round_ % 3 > 0)
            if "--frames" not in argv:
                first, last = 0, 2 ** 32 - 1
            motion, document = self.filter(*argv, data=data)
            inside = lambda r, section: first <= frame_of(r, section) <= last
            kept = [[r for r in records if inside(r, s) and not (s == 0 and "--bones" in argv and name_of(r).decode("cp932") not in names)]
                    for s, records in enumerate(source.sections)]
            self.assertEqual(motion.sections, kept, argv)
            self.assertEqual((motion.data[:50], motion.trailing), (data[:50], source.trailing))
            self.assertEqual({n: c["kept"] for n, c in document["sections"].items()}, dict(zip(document["sections"], [*map(len, kept), len(motion.properties)])))
            for frame, *_ in motion.properties:
                self.assertTrue(first <= frame <= last)
            span = range(first, min(last, 30) + 1)
            self.assertEqual(states(motion, span), states(source, span), (round_, argv, source.properties, motion.properties))
            # Moved to 0, each record is the same but for its frame.
            moved, document = self.filter(*argv, "--shift", data=data)
            by = document["shifted_by"]
            for section, records in enumerate(kept):
                at = 15 if section < 2 else 0
                self.assertEqual(moved.sections[section], [r[:at] + struct.pack("<I", frame_of(r, section) - by) + r[at + 4:] for r in records])
            every = [frame_of(r, s) for s, records in enumerate(kept) for r in records] + [key[0] for key in motion.properties]
            self.assertEqual(by, min(every, default=0))
            self.assertEqual(moved.properties, [(frame - by, visible, ik) for frame, visible, ik in motion.properties])

    def test_filtering_twice_is_filtering_once(self):
        rng = random.Random(6)
        for _ in range(ROUNDS):
            self.write("in.vmd", random_motion(rng))
            once, _ = self.filter("--bones", "頭,左*", "--frames", "3:20", "--morphs", "!あ")
            again, document = self.filter("--bones", "頭,左*", "--frames", "3:20", "--morphs", "!あ", data=once.data)
            self.assertEqual(again.data, once.data)
            self.assertTrue(document["unchanged"])


class BakeLaws(FilterTest):
    def random_stack(self, rng):
        """Arguments and files."""
        files = {f"l{i}": random_motion(rng) for i in range(rng.randint(1, 3))}
        argv = ["--mode", rng.choice(["mean", "sequential", "normalized", "composite"])]
        for name in list(files):
            options = rng.choice(["weight=1", "weight=1", "weight=0.5", "weight=[0:0,10:1]", "weight=2"])
            options += rng.choice(["", ",offset=3", ",offset=-4", ",offset=0.5", ",speed=2", ",range=3:9", ",loop=2", ",fade-in=3", ",mode=additive"])
            argv += ["--layer", f"{name}.vmd,{options}" + rng.choice([",bones=*", "", ",bones=[頭,首]"])]
        if rng.random() < .7:
            files["base"] = random_motion(rng)
        argv += ["--mmd-origin-key"] if rng.random() < .4 else []
        return argv + rng.choice([[], ["--frames", "0:30"], ["--frames", "5:12"], ["--frames", "7:40"]]), files

    def test_sparse_keys_play_as_dense_ones(self):
        """Kept records, reduced stretches and cuts: the sparse bake, baked densely, is the dense bake."""
        rng = random.Random(7)
        for round_ in range(2 * ROUNDS):
            argv, files = self.random_stack(rng)
            sparse, document = self.bake(*argv, **files)
            self.write("sparse.vmd", sparse.data)
            dense, _ = self.bake(*argv, "--keys", "every-frame", **files)
            self.run_cli("bake", "sparse.vmd", "--keys", "every-frame", "--frames", "{}:{}".format(*document["frames"]), "-o", "again.vmd", "-f", "-q")
            again = self.motion("again.vmd")
            for name in BONES:
                self.assertEqual([k[0] for k in dense.bone(name)], [k[0] for k in again.bone(name)], (round_, argv))
                for mine, theirs in zip(again.bone(name), dense.bone(name)):
                    self.assertLess(math.dist(mine[1], theirs[1]), 1e-4, (round_, argv, name, mine[0]))
                    self.assertLess(oracle.degrees_between(mine[2], theirs[2]), 1e-2, (round_, argv, name, mine[0]))
            for name in MORPHS:
                self.assertEqual([f for f, _ in dense.morph(name)], [f for f, _ in again.morph(name)])
                for (_, mine), (frame, theirs) in zip(again.morph(name), dense.morph(name)):
                    self.assertAlmostEqual(mine, theirs, places=5, msg=(round_, argv, name, frame))
            if document["copied_from"] is None:
                self.assertEqual((sparse.properties, sparse.sections[2:]), (dense.properties, dense.sections[2:]))

    def test_keys_ascend_one_per_frame_within_the_frames(self):
        rng = random.Random(8)
        for _ in range(ROUNDS):
            argv, files = self.random_stack(rng)
            motion, document = self.bake(*argv, "--keys", rng.choice(["auto", "every-frame"]), **files)
            if document["copied_from"] is not None:
                continue
            first, last = document["frames"]
            for section, tracks in ((0, document["bones"]), (1, document["morphs"])):
                at = 0
                for track in tracks:
                    records = motion.sections[section][at:at + track["keys"]]
                    at += track["keys"]
                    frames = [frame_of(r, section) for r in records]
                    self.assertEqual({name_of(r).decode("cp932") for r in records}, {track["name"]} if records else set())
                    self.assertEqual(frames, sorted(set(frames)))
                    self.assertTrue(all(first <= f <= last for f in frames))
                self.assertEqual(at, len(motion.sections[section]))
            self.assertEqual([key[0] for key in motion.properties], sorted({key[0] for key in motion.properties}))

    def test_runs_and_threads_give_the_same_bytes(self):
        rng = random.Random(9)
        for _ in range(ROUNDS // 4):
            argv, files = self.random_stack(rng)
            self.assertEqual(len({self.bake(*argv, "--jobs", jobs, **files)[0].data for jobs in ("1", "2", "7", "7")}), 1)


if __name__ == "__main__":
    unittest.main()
