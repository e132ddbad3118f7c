#!/usr/bin/env python3
"""Wrong files and the exact complaints expected of `gpuplan validate`.

cases/NAME.json is a wrong scenario, cases/NAME.expected what must stand on stderr, byte by byte.
"""
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
DATA = HERE / "data"  # a small catalog, so that texts do not change with the shipped one
PROGRAM = ""


def validate(*arguments, stdin=None):
    return subprocess.run([PROGRAM, "validate", "--data", str(DATA), *arguments], cwd=HERE,
                          input=stdin, capture_output=True, text=True, timeout=120)


class Cases(unittest.TestCase):
    def test_each_wrong_file_gives_its_complaints(self):
        names = sorted(path.stem for path in HERE.glob("cases/*.json"))
        self.assertGreater(len(names), 15)
        for name in names:
            with self.subTest(name):
                expected = (HERE / f"cases/{name}.expected").read_text()
                done = validate(f"cases/{name}.json")
                self.assertEqual(done.stderr, expected)
                self.assertEqual(done.returncode, 1 if expected else 0)

    def test_every_expected_text_has_its_file(self):
        for path in HERE.glob("cases/*.expected"):
            self.assertTrue(path.with_suffix(".json").exists(), path.name)

    def test_problems_of_all_files_come_at_once(self):
        names = ["cases/nan.json", "cases/fine.json", "cases/no_such_file.json",
                 "cases/shares.json"]
        done = validate(*names)
        self.assertIn("cases/nan.json:26:27: error:", done.stderr)
        self.assertIn("cases/shares.json:13:17: error:", done.stderr)
        self.assertIn('there is no file "cases/no_such_file.json"', done.stderr)
        self.assertEqual(done.returncode, 3)

    def test_json_has_every_problem_and_nothing_else_on_stdout(self):
        done = validate("--format", "json", "cases/no_unit.json", "cases/fine.json")
        answer = json.loads(done.stdout)
        self.assertFalse(answer["ok"])
        wrong, fine = answer["files"]
        self.assertEqual((wrong["format"], wrong["errors"]), ("scenario", 2))
        self.assertEqual(wrong["problems"][0]["line"], 12)
        self.assertEqual(wrong["problems"][0]["column"], 37)
        self.assertEqual(wrong["problems"][0]["pointer"],
                         "/workload/profile/classes/0/duration/fixed/value")
        self.assertEqual(fine, {"file": "cases/fine.json", "format": "scenario", "ok": True,
                                "errors": 0, "warnings": 0, "problems": []})

    def test_csv_has_a_row_a_problem(self):
        done = validate("--format", "csv", "cases/nan.json", "cases/fine.json")
        self.assertEqual(done.stdout, (
            "file,line,column,severity,pointer,message\n"
            "cases/nan.json,26,27,error,/alternatives/0/pools/0/purchase/owned/residual_share,"
            '"""NaN"" is not a JSON number; leave a field out where its value is not known"\n'))

    def test_standard_input_is_read_for_a_dash(self):
        done = validate("-", stdin=(HERE / "cases/shares.json").read_text())
        self.assertTrue(done.stderr.startswith("<stdin>:13:17: error:"), done.stderr)
        self.assertEqual(done.returncode, 1)
        self.assertEqual(validate("-", stdin="").stderr,
                         "<stdin>:1:1: error: the file is empty; a JSON object is needed\n")


class Outside(unittest.TestCase):
    def test_a_directory_in_place_of_a_file(self):
        done = validate("cases")
        self.assertEqual(done.stderr,
                         'cases: error: "cases" is a directory; a file is needed\n')
        self.assertEqual(done.returncode, 3)

    def test_a_named_pipe_is_refused_without_waiting_for_a_writer(self):
        with tempfile.TemporaryDirectory() as folder:
            pipe = os.path.join(folder, "pipe")
            os.mkfifo(pipe)
            done = validate(pipe)
        self.assertIn("is a pipe, socket or device", done.stderr)
        self.assertEqual(done.returncode, 3)

    def test_a_trace_that_is_not_there_is_told_where_it_is_named(self):
        scenario = json.loads((HERE / "cases/fine.json").read_text())
        activity = scenario["workload"]["profile"]["classes"][0]["activity"]
        scenario["workload"] = {"trace": {"file": "jobs.csv", "activity": activity}}
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "s.json")
            path.write_text(json.dumps(scenario, indent=1))
            missing = validate(str(path))
            pathlib.Path(folder, "jobs.csv").write_text("")
            there = validate(str(path))
        self.assertIn(f'there is no file "{folder}/jobs.csv"\n  at /workload/trace/file',
                      missing.stderr)
        self.assertEqual(missing.returncode, 3)
        self.assertEqual((there.stderr, there.returncode), ("", 0))

    def test_a_data_folder_that_is_not_there_is_told_beside_the_file(self):
        done = subprocess.run([PROGRAM, "validate", "--data", "no_such_folder",
                               "cases/shares.json"], cwd=HERE, capture_output=True, text=True)
        self.assertIn("cases/shares.json:13:17: error:", done.stderr)
        self.assertIn("no_such_folder", done.stderr)
        self.assertEqual(done.returncode, 3)


class Hostile(unittest.TestCase):
    """Big or odd texts get one clear complaint, in little time."""

    def complaint(self, content):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "hostile.json")
            path.write_bytes(content)
            done = validate(str(path))
        self.assertEqual(done.returncode, 1, done.stderr[:500])
        return done.stderr

    def test_nesting_of_100000_levels(self):
        self.assertIn("nested deeper than 64 levels", self.complaint(b"[" * 100_000))
        self.assertIn("nested deeper than 64 levels", self.complaint(b'{"a":' * 100_000))

    def test_a_text_of_200_megabytes(self):
        text = b'{"format": "gpuplan.scenario/1", "name": "' + b"x" * 200_000_000 + b'"}'
        self.assertIn("at most 200 are allowed here", self.complaint(text))

    def test_a_thousand_complaints_are_enough(self):
        fields = ", ".join(f'"field{i}": {i}' for i in range(5000))
        told = self.complaint(('{"format": "gpuplan.scenario/1", ' + fields + "}").encode())
        self.assertEqual(told.count(": error: "), 1000)
        # 5000 unknown fields and the 7 required ones that are missing.
        self.assertTrue(told.endswith("note: 4007 further errors are not shown\n"), told[-200:])

    def test_bytes_of_every_kind(self):
        self.assertIn("0xfe is no part of UTF-8", self.complaint(b'{"format": "\xfe"}'))
        self.assertIn("a zero byte stands here", self.complaint(b'{"a": 1}\0{'))
        self.assertIn("the file is empty", self.complaint(b"\xef\xbb\xbf"))


if __name__ == "__main__":
    PROGRAM = str(pathlib.Path(sys.argv.pop(1)).resolve())
    unittest.main()
