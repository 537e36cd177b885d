"""The checks themselves: each must go red on a planted fault and find something to check."""
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
CHECK_LAYERS = ROOT / "scripts" / "check_layers.py"


def check_layers(root):
    done = subprocess.run([sys.executable, str(CHECK_LAYERS), str(root)], capture_output=True, text=True)
    return done.returncode, done.stdout + done.stderr


def plant(folder, path, text):
    file = pathlib.Path(folder) / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")


class LayerCheck(unittest.TestCase):
    def test_accepts_the_project(self):
        code, output = check_layers(ROOT)
        self.assertEqual(code, 0, output)

    def test_finds_a_planted_violation(self):
        for path, text in [
            ("lib/base/a.h", '#include "motion/filter.h"\n'),
            ("lib/format/a.cpp", '#include "format/vmd.h"\n#include "pipeline/load.h"\n'),
            ("lib/motion/a.cpp", '#include <spdlog/spdlog.h>\n'),
            ("lib/motion/b.cpp", '  #  include <nlohmann/json.hpp>\n'),
            ("lib/nowhere/a.h", '#include <vector>\n'),
        ]:
            with self.subTest(path=path), tempfile.TemporaryDirectory() as folder:
                plant(folder, "lib/base/fine.h", "#include <vector>\n")
                plant(folder, path, text)
                code, output = check_layers(folder)
                self.assertEqual(code, 1, output)
                self.assertIn(path, output)

    def test_fails_if_there_is_nothing_to_check(self):
        with tempfile.TemporaryDirectory() as folder:
            self.assertEqual(check_layers(folder)[0], 2)


class Documentation(unittest.TestCase):
    """docs/warnings.md and the code name the same warning ids."""

    def test_every_warning_id_is_documented_and_no_other(self):
        in_code = set()
        for file in (ROOT / "lib").rglob("*.cpp"):
            calls = re.findall(r'\.add(?:_many)?\(\s*"([a-z-]+)"', file.read_text(encoding="utf-8"))
            in_code.update(calls)
        page = (ROOT / "docs" / "warnings.md").read_text(encoding="utf-8")
        documented = set(re.findall(r"^### `?([a-z-]+)`?$", page, re.MULTILINE))
        self.assertGreater(len(in_code), 10)
        self.assertEqual(in_code, documented)

    def test_links_between_pages_lead_somewhere(self):
        links = 0
        for page in [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("samples/*.md")]:
            for target in re.findall(r"\]\(([^)#\s]+)\)", page.read_text(encoding="utf-8")):
                if "://" in target:
                    continue
                links += 1
                self.assertTrue((page.parent / target).exists(), f"{page}: {target}")
        self.assertGreater(links, 5)


class Sources(unittest.TestCase):
    """Limits that the project sets itself."""

    def test_no_source_file_is_longer_than_400_lines(self):
        files = [f for top in ("lib", "apps", "tests") for f in (ROOT / top).rglob("*")
                 if f.suffix in (".h", ".cpp", ".py")]
        self.assertGreater(len(files), 50)
        long = {str(f.relative_to(ROOT)): n for f in files
                if (n := len(f.read_text(encoding="utf-8").splitlines())) > 400}
        self.assertEqual(long, {})


if __name__ == "__main__":
    unittest.main()
