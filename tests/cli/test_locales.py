"""The same bytes in every locale: conversions and numbers use tables of their own. NAME-04."""
import os
import shutil
import subprocess
import unittest

from mmdkit_cli import CliTest, bone, turn, vmd

LOCALES = ["ja_JP", "ko_KR", "de_DE"]


@unittest.skipUnless(shutil.which("localedef") and os.path.isdir("/usr/share/i18n/locales"), "no locale sources (package locales)")
class Locales(CliTest):
    def test_outputs_do_not_depend_on_the_locale(self):
        for name in LOCALES:
            # Exit code 1 means warnings of localedef; the locale is written all the same.
            subprocess.run(["localedef", "-i", name, "-f", "UTF-8", str(self.folder / f"{name}.UTF-8")], capture_output=True)
        self.write("base.vmd", vmd([bone("センター", 0), bone("センター", 9, (1.5, 0, 0)), bone("左足ＩＫ", 3)]))
        self.write("layer.vmd", vmd([bone("センター", 4, rotation=turn(0, 33))]))
        results = set()
        for locale in ["C", *(f"{name}.UTF-8" for name in LOCALES)]:
            environment = {"LC_ALL": locale, "LOCPATH": str(self.folder), "PATH": "/usr/bin:/bin"}
            decimal = subprocess.run(["locale", "decimal_point"], env=environment, capture_output=True, text=True).stdout.strip()
            self.assertEqual(decimal, "," if locale == "de_DE.UTF-8" else ".", "the locale is really there")
            run = lambda *argv: self.run_cli(*argv, env=environment).stdout
            run("filter", "base.vmd", "-o", "f.vmd", "-f", "--bones", "セ*,!*ＩＫ*")
            run("bake", "base.vmd", "--layer", "layer.vmd,weight=0.25,fade-in=2.5,bones=*", "-o", "b.vmd", "-f", "--save-stack", "s.json")
            results.add((self.read("f.vmd"), self.read("b.vmd"), self.read("s.json"), run("info", "--json", "b.vmd"), run("info", "b.vmd")))
        self.assertEqual(len(results), 1)


if __name__ == "__main__":
    unittest.main()
