#!/usr/bin/env python3
"""`gpuplan selfcheck` as a person and a script meet it."""
import csv
import io
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

PROGRAM = pathlib.Path(sys.argv.pop(1)).resolve()
ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
CASES = {case["id"]: case for case in
         json.loads((ROOT / "tests/cases/cases.json").read_text())["cases"]}


def selfcheck(*words, cwd=ROOT):
    return subprocess.run([PROGRAM, "selfcheck", *words], capture_output=True, text=True,
                          timeout=120, cwd=cwd)


class Selfcheck(unittest.TestCase):
    def test_json_has_the_keys_of_the_contract_for_every_row_of_every_case(self):
        done = selfcheck("--format", "json")
        got = json.loads(done.stdout)

        self.assertEqual([(case["id"], case["name"]) for case in got["cases"]],
                         [(case["id"], row["name"]) for case in CASES.values()
                          for row in case["expected"]])
        for case in got["cases"]:
            self.assertLessEqual({"id", "name", "value", "expected", "deviation", "tolerance",
                                  "ok", "source"}, set(case))
            self.assertEqual(case["source"], CASES[case["id"]]["source"])
        self.assertEqual(done.returncode, 0 if got["ok"] else 4)
        self.assertEqual(got["ok"], got["counts"]["off"] == 0)
        self.assertEqual(sum(got["counts"].values()), len(CASES))

    def test_no_case_is_off(self):
        done = selfcheck("--format", "json")
        off = sorted({case["id"] for case in json.loads(done.stdout)["cases"]
                      if case["ok"] is False})

        self.assertEqual((off, done.returncode, done.stderr), ([], 0, ""))

    def test_published_points_reach_the_accuracy_that_is_the_goal(self):
        got = json.loads(selfcheck("--format", "json").stdout)
        for goal in got["accuracy"]:
            with self.subTest(goal["name"]):
                if goal["worst"] is None:
                    self.skipTest("a model is not there yet")
                if goal["name"] != "all_reduce":
                    self.assertTrue(goal["met"], goal)
                    continue
                # The case gives the fitted lines themselves; at 16 MiB they are 5.2 % off the
                # measurement. The gap is told, not tuned away, and the goal is met on the mean.
                self.assertFalse(goal["met"], goal)
                self.assertLess(goal["mean"], goal["goal_worst"])

    def test_deviation_is_the_relative_difference_from_the_expected_value(self):
        got = json.loads(selfcheck("--only", "E01", "--format", "json").stdout)
        for case in got["cases"]:
            self.assertAlmostEqual(case["deviation"],
                                   (case["value"] - case["expected"]) / abs(case["expected"]))
            self.assertLessEqual(abs(case["deviation"]), case["tolerance"])

    def test_options_choose_cases(self):
        def ids(*words):
            return sorted({case["id"] for case in
                           json.loads(selfcheck(*words, "--format", "json").stdout)["cases"]})

        self.assertEqual(ids("--only", "E11,H01", "--only", "F05"), ["E11", "F05", "H01"])
        self.assertEqual(ids("--letters", "FH"), sorted(i for i in CASES if i[0] in "FH"))
        self.assertEqual(ids("--letters", "F", "--kind", "published"),
                         sorted(i for i in CASES
                                if i[0] == "F" and CASES[i]["kind"] == "published"))

    def test_csv_has_a_line_a_row(self):
        lines = list(csv.DictReader(io.StringIO(selfcheck("--only", "H01", "--format", "csv").stdout)))

        self.assertEqual([line["name"] for line in lines],
                         [row["name"] for row in CASES["H01"]["expected"]])
        self.assertEqual(json.loads(lines[1]["expected"]), CASES["H01"]["expected"][1]["value"])

    def test_the_table_ends_with_the_count(self):
        done = selfcheck("--only", "E11,X05")

        self.assertIn("X05", done.stdout)
        self.assertIn("not run here", done.stdout)
        self.assertIn(CASES["E11"]["source"][:20], done.stdout)
        self.assertTrue(done.stdout.endswith(
            "1 cases ok, 0 off, 0 without a model, 1 not run here\n"), done.stdout[-200:])
        self.assertLessEqual(max(map(len, done.stdout.splitlines())), 110)

    def test_it_needs_no_files_beside_the_program(self):
        with tempfile.TemporaryDirectory() as folder:
            self.assertEqual(selfcheck("--only", "E11", cwd=folder).returncode, 0)

    def test_what_does_not_exist_is_wrong_usage(self):
        for words, text in ((("--only", "E99"), 'no reference case "E99"'),
                            (("--only", ""), 'no reference case ""'),
                            (("--letters", "EZ"), 'letter "Z"'),
                            (("--only", "E11", "--letters", "F"), "all of that"),
                            (("--kind", "guessed"), "guessed")):
            with self.subTest(words):
                done = selfcheck(*words)
                self.assertEqual((done.returncode, done.stdout), (2, ""))
                self.assertIn(text, done.stderr)


if __name__ == "__main__":
    unittest.main()
