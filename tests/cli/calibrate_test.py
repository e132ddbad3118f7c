#!/usr/bin/env python3
"""`gpuplan calibrate` as a person and a script meet it: profiles, exit codes, bad input, use."""
import csv
import gzip
import io
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

try:
    import jsonschema
except ImportError:
    jsonschema = None

PROGRAM = pathlib.Path(sys.argv.pop(1)).resolve()
ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
SAMPLES = ROOT / "tests/samples"
SCHEMA = ROOT / "data/schema/profile.schema.json"


def calibrate(*words, stdin=None):
    return subprocess.run([PROGRAM, "calibrate", *map(str, words)], capture_output=True, cwd=ROOT,
                          input=stdin, timeout=60)


def profile(*words, **options):
    done = calibrate(*words, "--format", "json", **options)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


class InFolder(unittest.TestCase):
    def setUp(self):
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.folder = pathlib.Path(holder.name)

    def write(self, name, content):
        path = self.folder / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path


class Profiles(InFolder):
    def test_the_file_is_the_json_of_stdout(self):
        out = self.folder / "profile.json"
        done = calibrate(SAMPLES / "dcgm.prom", SAMPLES / "steps.csv", "-o", out, "--format",
                         "json")

        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(out.read_bytes(), done.stdout)
        self.assertEqual(json.loads(done.stdout)["format"], "gpuplan.profile/1")

    def test_figures_of_the_samples_by_hand(self):
        got = profile(SAMPLES / "dcgm.prom", SAMPLES / "steps.csv")
        group = got["groups"][1]

        self.assertEqual([g["name"] for g in got["groups"]], ["all", "NVIDIA A100-SXM4-80GB"])
        self.assertAlmostEqual(group["metrics"]["gpu_util"]["mean"], (0 + 1 + 0.8 + 1) / 4)
        self.assertAlmostEqual(group["metrics"]["sm_active"]["mean"], (0.8 + 0.5 + 0.7) / 4)
        self.assertAlmostEqual(group["activity"]["compute"], round((0.5 - 0.07) / 0.75, 6))
        self.assertAlmostEqual(sum(group["activity"][k] for k in ("compute", "comm", "idle_held")),
                               1.0)
        self.assertLess(abs(group["power_fit"]["full_w"] - 400), 1)
        alone, eight = got["steps"]
        self.assertAlmostEqual(alone["fit"]["fixed_s"], 0.008)
        self.assertAlmostEqual(alone["fit"]["per_sample_s"], 0.00285)
        self.assertIsNone(alone["fit"]["leave_one_out_error"])
        self.assertEqual(alone["steps"][0]["compute"]["affine"]["fixed"], "0.008 s")
        self.assertEqual([list(step["compute"]) for step in eight["steps"]], [["measured"]])

    def test_the_same_input_gives_the_same_bytes(self):
        words = (SAMPLES / "dcgm.prom", SAMPLES / "nvidia-smi.csv", "--format", "json")
        self.assertEqual(calibrate(*words).stdout, calibrate(*words).stdout)

    @unittest.skipUnless(jsonschema, "python3-jsonschema is not installed")
    def test_profiles_fit_their_schema_and_a_changed_one_does_not(self):
        schema = json.loads(SCHEMA.read_text())
        jsonschema.Draft202012Validator.check_schema(schema)
        validator = jsonschema.Draft202012Validator(schema)
        quantiles = self.write("q.csv", "cluster,metric,percentile,value\nK,gpu_util_pct,0,0\n"
                               "K,gpu_util_pct,100,100\nK,sm_active_pct,0,0\n"
                               "K,sm_active_pct,100,60\n")
        for files in ([SAMPLES / "dcgm.prom", SAMPLES / "nvidia-smi.csv", SAMPLES / "steps.csv"],
                      [quantiles]):
            got = profile(*files)
            validator.validate(got)
            got["groups"][0]["gpu"] = 1
            self.assertFalse(validator.is_valid(got))

    def test_the_schema_in_the_data_folder_is_the_programs_own(self):
        done = subprocess.run([PROGRAM, "schema", "profile"], capture_output=True, text=True)
        self.assertEqual(SCHEMA.read_text(), done.stdout)

    def test_packed_files_and_stdin_are_read_as_they_are(self):
        content = (SAMPLES / "nvidia-smi.csv").read_bytes()
        packed = self.write("log.csv.gz", gzip.compress(content))
        groups = profile(packed)["groups"]

        self.assertEqual(groups, profile(SAMPLES / "nvidia-smi.csv")["groups"])
        self.assertEqual(groups, profile("-", stdin=content)["groups"])

    def test_csv_has_a_row_a_group_and_metric_with_empty_cells_for_what_was_not_measured(self):
        done = calibrate(SAMPLES / "nvidia-smi.csv", "--format", "csv")
        rows = {(row["group"], row["metric"]): row
                for row in csv.DictReader(io.StringIO(done.stdout.decode()))}

        self.assertEqual(len(rows), 2 * 9)
        self.assertEqual(rows["all", "memory_used"]["max"], str(2048 * 2**20))
        self.assertEqual(rows["all", "sm_active"]["mean"], "")

    def test_the_table_says_what_was_fitted_how_good_and_what_was_not_measured(self):
        text = calibrate(SAMPLES / "dcgm.prom", SAMPLES / "steps.csv").stdout.decode()

        for words in ("57.3 %", "12.7 %", "30.0 %", "over sm_active, seen from 0.0 %",
                      "not measured: engine_active", '"step": {"gpu": "a100-sxm-80"',
                      "through both"):
            self.assertIn(words, text)

    def test_gaps_are_counted_and_not_interpolated_over(self):
        got = profile(SAMPLES / "nvidia-smi.csv")["groups"][0]

        self.assertEqual((got["coverage"]["gaps"], got["coverage"]["gap_s"]), (1, 9))
        self.assertEqual(got["coverage"]["observed_s"], 4)


class Use(InFolder):
    def scenario(self, activity):
        content = json.loads((ROOT / "tests/diagnostics/cases/fine.json").read_text())
        content["workload"]["profile"]["classes"][0]["activity"] = activity
        content["alternatives"][0]["pools"][0]["gpu"] = "h100-sxm-80"
        return self.write("scenario.json", json.dumps(content))

    def validate(self, activity):
        return subprocess.run([PROGRAM, "validate", self.scenario(activity)], capture_output=True,
                              text=True, timeout=60, cwd=ROOT)

    def test_a_profile_beside_the_scenario_gives_its_activity(self):
        out = self.folder / "profile.json"
        self.assertEqual(calibrate(SAMPLES / "dcgm.prom", "-o", out).returncode, 0)

        self.assertEqual(self.validate({"profile": "profile.json"}).returncode, 0)
        got = self.validate({"profile": "profile.json", "group": "NVIDIA A100"})
        self.assertEqual(got.returncode, 1)
        self.assertIn('no group "NVIDIA A100"', got.stderr)
        self.assertIn("scenario.json:1:", got.stderr)

    def test_a_missing_profile_is_told_with_its_place_in_the_scenario(self):
        got = self.validate({"profile": "nowhere.json"})

        self.assertNotEqual(got.returncode, 0)
        self.assertIn("/workload/profile/classes/0/activity/profile", got.stderr)
        self.assertIn("nowhere.json", got.stderr)


class BadInput(InFolder):
    def refused(self, content, code=1, name="input.txt", words=()):
        path = self.write(name, content)
        out = self.folder / "profile.json"
        done = calibrate(path, *words, "-o", out)
        self.assertEqual((done.returncode, done.stdout), (code, b""), done.stderr)
        self.assertFalse(out.exists())
        return done.stderr.decode().replace(str(path), "FILE")

    def test_units_missing(self):
        said = self.refused("timestamp, index, name, utilization.gpu\n"
                            "2027/03/01 08:00:00.000, 0, A100, 50\n")
        self.assertIn("FILE:2: error: utilization.gpu has no unit; write it in the header as [%]",
                      said)

    def test_percent_for_a_ratio(self):
        said = self.refused('DCGM_FI_PROF_SM_ACTIVE{gpu="0"} 0.5\n'
                            'DCGM_FI_PROF_SM_ACTIVE{gpu="0"} 91\n')
        self.assertIn("FILE:2: error: DCGM_FI_PROF_SM_ACTIVE is 91, but it is a ratio", said)

    def test_nothing_to_read(self):
        self.assertIn("FILE: error: the file is empty", self.refused(""))
        self.assertIn("header and no rows", self.refused("gpu,gpus,batch,step_s\n"))
        self.assertIn("--from", self.refused("a,b\n1,2\n"))
        self.assertIn("not UTF-8", self.refused(b"\x89PNG\r\n"))
        self.assertIn("missing", self.refused("a,b\n1,2\n", words=("--from", "steps")))

    def test_rows_that_can_not_be_used_are_named_and_counted(self):
        path = self.write("log.csv", "timestamp, index, name, utilization.gpu [%]\n"
                          "2027/03/01 08:00:00, 0, A100, 50 %\n"
                          "2027/03/01 08:00:01, 0, A100, -1 %\n"
                          "2027/03/01 08:00:02, 0, A100, NaN %\n"
                          "2027/03/01 07:00:00, 0, A100, 50 %\n"
                          "nothing\n")
        done = calibrate(path, "--format", "json")
        got = json.loads(done.stdout)
        said = done.stderr.decode()

        self.assertEqual(done.returncode, 0)
        self.assertEqual(got["files"][0], {"file": str(path), "form": "nvidia-smi", "read": 5,
                                           "taken": 1, "other": 0, "quarantined": 4})
        self.assertEqual({rule["rule"]: rule["first_line"] for rule in got["by_rule"]},
                         {"negative": 3, "not_finite": 4, "time_backwards": 5, "malformed": 6})
        for line in (3, 4, 5, 6):
            self.assertIn(f"{path}:{line}: warning", said)

    def test_files_that_are_not_there_or_given_twice(self):
        self.assertEqual(calibrate("/no/such/file").returncode, 3)
        self.assertEqual(calibrate(SAMPLES / "steps.csv", SAMPLES / "steps.csv").returncode, 1)
        self.assertEqual(calibrate(SAMPLES).returncode, 3)

    def test_wrong_usage(self):
        self.assertEqual(calibrate().returncode, 2)
        self.assertEqual(calibrate(SAMPLES / "steps.csv", "--from", "excel").returncode, 2)
        path = self.write("steps.csv", (SAMPLES / "steps.csv").read_bytes())
        self.assertEqual(calibrate(path, "-o", path).returncode, 2)
        self.assertEqual(path.read_bytes(), (SAMPLES / "steps.csv").read_bytes())
        self.assertEqual(calibrate(SAMPLES / "nvidia-smi.csv", "--tz", "Mars/Olympus").returncode,
                         1)

    def test_a_cut_archive_is_trouble_with_the_file(self):
        packed = gzip.compress((SAMPLES / "dcgm.prom").read_bytes() * 50)
        self.refused(packed[:len(packed) // 2], code=3, name="cut.prom.gz")


if __name__ == "__main__":
    unittest.main()
