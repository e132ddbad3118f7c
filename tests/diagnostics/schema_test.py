#!/usr/bin/env python3
"""The emitted JSON Schemas are schemas, take what the reader takes and refuse what it refuses."""
import json
import pathlib
import re
import subprocess
import sys
import unittest

try:
    import jsonschema
except ImportError:
    jsonschema = None
needs_jsonschema = unittest.skipIf(jsonschema is None, "python3-jsonschema is not installed")

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
PROGRAM = ""


def run(*arguments):
    return subprocess.run([PROGRAM, *arguments], capture_output=True, text=True, cwd=ROOT)


def validator(name):
    schema = json.loads(run("schema", name).stdout)
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


@needs_jsonschema
class Scenario(unittest.TestCase):
    def setUp(self):
        self.validator = validator("scenario")

    def test_good_scenarios_fit(self):
        names = [HERE / "cases/fine.json", *ROOT.glob("scenarios/*.json")]
        for path in names:
            with self.subTest(path.name):
                # Comments are ours, not JSON's.
                text = re.sub(r"^\s*//.*$", "", path.read_text(), flags=re.M)
                self.validator.validate(json.loads(text))

    def test_wrong_scenarios_do_not_fit(self):
        for name in ["wrong_type", "unknown_field", "missing_field", "no_unit", "wrong_unit",
                     "energy_for_power", "power_for_energy", "negative_price", "nan_text",
                     "zero_gpus", "two_kinds", "another_format", "no_format"]:
            with self.subTest(name):
                content = json.loads((HERE / f"cases/{name}.json").read_text())
                self.assertFalse(self.validator.is_valid(content))

    def test_a_value_with_its_source_fits_and_a_misspelt_source_does_not(self):
        content = json.loads((HERE / "cases/fine.json").read_text())
        content["discount_rate"] = {"value": 0.08, "source": "treasury", "confidence": "high"}
        self.assertTrue(self.validator.is_valid(content))
        content["discount_rate"] = {"value": 0.08, "sauce": "treasury"}
        self.assertFalse(self.validator.is_valid(content))
        content["discount_rate"] = {"source": "treasury"}
        self.assertFalse(self.validator.is_valid(content))

    def test_defaults_and_examples_fit_their_own_fields(self):
        schema = self.validator.schema
        objects = [schema, *schema["$defs"].values()]
        checked = 0
        for each in objects:
            for name, field in each["properties"].items():
                inner = dict(field, **{"$defs": schema["$defs"]})
                check = jsonschema.Draft202012Validator(inner)
                for value in field.get("examples", []) + (
                        [field["default"]] if "default" in field else []):
                    with self.subTest(f"{name}: {value}"):
                        check.validate(value)
                    checked += 1
        self.assertGreater(checked, 60)


@needs_jsonschema
class Catalog(unittest.TestCase):
    def test_the_shipped_catalogs_fit(self):
        check = validator("catalog")
        files = sorted((ROOT / "data").glob("*.json"))
        self.assertGreater(len(files), 5)
        for path in files:
            with self.subTest(path.name):
                check.validate(json.loads(path.read_text()))

    def test_an_unknown_field_does_not_fit(self):
        content = json.loads((ROOT / "data/gpus.json").read_text())
        content["records"][0]["memmory"] = "80 GB"
        self.assertFalse(validator("catalog").is_valid(content))


class Command(unittest.TestCase):
    def test_an_unknown_format_is_wrong_usage(self):
        done = run("schema", "invoice")
        self.assertEqual(done.returncode, 2)
        self.assertIn('there is no schema of "invoice"; known: scenario, catalog', done.stderr)
        self.assertEqual(done.stdout, "")

    def test_the_field_list_has_a_row_a_field(self):
        done = run("schema", "scenario", "--format", "csv")
        self.assertEqual(done.returncode, 0)
        self.assertIn('scenario,horizon_months,required,whole number,1 to 600,,36,', done.stdout)


if __name__ == "__main__":
    PROGRAM = str(pathlib.Path(sys.argv.pop(1)).resolve())
    unittest.main()
