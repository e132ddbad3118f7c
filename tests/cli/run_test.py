#!/usr/bin/env python3
"""`gpuplan run` as a person and a script meet it: forms, files, targets, trouble, Ctrl-C."""
import csv
import io
import json
import os
import pathlib
import pty
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from decimal import Decimal

PROGRAM = os.path.abspath(sys.argv.pop(1))
ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
SAMPLE = ROOT / "tests/golden/two_nodes"
SCENARIO = SAMPLE / "scenario.json"


def gpuplan(*words, stdin=None, env=None, data=SAMPLE / "data", cwd=None):
    return subprocess.run([PROGRAM, *map(str, words), "--data", str(data)], capture_output=True,
                          input=stdin, cwd=cwd, env={**os.environ, **(env or {})}, timeout=120,
                          check=False)


def run(*words, **options):
    return gpuplan("run", *words, **options)


def result_of(*words, **options):
    done = run(*words, "--format", "json", **options)
    return json.loads(done.stdout)


def changed(change, folder):
    """The sample scenario with `change` applied, beside its trace, as a file in `folder`."""
    scenario = json.loads(SCENARIO.read_text(encoding="utf-8"))
    change(scenario)
    (pathlib.Path(folder) / "jobs.csv").write_bytes((SAMPLE / "jobs.csv").read_bytes())
    path = pathlib.Path(folder) / "scenario.json"
    path.write_text(json.dumps(scenario), encoding="utf-8")
    return path


class Forms(unittest.TestCase):
    def test_json_is_one_document_and_nothing_else(self):
        done = run(SCENARIO, "--format", "json", "--quiet")
        self.assertEqual((done.returncode, done.stderr), (0, b""))
        self.assertEqual(json.loads(done.stdout)["format"], "gpuplan.result/1")

    def test_json_fits_its_own_schema(self):
        try:
            import jsonschema
        except ImportError:
            self.skipTest("python3-jsonschema is not installed")
        schema = json.loads(subprocess.run([PROGRAM, "schema", "result"], capture_output=True,
                                           check=True).stdout)
        jsonschema.Draft202012Validator.check_schema(schema)
        validator = jsonschema.Draft202012Validator(schema)
        for scenario, data in ((SCENARIO, SAMPLE / "data"),
                               (ROOT / "scenarios/workstation-4090.json", ROOT / "data")):
            errors = [error.json_path + ": " + error.message
                      for error in validator.iter_errors(result_of(scenario, data=data))]
            self.assertEqual(errors, [])

    def test_csv_has_a_row_an_alternative(self):
        rows = list(csv.DictReader(io.StringIO(run(SCENARIO, "--format", "csv").stdout.decode())))
        self.assertEqual([row["name"] for row in rows], ["rent", "spot", "reserve", "buy"])
        # 379 hours at 40 USD and 1,000 GB at 0.1 USD in each of two months.
        self.assertEqual(rows[0]["cost_total"], "15360.00")

    def test_the_table_begins_with_question_and_verdict(self):
        text = run(SCENARIO).stdout.decode()
        self.assertTrue(text.startswith("two nodes: rent, reserve or buy two nodes"))
        self.assertIn("\nspot is cheapest: 6,477.21 USD over 2 months", text)
        self.assertLessEqual(max(map(len, text.splitlines())), 110)

    def test_standard_input_is_read_for_a_dash(self):
        text = SCENARIO.read_bytes()
        done = run("-", "--format", "json", stdin=text, cwd=SAMPLE)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(json.loads(done.stdout)["alternatives"],
                         result_of(SCENARIO)["alternatives"])

    def test_help_has_an_example(self):
        done = subprocess.run([PROGRAM, "run", "--help"], capture_output=True, check=False)
        self.assertEqual(done.returncode, 0)
        self.assertIn(b"gpuplan run scenarios/first.json --out out", done.stdout)


class Books(unittest.TestCase):
    """The written files against each other, summed up by someone else."""

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.out = pathlib.Path(cls.folder.name) / "deep/out"
        cls.done = run(SCENARIO, "--out", cls.out)
        cls.result = json.loads((cls.out / "result.json").read_text(encoding="utf-8"))
        with open(cls.out / "ledger.csv", encoding="utf-8", newline="") as file:
            cls.ledger = list(csv.DictReader(file))

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def sum_of(self, alternative, views, account=""):
        return sum(Decimal(row["amount"]) for row in self.ledger
                   if row["alternative"] == alternative and row["view"] in views
                   and account in ("", row["account"]))

    def test_three_files_are_written_and_named(self):
        self.assertEqual(self.done.returncode, 0)
        self.assertEqual(sorted(os.listdir(self.out)), ["gpu-time.svg", "ledger.csv", "report.md",
                                                       "result.json"])
        self.assertIn(b"written: result.json, ledger.csv, report.md and gpu-time.svg", self.done.stderr)

    def test_the_ledger_balances_and_sums_to_both_views(self):
        self.assertEqual(sum(Decimal(row["amount"]) for row in self.ledger), 0)
        for alternative in self.result["alternatives"]:
            name, cost = alternative["name"], alternative["cost"]
            self.assertEqual(self.sum_of(name, {"both", "effective"}), Decimal(cost["total"]))
            self.assertEqual(self.sum_of(name, {"both", "effective"}),
                             Decimal(cost["effective"]["total"]))
            self.assertEqual(self.sum_of(name, {"both", "billed"}),
                             Decimal(cost["billed"]["total"]))
            for account, amount in cost["by_account"].items():
                self.assertEqual(self.sum_of(name, {"both", "effective"}, account),
                                 Decimal(amount), account)

    def test_months_add_up(self):
        for alternative in self.result["alternatives"]:
            cost = alternative["cost"]
            for view in ("billed", "effective"):
                sums = Decimal(0)
                for month in cost["by_month"]:
                    sums += Decimal(month[view])
                    self.assertEqual(sums, Decimal(month[view + "_so_far"]))
                self.assertEqual(sums, Decimal(cost[view]["total"]))

    def test_waste_is_paid_less_useful_to_the_last_place(self):
        result = json.loads((self.out / "result.json").read_text(encoding="utf-8"),
                            parse_float=Decimal, parse_int=Decimal)
        for alternative in result["alternatives"]:
            hours = alternative["gpu_hours"]
            self.assertEqual(sum(waste["gpu_hours"] for waste in alternative["waste"]),
                             hours["paid"] - hours["useful"], alternative["name"])

    def test_every_job_is_in_one_state(self):
        for alternative in self.result["alternatives"]:
            jobs = alternative["jobs"]
            self.assertEqual(jobs["total"], 6)
            self.assertEqual(jobs["completed"] + jobs["rejected"] + jobs["running"]
                             + jobs["queued"] + jobs["after_end"], jobs["total"])

    def test_tags_share_out_the_whole_cost(self):
        for alternative in self.result["alternatives"]:
            users = alternative["by_tag"]["user"]
            self.assertEqual(set(users), {"ann", "bob", "cho"})
            self.assertEqual(sum(Decimal(user["cost"]) for user in users.values()),
                             Decimal(alternative["cost"]["total"]))


class SameBytes(unittest.TestCase):
    """X06: same scenario, catalogs, version and seed, same bytes."""

    def files(self, *words, env=None, scenario=SCENARIO, data=SAMPLE / "data"):
        with tempfile.TemporaryDirectory() as out:
            done = run(scenario, "--out", out, "--quiet", *words, env=env, data=data)
            self.assertEqual(done.returncode, 0, done.stderr)
            return [done.stdout] + [(pathlib.Path(out) / name).read_bytes()
                                    for name in ("result.json", "ledger.csv", "report.md",
                                                 "gpu-time.svg")]

    def test_x06_threads_show_nowhere(self):
        for scenario, data in ((SCENARIO, SAMPLE / "data"),
                               (ROOT / "scenarios/first.json", ROOT / "data")):
            one = self.files("--jobs", 1, scenario=scenario, data=data)
            self.assertEqual(one, self.files("--jobs", 2, scenario=scenario, data=data))

    def test_x06_the_place_of_the_scenario_shows_nowhere(self):
        with tempfile.TemporaryDirectory() as folder:
            copy = changed(lambda scenario: None, folder)
            self.assertEqual(self.files(), self.files(scenario=copy))

    def test_x06_locales_show_nowhere(self):
        plain = self.files(env={"LC_ALL": "C"})
        with tempfile.TemporaryDirectory() as folder:
            for name in ("de_DE", "tr_TR"):
                made = subprocess.run(
                    ["localedef", "--no-archive", "-i", name, "-f", "UTF-8",
                     f"{folder}/{name}.UTF-8"], capture_output=True, check=False)
                env = {"LC_ALL": f"{name}.UTF-8", "LOCPATH": folder}
                point = subprocess.run(["locale", "decimal_point"], capture_output=True, text=True,
                                       env={**os.environ, **env}, check=False).stdout.strip()
                if made.returncode > 1 or point != ",":
                    self.skipTest(f"the locale {name}.UTF-8 can not be made here")
                self.assertEqual(plain, self.files(env=env), name)

    def test_another_seed_draws_other_jobs(self):
        scenario = ROOT / "scenarios/workstation-4090.json"
        one, again, other = (result_of(scenario, "--seed", seed, data=ROOT / "data")
                             for seed in (1, 1, 2))
        self.assertEqual(one, again)
        self.assertNotEqual(one["digest"], other["digest"])
        self.assertNotEqual(one["alternatives"][0]["event_hash"],
                            other["alternatives"][0]["event_hash"])


class Targets(unittest.TestCase):
    """spot costs 6,477.21 USD, rent 15,360, buy 27,184, reserve 67,968."""

    def code(self, *words):
        done = run(SCENARIO, *words)
        if done.returncode in (0, 4):
            self.assertIn(b"is cheapest", done.stdout)
        return done.returncode

    def test_a_budget_is_held_against_the_cheapest(self):
        self.assertEqual(self.code("--max-cost", "6477.22 USD"), 0)
        self.assertEqual(self.code("--max-cost", "6477.20 USD"), 4)

    def test_requirements_compare(self):
        self.assertEqual(self.code("--require", "spot<rent"), 0)
        self.assertEqual(self.code("--require", "rent < spot"), 4)
        self.assertEqual(self.code("--require", "spot<rent", "--require", "reserve<buy"), 4)
        self.assertEqual(self.code("--require", "buy<=30000 USD"), 0)

    def test_wrong_gates_are_wrong_usage_with_a_hint(self):
        done = run(SCENARIO, "--require", "spto<rent")
        self.assertEqual((done.returncode, done.stdout), (2, b""))
        self.assertIn(b'did you mean "spot"?', done.stderr)
        for words in (["--max-cost", "many"], ["--max-cost", "5 EUR"], ["--require", "spot"],
                      ["--seed", "-1"], ["--jobs", "0"], ["--jobs", "two"], ["--sed", "1"]):
            self.assertEqual(run(SCENARIO, *words).returncode, 2, words)

    def test_a_job_that_never_fits_ends_with_4_and_a_result(self):
        with tempfile.TemporaryDirectory() as folder:
            scenario = changed(lambda scenario: None, folder)
            with open(pathlib.Path(folder) / "jobs.csv", "a", encoding="utf-8") as jobs:
                jobs.write("big,0,60,17,ann,vision,\n")
            done = run(scenario, "--format", "json")
        self.assertEqual(done.returncode, 4)
        self.assertEqual(json.loads(done.stdout)["alternatives"][0]["jobs"]["rejected"], 1)
        self.assertIn(b"job big, asks for 17 GPUs where 16 is the most", done.stderr)


class Trouble(unittest.TestCase):
    def complaint(self, change, code=1):
        with tempfile.TemporaryDirectory() as folder:
            done = run(changed(change, folder))
        self.assertEqual((done.returncode, done.stdout), (code, b""), done.stderr)
        return done.stderr.decode()

    def test_files_that_can_not_be_read(self):
        for path in ("no/such/file.json", ROOT, "/dev/zero"):
            done = run(path)
            self.assertEqual((done.returncode, done.stdout), (3, b""), path)
        self.assertEqual(run(SCENARIO, data="/no/such/folder").returncode, 3)

    def test_a_missing_trace_is_trouble_with_a_file(self):
        def change(scenario):
            scenario["workload"]["trace"]["file"] = "gone.csv"
        self.assertIn("gone.csv", self.complaint(change, 3))

    def test_unknown_ids_are_placed_and_corrected(self):
        def change(scenario):
            scenario["alternatives"][0]["pools"][0]["offer"] = "example/8x-h100/nrth"
            scenario["alternatives"][3]["pools"][0]["gpu"] = "h100-sxm-8"
        text = self.complaint(change)
        self.assertRegex(text, r'scenario\.json:1:\d+: error: there is no cloud offer')
        self.assertIn('did you mean "example/8x-h100/north"?', text)
        self.assertIn("at /alternatives/3/pools/0/gpu", text)

    def test_missing_prices_are_placed(self):
        def change(scenario):
            scenario["alternatives"][2]["pools"][0]["purchase"] = {
                "commitment": {"term_months": 36}}
        self.assertIn("/alternatives/2", self.complaint(change))

    def test_hostile_scenarios_end_in_complaints(self):
        for text in (b"", b"{", b"[" * 100_000, b"\xff\xfe", b"null", b'{"format": 1}',
                     SCENARIO.read_bytes()[:-40], SCENARIO.read_bytes() * 2,
                     SCENARIO.read_bytes().replace(b'"horizon_months": 2', b'"horizon_months": 1e99'),
                     SCENARIO.read_bytes().replace(b'300000 USD', b'9' * 30 + b' USD')):
            done = run("-", stdin=text, cwd=SAMPLE)
            self.assertEqual((done.returncode, done.stdout), (1, b""), text[:60])
            self.assertNotEqual(done.stderr, b"")

    def test_amounts_past_the_range_are_refused_not_wrapped(self):
        def change(scenario):
            line = scenario["alternatives"][3]["pools"][0]["purchase"]["owned"]["lines"][0]
            line["quantity"] = 1_000_000
            line["unit_price"]["value"] = "9000000000 USD"
        self.complaint(change)

    def test_a_folder_that_can_not_be_written(self):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "file"
            file.write_text("mine", encoding="utf-8")
            for out in (file, file / "below", "/proc/nowhere", "/dev/full"):
                done = run(SCENARIO, "--out", out)
                self.assertEqual(done.returncode, 3, out)
                self.assertEqual(done.stdout, b"")  # told before the work, not after it
            self.assertEqual(file.read_text(encoding="utf-8"), "mine")
            self.assertEqual(os.listdir(folder), ["file"])

    def test_a_full_output_is_trouble(self):
        with open("/dev/full", "wb") as full:
            done = subprocess.run([PROGRAM, "run", str(SCENARIO), "--data", str(SAMPLE / "data")],
                                  stdout=full, stderr=subprocess.PIPE, timeout=60, check=False)
        self.assertEqual(done.returncode, 3)

    def test_control_characters_of_a_name_do_not_reach_the_terminal(self):
        def change(scenario):
            scenario["name"] = "two\u001b[2Jnodes"
        with tempfile.TemporaryDirectory() as folder:
            done = run(changed(change, folder))
        self.assertNotIn(b"\x1b", done.stdout + done.stderr)


class Interrupts(unittest.TestCase):
    @staticmethod
    def long_run(folder):
        def change(scenario):
            scenario["horizon_months"] = 600
            source = {"source": "test", "confidence": "low"}
            scenario["workload"] = {"profile": {"classes": [{
                "name": "many", "arrivals": {"jobs_per_day": {"value": 2000, **source}},
                "gpus": [{"gpus": 1, "weight": 1}],
                "duration": {"exponential": {"mean": "10 min"}, **source},
                "activity": {"compute": 1, **source}}]}}
        return changed(change, folder)

    def test_ctrl_c_ends_within_a_second_and_writes_nothing(self):
        for number in (signal.SIGINT, signal.SIGTERM):
            with tempfile.TemporaryDirectory() as folder:
                scenario = self.long_run(folder)
                out = pathlib.Path(folder) / "out"
                with subprocess.Popen(
                        [PROGRAM, "run", str(scenario), "--out", str(out), "--data",
                         str(SAMPLE / "data")], stdout=subprocess.PIPE,
                        stderr=subprocess.PIPE) as child:
                    time.sleep(0.5)
                    child.send_signal(number)
                    begin = time.monotonic()
                    stdout, stderr = child.communicate(timeout=60)
                    took = time.monotonic() - begin
                self.assertEqual((child.returncode, stdout), (130, b""), stderr)
                self.assertLess(took, 5)  # a second on a machine of one's own
                self.assertIn(b"run the same command again", stderr)
                self.assertFalse(out.exists())

    def test_progress_is_for_terminals_alone(self):
        self.assertNotIn(b"%", run(SCENARIO, "--out", "/dev/null/x").stderr)
        try:
            main, terminal = pty.openpty()
        except OSError as error:
            self.skipTest(f"no terminal can be made here: {error}")
        with tempfile.TemporaryDirectory() as folder:
            child = subprocess.Popen(
                [PROGRAM, "run", str(ROOT / "scenarios/first.json")],
                stdout=subprocess.DEVNULL, stderr=terminal)
            os.close(terminal)
            seen = b""
            while True:
                try:
                    part = os.read(main, 4096)
                except OSError:
                    break
                if not part:
                    break
                seen += part
            self.assertEqual(child.wait(timeout=60), 0)
        os.close(main)
        self.assertIn(b" %  ", seen)
        self.assertTrue(seen.endswith(b"\r\x1b[K"))


if __name__ == "__main__":
    unittest.main()
