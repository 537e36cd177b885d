"""NAME-04: the same bytes in every locale; conversions and numbers use tables of their own."""
import os
import shutil
import subprocess
import unittest

from mmdkit_cli import CliTest, bone, morph, prop, turn, vmd

SOURCES = "/usr/share/i18n/locales"
LOCALES = ("ja_JP", "ko_KR", "de_DE")


@unittest.skipUnless(shutil.which("localedef") and all(os.path.exists(f"{SOURCES}/{name}") for name in LOCALES),
                     "cannot make locales: localedef or its sources are missing (Debian package locales)")
class Locales(CliTest):
    def setUp(self):
        super().setUp()
        for name in LOCALES:
            # Exit code 1 stands for warnings of localedef; the locale is written all the same.
            subprocess.run(["localedef", "-i", name, "-f", "UTF-8", str(self.folder / f"{name}.UTF-8")], capture_output=True)
        self.write("base.vmd", vmd([bone("センター", 0), bone("センター", 9, (1.5, 0, 0)), bone("左足ＩＫ", 3), bone("前髪?", 1), bone("ｾﾝﾀｰ", 2)],
                                   [morph("あ", 3, .25)], properties=[prop(0, 1, [("左足ＩＫ", 0)])], trailing=b"x"))
        self.write("layer.vmd", vmd([bone("センター", 4, (.1, .2, .3), turn(0, 33))], [morph("あ", 9, 1)]))
        self.write("names.txt", "センター\n前髪\\?\n")

    def environments(self):
        yield "C", {"LC_ALL": "C"}
        yield "none", {}
        for name in LOCALES:
            environment = {"LC_ALL": f"{name}.UTF-8", "LANG": f"{name}.UTF-8", "LOCPATH": str(self.folder), "PATH": "/usr/bin:/bin"}
            point = subprocess.run(["locale", "decimal_point"], env=environment, capture_output=True, text=True).stdout.strip()
            self.assertEqual(point, "," if name == "de_DE" else ".", f"{name} is really there")
            yield name, environment

    def everything(self, environment):
        """All that the commands write, for a representative set of calls."""
        run = lambda *argv, exit=0: self.run_cli(*argv, env=environment, exit=exit)
        texts = []
        for argv in (["filter", "base.vmd", "-o", "f.vmd", "-f", "--bones", "セ*,!*ＩＫ*"], ["filter", "base.vmd", "-o", "g.vmd", "-f", "--bones", "re:^[ア-ン]+", "--shift"],
                     ["filter", "base.vmd", "-o", "h.vmd", "-f", "--bones", "@names.txt", "--ik-names", "右*"],
                     ["bake", "base.vmd", "--layer", "layer.vmd,weight=0.25,fade-in=2.5,bones=*", "-o", "b.vmd", "-f", "--save-stack", "s.json"],
                     ["bake", "--stack", "s.json", "--keys", "every-frame", "--frames", "0:5", "-o", "c.vmd", "-f"],
                     ["info", "--json", "b.vmd"], ["info", "base.vmd"], ["info", "--sets"]):
            done = run(*argv)
            texts += [done.stdout, done.stderr]
        for argv, code in ((["info", "none.vmd"], 4), (["info", "names.txt"], 3), (["bake", "base.vmd", "--layer", "layer.vmd,weight=0,5", "-o", "x"], 2)):
            texts.append(run(*argv, exit=code).stderr)
        return texts + [self.read(name) for name in ("f.vmd", "g.vmd", "h.vmd", "b.vmd", "c.vmd", "s.json")]

    def test_outputs_and_messages_do_not_depend_on_the_locale(self):
        expected = self.everything({"LC_ALL": "C"})
        self.assertIn(b'"weight": 0.25', expected[-1])
        for name, environment in self.environments():
            for mine, theirs in zip(self.everything(environment), expected):
                self.assertEqual(mine, theirs, name)


if __name__ == "__main__":
    unittest.main()
