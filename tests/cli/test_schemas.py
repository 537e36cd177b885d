"""docs/schema: the schemas are sound and strict, and all stacks that the project shows follow them."""
import json
import re
import unittest

import jsonschema

from mmdkit_cli import ROOT, CliTest, bone, vmd

SCHEMAS = sorted((ROOT / "docs" / "schema").glob("*.json"))


def objects(node, path=""):
    """Every schema inside a schema, with its path."""
    if isinstance(node, dict):
        yield path, node
        for key, value in node.items():
            if key in ("properties", "$defs"):
                for name, each in value.items():
                    yield from objects(each, f"{path}/{name}")
            elif key in ("items", "anyOf", "prefixItems"):
                yield from objects(value, f"{path}/{key}")
    elif isinstance(node, list):
        for index, each in enumerate(node):
            yield from objects(each, f"{path}{index}")


class Schemas(CliTest):
    def test_there_is_one_for_every_document(self):
        self.assertEqual([path.stem for path in SCHEMAS], ["bake", "filter", "info", "sets", "stack"])

    def test_they_are_sound(self):
        for path in SCHEMAS:
            rules = json.loads(path.read_text())
            self.assertEqual(rules["$schema"], "https://json-schema.org/draft/2020-12/schema")
            jsonschema.Draft202012Validator.check_schema(rules)
            for place, node in objects(rules):
                if "$ref" in node:
                    self.assertIn(node["$ref"].removeprefix("#/$defs/"), rules["$defs"], f"{path.name}{place}")
            self.assertEqual({f"#/$defs/{name}" for name in rules.get("$defs", {})},
                             {node["$ref"] for _, node in objects(rules) if "$ref" in node}, f"{path.name}: definitions in use")

    def test_they_are_strict_and_say_what_things_are(self):
        for path in SCHEMAS:
            rules = json.loads(path.read_text())
            for place, node in objects(rules):
                if node.get("type") == "object":
                    self.assertIs(node.get("additionalProperties"), False, f"{path.name}{place}")
                    self.assertLessEqual(set(node["required"]), set(node["properties"]), f"{path.name}{place}")
                for name, each in node.get("properties", {}).items():
                    target = rules["$defs"][each["$ref"].removeprefix("#/$defs/")] if "$ref" in each else each
                    self.assertTrue(each.get("description") or target.get("description"), f"{path.name}{place}/{name}")

    def test_they_refuse(self):
        self.write("a.vmd", vmd([bone("頭", 0)]))
        for schema, argv in (("info", ["info", "a.vmd"]), ("sets", ["info", "--sets"]), ("filter", ["filter", "a.vmd", "-o", "b.vmd", "--bones", "頭"]),
                             ("bake", ["bake", "a.vmd", "--layer", "a.vmd,weight=0.5", "-o", "c.vmd"])):
            document = self.run_json(schema, *argv)
            for broken in ({**document, "more": 1}, {**document, "format": "x"}, {**document, "version": 2}, *({k: v for k, v in document.items() if k != gone} for gone in document)):
                with self.assertRaises(jsonschema.ValidationError):
                    self.validate(schema, broken)

    def test_every_warning_has_an_id_that_is_documented(self):
        ids = set(re.findall(r"(?m)^### ([a-z0-9-]+)$", (ROOT / "docs" / "warnings.md").read_text()))
        self.assertGreater(len(ids), 15)
        self.write("odd.vmd", vmd([bone("頭", 0), bone("頭", 0, rotation=(0, 0, 0, 0)), bone("左足", 4294967295), bone(b"\xff", 3)], trailing=b"x", name=b"\xff"))
        for schema, argv in (("info", ["info", "odd.vmd"]), ("filter", ["filter", "odd.vmd", "-o", "a", "--bones", "none"]),
                             ("bake", ["bake", "odd.vmd", "--layer", "odd.vmd", "-o", "b", "--frames", "0:3"])):
            document = self.run_json(schema, *argv)
            seen = self.warnings(document["files"][0] if schema == "info" else document)
            self.assertGreater(len(seen), 2)
            self.assertLessEqual(set(seen), ids)


class Stacks(CliTest):
    def test_stacks_of_the_samples_are_valid_and_bake(self):
        found = [path for folder in ("samples", "docs/samples") for path in sorted((ROOT / folder).glob("*.json"))]
        self.assertGreater(len(found), 0)
        for path in found:
            self.validate("stack", json.loads(path.read_text()))
            self.run_cli("bake", "--stack", str(path), "-o", f"{path.stem}.vmd", "--save-stack", f"{path.stem}.json")
            self.validate("stack", json.loads(self.read(f"{path.stem}.json")))

    def test_stacks_of_the_pages_are_valid(self):
        found = 0
        for page in sorted(ROOT.glob("docs/**/*.md")) + [ROOT / "README.md"]:
            for text in re.findall(r"(?ms)^```(?:json)?\n(?:\$[^\n]*\n)*(\{.*?^\})\n", page.read_text()):
                try:
                    document = json.loads(text)
                except ValueError:
                    continue  # shortened with ...
                if document.get("format") == "mmdkit.stack":
                    self.validate("stack", document)
                    found += 1
        self.assertGreater(found, 0)


if __name__ == "__main__":
    unittest.main()
