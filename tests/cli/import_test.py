#!/usr/bin/env python3
"""`gpuplan import` as a person and a script meet it: exit codes, reports, files written."""
import csv
import gzip
import io
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

PROGRAM = sys.argv.pop(1)
ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
SAMPLES = ROOT / "tests/samples"


def run(*words, stdin=None):
    return subprocess.run([PROGRAM, "import", *map(str, words)], capture_output=True, cwd=ROOT,
                          input=stdin, timeout=60)


def report(*words, **options):
    done = run(*words, "--format", "json", **options)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


class Reports(unittest.TestCase):
    def test_json_has_the_keys_of_the_contract(self):
        got = report("--from", "philly", SAMPLES / "philly.csv", "--tz", "America/Los_Angeles")

        # The sample by hand: a repeated hour, a run time of 0, an equal row, a wrong gpu_time.
        self.assertEqual(got["format"], "philly")
        self.assertEqual(got["rows"], {"read": 5, "taken": 5, "warned": 4, "merged": 0,
                                       "quarantined": 0})
        self.assertEqual((got["jobs"], got["gpu_jobs"]), (5, 5))
        self.assertAlmostEqual(got["gpu_hours"], (66 + 2 * 4 * 2951 + 2 * 100) / 3600, places=12)
        self.assertEqual(got["first_submit"], "2017-10-09T13:13:03Z")
        self.assertEqual(got["last_end"], "2017-11-05T11:00:00Z")
        self.assertEqual({rule["rule"]: (rule["rows"], rule["action"], rule["first_line"])
                          for rule in got["by_rule"]},
                         {"zero_run_time": (1, "warned", 5), "gpu_time_mismatch": (1, "warned", 7),
                          "time_twice": (1, "warned", 2), "equal_row": (1, "warned", 6)})

    def test_times_without_a_calendar_are_seconds(self):
        got = report("--from", "openb", SAMPLES / "openb_pods.csv", SAMPLES / "openb_nodes.csv")

        self.assertEqual((got["first_submit"], got["last_end"], got["span_s"]), (0, 7300, 7300))
        self.assertEqual(got["rows"]["read"],
                         got["rows"]["taken"] + got["rows"]["merged"] + got["rows"]["quarantined"])
        # 1 x 3,600 s + 0.46 x 7,200 s + 8 x 900 s
        self.assertAlmostEqual(got["gpu_hours"], (3600 + 0.46 * 7200 + 8 * 900) / 3600, places=12)

    def test_a_trace_without_rows_has_no_times(self):
        done = run("-", "--format", "json", stdin=b"job_id,submit_s,gpus,duration_s\n")
        self.assertEqual(done.returncode, 1)
        self.assertIn(b"no rows", done.stderr)
        got = json.loads(done.stdout)

        self.assertEqual((got["jobs"], got["first_submit"], got["last_end"]), (0, None, None))
        self.assertEqual((got["span_s"], got["by_rule"]), (0, []))

    def test_a_trace_of_which_no_row_is_left_is_an_error_with_its_report(self):
        with tempfile.TemporaryDirectory() as folder:
            out = pathlib.Path(folder) / "jobs.csv"
            out.write_text("before")
            done = run("-", "-o", out, "--format", "json",
                       stdin=b"job_id,submit_s,gpus,duration_s\n1,x,1,60\n2,0,-1,60\n")
            self.assertEqual(done.returncode, 1)
            self.assertIn(b"none of the 2 rows could be taken", done.stderr)
            self.assertEqual(json.loads(done.stdout)["rows"]["quarantined"], 2)
            self.assertEqual(out.read_text(), "before")

    def test_json_says_that_a_run_past_100_years_counts_as_100(self):
        got = report("-", stdin=b"job_id,submit_s,gpus,duration_s\n1,0,1,60\n2,0,1,4000000000\n")

        self.assertEqual(got["by_rule"][0]["rule"], "too_long")
        self.assertEqual(got["by_rule"][0]["gpu_hours"], 100 * 365.25 * 24)
        self.assertIn("counted as 100", got["by_rule"][0]["meaning"])

    def test_csv_gives_totals_and_rules(self):
        done = run("--from", "sacct", SAMPLES / "sacct.psv", "--tz", "UTC", "--format", "csv")
        rows = {(row["rule"], row["action"]): row
                for row in csv.DictReader(io.StringIO(done.stdout.decode()))}

        self.assertEqual(rows["all", "read"]["rows"], "5")
        self.assertEqual(rows["all", "merged"]["rows"], "1")
        # 4 GPUs x 1 h + 2 GPUs x 51 h
        self.assertEqual(rows["all", "taken"]["gpu_hours"], "106")
        self.assertEqual(rows["never_ran", "quarantined"]["rows"], "2")

    def test_the_table_names_every_rule(self):
        done = run("--from", "swf", SAMPLES / "small.swf")

        self.assertEqual(done.returncode, 0)
        for word in (b"rows read", b"never_ran", b"zero_run_time", b"2001-09-09T01:46:40Z"):
            self.assertIn(word, done.stdout)
        self.assertIn(b"processor", done.stderr)

    def test_quiet_says_nothing_beside_the_report(self):
        self.assertEqual(run("--from", "swf", SAMPLES / "small.swf", "--quiet").stderr, b"")


class Files(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.out = pathlib.Path(self.folder.name) / "jobs.csv"

    def tearDown(self):
        self.folder.cleanup()

    def test_the_jobs_written_are_read_back_as_they_were(self):
        first = report("--from", "sacct", SAMPLES / "sacct.psv", "--tz", "UTC", "-o", self.out)
        second = report(self.out)

        for key in ("jobs", "gpu_jobs", "gpu_hours", "span_s"):
            self.assertEqual(first[key], second[key], key)
        self.assertEqual(self.out.read_text(),
                         "job_id,user,submit_s,gpus,duration_s,walltime_s,team\n"
                         "100,ada,28800,4,3600,7200,vision\n"
                         "102,grace,29400,2,183600,,nlp\n")

    def test_the_own_format_comes_back_byte_for_byte(self):
        sample = SAMPLES / "jobs.csv"
        run(sample, "-o", self.out)

        self.assertEqual(self.out.read_bytes(), sample.read_bytes())

    def test_odd_rows_go_to_their_own_file(self):
        odd = pathlib.Path(self.folder.name) / "rows.csv"
        run("--from", "openb", SAMPLES / "openb_pods.csv", "--rows-out", odd)

        rows = list(csv.DictReader(io.StringIO(odd.read_text())))
        self.assertEqual([(row["line"], row["job_id"], row["rule"], row["action"])
                          for row in rows],
                         [("3", "pod-b", "still_running", "warned"),
                          ("6", "pod-e", "never_ran", "quarantined")])
        self.assertAlmostEqual(float(rows[0]["gpu_hours"]), 0.46 * 2)

    def test_a_packed_file_and_standard_input_are_read_as_they_are(self):
        packed = pathlib.Path(self.folder.name) / "jobs.csv.gz"
        packed.write_bytes(gzip.compress((SAMPLES / "jobs.csv").read_bytes()))
        expected = report(SAMPLES / "jobs.csv")

        self.assertEqual(report(packed), expected)
        self.assertEqual(report("-", stdin=packed.read_bytes()), expected)

    def test_a_trace_is_never_written_over_itself(self):
        folder = pathlib.Path(self.folder.name)
        trace = folder / "trace.csv"
        text = (SAMPLES / "jobs.csv").read_bytes()
        trace.write_bytes(text)
        (folder / "link.csv").symlink_to(trace)
        os.link(trace, folder / "hard.csv")
        for name in ("trace.csv", "link.csv", "hard.csv", "../" + folder.name + "/trace.csv"):
            for option in ("-o", "--rows-out"):
                done = run(SAMPLES / "jobs.csv", trace, option, folder / name)
                self.assertEqual((done.returncode, done.stdout), (2, b""), (name, option))
                self.assertIn(b"would be written over", done.stderr)
        self.assertEqual(run(trace, "-o", self.out, "--rows-out", self.out).returncode, 2)
        self.assertEqual(trace.read_bytes(), text)
        self.assertFalse(self.out.exists())

    def test_errors_leave_no_file_behind(self):
        self.assertEqual(run(SAMPLES / "openb_nodes.csv", "-o", self.out).returncode, 1)
        self.assertFalse(self.out.exists())

    def test_trouble_with_files_is_exit_3(self):
        fifo = pathlib.Path(self.folder.name) / "fifo"
        os.mkfifo(fifo)
        truncated = pathlib.Path(self.folder.name) / "cut.csv.gz"
        truncated.write_bytes(gzip.compress((SAMPLES / "jobs.csv").read_bytes())[:-12])

        for path in (fifo, truncated, self.folder.name, "/dev/zero", "/nowhere/jobs.csv"):
            done = run(path)
            self.assertEqual((done.returncode, done.stdout), (3, b""), path)
        self.assertEqual(run(SAMPLES / "jobs.csv", "-o", "/nowhere/out.csv").returncode, 3)
        self.assertEqual(run(SAMPLES / "jobs.csv", "-o", "/dev/full").returncode, 3)
        self.assertEqual(run(SAMPLES / "jobs.csv", "--rows-out", "/nowhere/x").returncode, 3)


class Refusals(unittest.TestCase):
    def check(self, code, word, *words, **options):
        done = run(*words, **options)
        self.assertEqual((done.returncode, done.stdout), (code, b""), done.stderr)
        self.assertIn(word, done.stderr)

    def test_formats(self):
        self.check(2, b"can not be read yet; readable are gpuplan, philly", "--from", "helios", "x")
        self.check(2, b"is not a trace format", "--from", "phily", "x")

    def test_options_of_other_formats(self):
        self.check(2, b"--tz", "--from", "swf", "x", "--tz", "UTC")
        self.check(2, b"--columns", "x", "--columns", "A,B")
        self.check(2, b"--processors-per-gpu", "x", "--processors-per-gpu", "4")
        self.check(2, b"0 to 1000000", "--from", "swf", "x", "--processors-per-gpu", "-1")
        self.check(2, b"--help")

    def test_files_that_are_no_job_lists(self):
        self.check(1, b"num_gpu", "--from", "openb", SAMPLES / "openb_nodes.csv")
        self.check(1, b"18 numbers", "--from", "swf", SAMPLES / "jobs.csv")
        self.check(1, b"--columns", "--from", "sacct", SAMPLES / "jobs.csv")
        self.check(1, b"try --from philly", SAMPLES / "philly.csv")
        self.check(1, b"empty", "-", stdin=b"")

    def test_an_unknown_zone(self):
        self.check(1, b"Atlantis", "--from", "philly", SAMPLES / "philly.csv", "--tz", "Atlantis")


if __name__ == "__main__":
    unittest.main()
