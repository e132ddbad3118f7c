#!/usr/bin/env python3
"""`gpuplan explain` as a person and a script meet it."""
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest
from decimal import Decimal

PROGRAM = os.path.abspath(sys.argv.pop(1))
ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
SAMPLE = ROOT / "tests/golden/two_nodes"


def explain(*words, stdin=None):
    return subprocess.run([PROGRAM, "explain", *map(str, words)], capture_output=True, input=stdin,
                          timeout=60, check=False)


def pointers(value, at=""):
    yield at
    entries = (value.items() if isinstance(value, dict)
               else enumerate(value) if isinstance(value, list) else ())
    for key, part in entries:
        yield from pointers(part, at + "/" + str(key).replace("~", "~0").replace("/", "~1"))


class Explain(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.out = pathlib.Path(cls.folder.name) / "out"
        subprocess.run([PROGRAM, "run", str(SAMPLE / "scenario.json"), "--out", str(cls.out),
                        "--data", str(SAMPLE / "data")], capture_output=True, check=True)
        cls.result = json.loads((cls.out / "result.json").read_text(encoding="utf-8"))

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def document(self, what, result=None):
        done = explain(result or self.out, what, "--format", "json")
        self.assertEqual(done.returncode, 0, done.stderr)
        return json.loads(done.stdout)

    def test_every_amount_of_the_cost_is_the_sum_of_its_postings(self):
        for index, alternative in enumerate(self.result["alternatives"]):
            cost = alternative["cost"]
            amounts = {f"/cost/{view}/{account}": amount
                       for view in ("billed", "effective", "by_account")
                       for account, amount in cost[view].items()}
            amounts["/cost/total"] = cost["total"]
            for number, month in enumerate(cost["by_month"]):
                for column in ("billed", "effective", "billed_so_far", "effective_so_far"):
                    amounts[f"/cost/by_month/{number}/{column}"] = month[column]
            for pointer, amount in amounts.items():
                document = self.document(f"/alternatives/{index}{pointer}")
                total = sum(Decimal(row["amount"]) for row in document["postings"])
                self.assertEqual(total, Decimal(amount), pointer)
                self.assertEqual(document["value"], amount)

    def test_any_pointer_of_the_result_can_be_asked_for(self):
        known = list(pointers(self.result))
        self.assertGreater(len(known), 500)
        for pointer in known[1::7]:
            self.assertEqual(explain(self.out, pointer).returncode, 0, pointer)

    def test_a_figure_leads_to_event_price_source_date_and_confidence(self):
        document = self.document("/alternatives/rent/cost/total")
        rent = next(row for row in document["postings"]
                    if row["account"] == "Expenses:Cloud:OnDemand")
        self.assertEqual(rent["price"], "40 USD/h")
        self.assertEqual(rent["source"], "price list made for this test")
        self.assertEqual((rent["as_of"], rent["confidence"]), ("2026-11", "high"))
        self.assertRegex(rent["cause"], r"^lease \d+: node \d+, requested 2027-")
        self.assertEqual(document["method"], "docs/method.md#ledger")

    def test_depreciation_leads_to_the_quotes_of_the_hardware(self):
        document = self.document("/alternatives/buy/cost/total")
        # Two servers of 300,000 USD, of which 0.4 is left at the end.
        self.assertEqual([(row["quantity"], row["price"], row["source"])
                          for row in document["purchases"]],
                         [("2", "300000.00 USD", "quote made for this test")])
        self.assertEqual(document["steps"],
                         ["pool rack: 600000.00 USD x (1 - 0.4) = 360000.00 USD"])
        fields = {assumption["pointer"].rsplit("/", 1)[1]: assumption["value"]
                  for assumption in document["assumptions"]}
        self.assertEqual({name: fields.get(name) for name in
                          ("residual_share", "maintenance_per_year", "full_power", "pue",
                           "energy_price")},
                         {"residual_share": "0.4", "maintenance_per_year": "0.06",
                          "full_power": "10 kW", "pue": "1.5", "energy_price": "0.1 USD/kWh"})
        power = self.document("/alternatives/buy/cost/by_account/electricity")
        self.assertEqual(power["purchases"], [])
        self.assertNotIn("residual_share", json.dumps(power["assumptions"]))

    def test_a_break_even_shows_formula_and_inputs(self):
        index, crossing = next((i, one) for i, one in enumerate(self.result["break_even"])
                               if one["by"] == "utilization")
        document = self.document(f"/break_even/{index}/at/0")
        self.assertEqual(document["formula"], "A/( Q (k p - v) )")
        self.assertEqual(document["method"], "docs/method.md#break-even")
        parts = {part["pointer"]: part["value"] for part in document["parts"]}
        for number, one in enumerate(self.result["alternatives"]):
            if one["name"] in (crossing["a"], crossing["b"]):
                self.assertEqual(parts[f"/alternatives/{number}/cost/total"], one["cost"]["total"])

    def test_a_missing_ledger_is_named_with_exit_3(self):
        with tempfile.TemporaryDirectory() as folder:
            (pathlib.Path(folder) / "result.json").write_bytes(
                (self.out / "result.json").read_bytes())
            done = explain(folder, "1")
            self.assertEqual((done.returncode, done.stdout), (3, b""))
            self.assertIn(b"ledger.csv: error: the file is missing", done.stderr)

    def test_folder_and_file_are_the_same(self):
        self.assertEqual(self.document("/alternatives/0/cost/total"),
                         self.document("/alternatives/0/cost/total", self.out / "result.json"))

    def test_an_entry_number_shows_a_balanced_transaction(self):
        document = self.document("1")
        self.assertEqual(sum(Decimal(row["amount"]) for row in document["postings"]), 0)
        self.assertEqual({row["entry"] for row in document["postings"]}, {1})

    def test_unknown_names_get_a_hint_and_exit_1(self):
        for what, hint in (("/alternatives/0/cost/totl", "/alternatives/0/cost/total"),
                           ("Expenses:OnPrem:Powr", "Expenses:OnPrem:Power")):
            done = explain(self.out, what)
            self.assertEqual((done.returncode, done.stdout), (1, b""))
            self.assertIn(f'did you mean "{hint}"'.encode(), done.stderr)
        for what in ("0", "999999", "-1", "", "/", "x" * 10_000, "/alternatives/-1", "\x1b[2J"):
            done = explain(self.out, what)
            self.assertEqual((done.returncode, done.stdout), (1, b""), what)
            self.assertNotIn(b"\x1b", done.stderr)

    def test_files_that_are_no_result(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "result.json"
            self.assertEqual(explain(folder, "1").returncode, 3)
            self.assertEqual(explain(path, "1").returncode, 3)
            whole = (self.out / "result.json").read_bytes()
            for text in (b"", whole[:1], whole[:1000], whole[:-2], b"[" * 100_000, b"{}", b"\x00",
                         (SAMPLE / "scenario.json").read_bytes()):
                path.write_bytes(text)
                done = explain(path, "/alternatives/0/cost/total")
                self.assertEqual((done.returncode, done.stdout), (1, b""), text[:40])
                self.assertIn(b"result.json", done.stderr)
        self.assertEqual(explain("/dev/zero", "1").returncode, 3)

    def test_a_changed_ledger_is_refused(self):
        with tempfile.TemporaryDirectory() as folder:
            for name in os.listdir(self.out):
                (pathlib.Path(folder) / name).write_bytes((self.out / name).read_bytes())
            ledger = pathlib.Path(folder) / "ledger.csv"
            ledger.write_bytes(ledger.read_bytes().replace(b"15160", b"15161"))
            if ledger.read_bytes() == (self.out / "ledger.csv").read_bytes():
                ledger.write_bytes(ledger.read_bytes() + b"\n")
            done = explain(folder, "/alternatives/0/cost/total")
            self.assertEqual((done.returncode, done.stdout), (1, b""))
            self.assertIn(b"not the one", done.stderr)

    def test_a_result_without_ledger_says_so(self):
        text = (self.out / "result.json").read_bytes()
        done = explain("-", "/alternatives/0/cost/total", stdin=text)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn(b"No ledger.csv stands beside", done.stdout)

    def test_figures_on_assumed_shares_name_the_assumption(self):
        document = self.document("/alternatives/0/gpu_hours/useful")
        self.assertTrue(document["estimated"])
        self.assertEqual(document["assumptions"][0]["pointer"], "/workload/trace/activity")
        self.assertFalse(self.document("/alternatives/0/gpu_hours/allocated")["estimated"])

    def test_csv_holds_the_postings(self):
        done = explain(self.out, "Expenses:Cloud:Spot", "--format", "csv")
        rows = done.stdout.decode().splitlines()
        self.assertTrue(rows[0].startswith("entry,alternative,from,to,account,amount"))
        self.assertGreater(len(rows), 3)


if __name__ == "__main__":
    unittest.main()
