#!/usr/bin/env python3
"""The shipped catalogs: their form, one record a line, each with its source."""
import json
import re
import unittest

from sources import ROOT

try:
    import jsonschema
except ImportError:
    jsonschema = None

DATA = ROOT / "data"
HEAD = re.compile(r'\{"format": "gpuplan\.catalog/1", "kind": "([a-z]+)", "records": \[')
DATE = re.compile(r"\d{4}(-\d{2}(-\d{2})?|-\d{4})?")
# Values stand in texts with their unit; these count things.
BARE = {"release_year", "mig_slices", "gpu_count", "vcpus", "quantity", "gpus", "batch_per_gpu",
        "mfu", "tax_included"}


def problems(name, text):
    """Problems of one catalog, given as text."""
    lines = text.split("\n")
    if not HEAD.fullmatch(lines[0]) or lines[-2:] != ["]}", ""]:
        return [f"{name}: does not begin with its format and kind, or end with ]}}"]
    found = []
    for number, line in enumerate(lines[1:-2], 2):
        try:
            record = json.loads(line.removesuffix(","))
        except ValueError:
            found.append(f"{name}:{number}: is not one record")
            continue
        for key in ("source", "as_of", "retrieved", "confidence"):
            if not record.get(key):
                found.append(f"{name}:{number}: has no {key}")
        for key in ("as_of", "retrieved"):
            if not DATE.fullmatch(record.get(key, "")):
                found.append(f"{name}:{number}: {key} is no date")
        if record.get("confidence") not in ("low", "medium", "high"):
            found.append(f"{name}:{number}: confidence is none of low, medium, high")
        for key, value in record.items():
            if value is None or value == "":
                found.append(f"{name}:{number}: {key} says nothing; leave it out")
            if isinstance(value, str) and value != value.strip():
                found.append(f"{name}:{number}: {key} has blanks at its ends")
            if isinstance(value, (int, float)) and not isinstance(value, bool) and key not in BARE:
                found.append(f"{name}:{number}: {key} has no unit")
    return found


class TheCatalogs(unittest.TestCase):
    def test_every_record_has_its_source(self):
        files = sorted(DATA.glob("*.json"))
        catalogs = [f for f in files if HEAD.match(f.read_text(encoding="utf-8"))]
        self.assertGreaterEqual(len(catalogs), 8)
        found = [p for f in catalogs for p in problems(f.name, f.read_text(encoding="utf-8"))]
        self.assertEqual(found, [])

    @unittest.skipUnless(jsonschema, "python3-jsonschema is not installed")
    def test_every_catalog_fits_the_schema(self):
        schema = json.loads((DATA / "schema/catalog.schema.json").read_text(encoding="utf-8"))
        for file in sorted(DATA.glob("*.json")):
            jsonschema.validate(json.loads(file.read_text(encoding="utf-8")), schema)

    def test_the_sources_page_counts_the_records(self):
        page = (DATA / "SOURCES.md").read_text(encoding="utf-8")
        rows = re.findall(r"^\| (\w+\.json) \| `(\w+)` \| (\d+) \|", page, re.M)
        self.assertEqual(len(rows), 8)
        for name, kind, count in rows:
            lines = (DATA / name).read_text(encoding="utf-8").split("\n")
            self.assertEqual(HEAD.fullmatch(lines[0]).group(1), kind)
            self.assertEqual(len(lines) - 3, int(count), name)


class TheCheckItself(unittest.TestCase):
    START = '{"format": "gpuplan.catalog/1", "kind": "gpus", "records": [\n'
    GOOD = ('{"id": "a", "memory": "80 GB", "mig_slices": 0, "source": "s", "as_of": "2026", '
            '"retrieved": "2026-11-29", "confidence": "high"}')

    def check(self, record, *expected):
        text = f"{self.START}{self.GOOD},\n{record}\n]}}\n"
        self.assertEqual(problems("x.json", text), [f"x.json:3: {e}" for e in expected])

    def test_good_records_pass(self):
        self.check(self.GOOD)

    def test_faults_are_found(self):
        self.check(self.GOOD.replace('"source": "s", ', ""), "has no source")
        self.check(self.GOOD.replace('"2026"', '"July"'), "as_of is no date")
        self.check(self.GOOD.replace('"high"', '"sure"'),
                   "confidence is none of low, medium, high")
        self.check(self.GOOD.replace('"80 GB"', "80"), "memory has no unit")
        self.check(self.GOOD.replace('"80 GB"', '""'), "memory says nothing; leave it out")
        self.check(self.GOOD.replace('"80 GB"', '"80 GB "'), "memory has blanks at its ends")
        self.check("{", "is not one record")

    def test_a_file_of_another_form_is_found(self):
        self.assertEqual(len(problems("x.json", '{"kind": "gpus"}\n')), 1)


if __name__ == "__main__":
    unittest.main()
