#!/usr/bin/env python3
"""`gpuplan catalog` as a person and a script meet it: exit codes, texts, JSON, CSV."""
import csv
import io
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

PROGRAM = sys.argv.pop(1)
ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
SAMPLE = ROOT / "tests/unit/catalog/sample"
BROKEN = ROOT / "tests/unit/catalog/broken"


def catalog(*words, data=ROOT / "data", stdin=None):
    return subprocess.run([PROGRAM, "catalog", *map(str, words), "--data", str(data)],
                          capture_output=True, text=True, input=stdin, timeout=60)


def rows(*words, **options):
    done = catalog(*words, "--format", "csv", **options)
    assert done.returncode == 0, done.stderr
    return list(csv.DictReader(io.StringIO(done.stdout)))


def document(*words, **options):
    done = catalog(*words, "--format", "json", **options)
    return json.loads(done.stdout)


class Lists(unittest.TestCase):
    KINDS = {"gpus": 55, "offers": 214, "prices": 286, "storage": 45, "interconnects": 54,
             "figures": 177, "bills": 45, "performance": 257}

    def test_every_kind_lists_all_its_records_in_every_form(self):
        for kind, count in self.KINDS.items():
            self.assertEqual(len(rows("list", kind)), count, kind)
            self.assertEqual(len(document("list", kind)["records"]), count, kind)
            table = catalog("list", kind)
            self.assertEqual(table.returncode, 0)
            self.assertTrue(table.stdout.startswith(f"{count} of {count} "), table.stdout[:80])
            self.assertEqual(table.stderr, "")

    def test_the_overview_counts_every_kind(self):
        overview = {row["kind"]: int(row["records"]) for row in rows("list")}
        self.assertEqual(overview, self.KINDS)
        kinds = document("list")["kinds"]
        self.assertEqual({kind["kind"]: kind["records"] for kind in kinds}, self.KINDS)
        for kind in kinds:
            grades = sum(kind[grade] for grade in ("high", "medium", "low", "unknown"))
            self.assertEqual(grades, kind["records"])

    def test_csv_holds_exact_prices_and_their_part_for_one_gpu(self):
        offers = {row["id"]: row for row in rows("list", "offers")}
        p5 = offers["aws/p5.48xlarge/us-east-1"]
        self.assertEqual((p5["on_demand_per_h"], p5["on_demand_per_gpu_h"], p5["currency"]),
                         ("55.04", "6.88", "USD"))
        self.assertEqual(p5["as_of"], "2026-07-20")
        self.assertEqual(p5["reserved_1y_per_h"], "")
        self.assertEqual(offers["aws/p4d.24xlarge/us-east-1"]["on_demand_per_h"], "21.957642")

    def test_json_says_null_for_unknown(self):
        gpus = {gpu["id"]: gpu for gpu in document("list", "gpus")["records"]}
        self.assertIsNone(gpus["tpu-v4"]["tdp"])
        self.assertEqual(gpus["h100-sxm-80"]["fp16"], "989 TFLOPS")
        self.assertEqual(gpus["k80-half"]["nvlink"], "0 GB/s")

    def test_the_table_has_units_and_dates(self):
        lines = catalog("list", "offers", "--filter", "p5.48").stdout.splitlines()
        self.assertIn("USD/GPU-h", lines[3])
        self.assertRegex(lines[5], r"^aws/p5\.48xlarge/us-east-1 .* 55\.040 .* 6\.880 .*2026-07-20")

    def test_offers_of_a_gpu_begin_with_the_cheapest(self):
        prices = [float(row["on_demand_per_gpu_h"])
                  for row in rows("list", "offers", "--filter", "h100-sxm-80")
                  if row["on_demand_per_gpu_h"]]
        self.assertGreater(len(prices), 20)
        self.assertEqual(prices, sorted(prices))

    def test_every_word_of_the_filter_must_be_there(self):
        found = rows("list", "offers", "--filter", "GCP h100 europe")
        self.assertEqual({row["provider"] for row in found}, {"GCP"})
        self.assertTrue(all(row["region"].startswith("europe") for row in found))
        self.assertEqual(len(found), 2)

    def test_nothing_found_is_an_empty_list(self):
        self.assertEqual(rows("list", "offers", "--filter", "no such thing"), [])
        done = catalog("list", "offers", "--filter", "no such thing")
        self.assertEqual((done.returncode, done.stdout.splitlines()[0][:8]), (0, "0 of 214"))


class Shows(unittest.TestCase):
    def test_an_offer_comes_with_its_dated_prices(self):
        entries = document("show", "aws/p5.48xlarge/us-east-1")["entries"]
        self.assertEqual([entry["kind"] for entry in entries], ["offers", "prices", "prices"])
        self.assertEqual([e["record"]["price"] for e in entries[1:]], ["98.32 USD/h", "55.04 USD/h"])
        text = catalog("show", "aws/p5.48xlarge/us-east-1").stdout
        for words in ("55.04 USD/h (6.88 USD/GPU-h)", "2026-07-20", "high", "unknown", "-44.0",
                      "karpenter"):
            self.assertIn(words, text)

    def test_every_id_that_is_listed_can_be_shown(self):
        for kind, column in (("gpus", "id"), ("storage", "id"), ("interconnects", "id"),
                             ("figures", "id"), ("bills", "system"), ("prices", "offer")):
            ids = sorted({row[column] for row in rows("list", kind)})
            for name in ids[::10]:
                self.assertEqual(catalog("show", name).returncode, 0, name)

    def test_an_unknown_id_gets_near_ones(self):
        done = catalog("show", "P5.48xlarge")
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertIn('did you mean "aws/p5.48xlarge/us-east-1"?', done.stderr)
        self.assertIn('"h100-sxm-80"', catalog("show", "h100-sxn-80").stderr)

    def test_csv_of_one_record_names_parts_of_a_field(self):
        fields = {row["field"]: row["value"] for row in rows("show", "h100-sxm-80")}
        self.assertEqual(fields["purchase.low"], "25000.00 USD")
        self.assertEqual(fields["fp4"], "")


class Checks(unittest.TestCase):
    def test_the_shipped_catalogs_pass(self):
        done = catalog("check")
        self.assertEqual(done.returncode, 0, done.stdout)
        self.assertIn("1133 records; errors: 0, warnings: 0", done.stdout)

    def test_unknown_values_are_counted(self):
        unknown = {(row["kind"], row["field"]): row for row in document("check")["unknown"]}
        self.assertEqual(unknown["offers", "on_demand"]["unknown"], 6)
        self.assertEqual(unknown["offers", "on_demand"]["of"], 214)
        self.assertNotIn(("offers", "note"), unknown)

    def test_warnings_alone_are_no_failure(self):
        with tempfile.TemporaryDirectory() as folder:
            offers = json.loads((SAMPLE / "offers.json").read_text())
            offers["records"][0]["spot"] = "56 USD/h"
            path = pathlib.Path(folder) / "offers.json"
            path.write_text(json.dumps(offers))
            done = catalog("check", path, data=SAMPLE)
        self.assertEqual(done.returncode, 0, done.stdout)
        self.assertIn("offers.json:1:", done.stdout)
        self.assertIn("warning: spot 56 USD/h is above on_demand 55.0400000000001 USD/h",
                      done.stdout)

    def test_errors_are_listed_with_their_place_and_end_with_1(self):
        done = catalog("check", BROKEN / "prices.json", "--format", "json")
        self.assertEqual(done.returncode, 1)
        problems = json.loads(done.stdout)["problems"]
        first = problems[0]
        self.assertEqual((first["line"], first["pointer"], first["rule"], first["candidates"]),
                         (2, "/records/0/kind", "io.choice", ["spot"]))
        self.assertGreater(len(problems), 4)
        listed = catalog("check", BROKEN / "prices.json", "--format", "csv")
        self.assertEqual(len(list(csv.reader(io.StringIO(listed.stdout)))), len(problems) + 1)

    def test_a_file_may_name_gpus_of_the_folder(self):
        done = catalog("check", SAMPLE / "prices.json", data=SAMPLE)
        self.assertNotIn("there is no GPU", done.stdout)
        self.assertIn("there is no GPU", catalog("check", SAMPLE / "prices.json").stdout)

    def test_standard_input_is_read(self):
        done = catalog("check", "-", stdin=(ROOT / "data/gpus.json").read_text())
        self.assertEqual(done.returncode, 0, done.stdout)
        self.assertIn("55 records", done.stdout)

    def test_a_missing_file_or_folder_ends_with_3(self):
        self.assertEqual(catalog("check", "no-such-file.json").returncode, 3)
        self.assertEqual(catalog("check", data="/no/such/folder").returncode, 3)
        self.assertEqual(catalog("list", data="/no/such/folder").returncode, 3)

    def test_hostile_files_end_in_a_complaint(self):
        for text in ("", "[", "null", "[" * 10000, '{"format": 1}', "\x00", '{"format": "' + "x" * 10**6 + '"}',
                     '{"format": "gpuplan.catalog/1", "kind": "gpus", "records": [' + "{}," * 999 + "{}]}",
                     '{"format": "gpuplan.catalog/1", "kind": "offers", "records": [{"id": "a", '
                     '"provider": "b", "instance_type": "c", "region": "d", "gpu_count": 1e99, '
                     '"on_demand": "1e400 USD/h", "memory": "99999999999999999999 GB"}]}'):
            done = catalog("check", "-", stdin=text)
            self.assertEqual(done.returncode, 1, text[:60] + done.stdout[:300] + done.stderr[:300])


class Usage(unittest.TestCase):
    def test_wrong_words_end_with_2_and_a_hint(self):
        for words, hint in ((["lst"], '"list"'), (["list", "gpu"], '"gpus"'), (["show"], "id"),
                            (["list", "--filter", "x"], "kind"), (["show", "a", "b"], "one name"),
                            ([], "ACTION")):
            done = catalog(*words)
            self.assertEqual((done.returncode, done.stdout), (2, ""), words)
            self.assertIn(hint, done.stderr)

    def test_the_example_of_the_help_works(self):
        done = subprocess.run([PROGRAM, "catalog", "--help"], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0)
        examples = [line.strip() for line in done.stdout.splitlines()
                    if line.strip().startswith("gpuplan catalog ") and "[" not in line]
        self.assertEqual(len(examples), 3)
        for example in examples:
            ran = subprocess.run(example.replace("gpuplan", PROGRAM, 1), shell=True, cwd=ROOT,
                                 capture_output=True, text=True)
            self.assertEqual(ran.returncode, 0, example + ran.stderr)

    def test_a_reader_that_stops_early_is_no_trouble(self):
        ran = subprocess.run(["sh", "-c", f'"{PROGRAM}" catalog list offers --format json | head -1'],
                             cwd=ROOT, capture_output=True, text=True)
        self.assertEqual((ran.stdout, ran.stderr), ("{\n", ""))


if __name__ == "__main__":
    unittest.main()
