#!/usr/bin/env python3
"""The README tells the truth: its worked example is what the program prints, its folders exist.

usage: readme_test.py GPUPLAN
"""
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

from sources import ROOT

GPUPLAN = pathlib.Path(sys.argv.pop(1)).resolve()
README = (ROOT / "README.md").read_text()


def section(title):
    return README.split(f"\n## {title}\n")[1].split("\n## ")[0]


class WorkedExample(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        with tempfile.TemporaryDirectory() as out:
            done = subprocess.run(
                [GPUPLAN, "run", "scenarios/first.json", "--out", out, "--data", "data"], cwd=ROOT,
                capture_output=True, text=True)
            assert done.returncode == 0, done.stderr
            cls.printed = done.stdout

    def test_the_table_is_what_the_program_prints(self):
        lines = section("A worked example").split("```text\n")[1].split("```")[0].splitlines()
        self.assertGreaterEqual(len(lines), 4)
        for line in lines:
            self.assertIn(line, self.printed.splitlines())

    def test_every_amount_worked_out_by_hand_is_printed(self):
        table = section("A worked example").split("| what |")[1]
        amounts = re.findall(r"\| \**([\d,]+)\** \|$", table, re.M)
        self.assertGreaterEqual(len(amounts), 5)
        for amount in amounts:
            self.assertRegex(self.printed, rf"(?<![\d,]){re.escape(amount)}(?![\d,])")
        values = [int(amount.replace(",", "")) for amount in amounts]
        # Rounded lines may miss the rounded total by half a unit each.
        self.assertAlmostEqual(sum(values[:-1]), values[-1], delta=len(values) / 2)


class WhereTimeGoes(unittest.TestCase):
    def test_the_advice_is_what_the_program_prints(self):
        done = subprocess.run([GPUPLAN, "run", "scenarios/untuned-cluster.json", "--data", "data"],
                              cwd=ROOT, capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)
        printed = " ".join(done.stdout.split())
        text = section("Where the time goes, and what fixing it is worth")
        shown = text.split("```text\n")[1].split("```")[0]
        self.assertIn(" ".join(shown.split()), printed)


class Map(unittest.TestCase):
    def test_every_folder_and_file_named_exists(self):
        names = re.findall(r"`([\w/.-]+/|docs/[\w.-]+|tests/lint/[\w.]+|[\w/]+\.json)`", README)
        names += re.findall(r"\]\(([^)#:]+)\)", README)
        self.assertGreater(len(names), 8)
        for name in names:
            if name not in ("out/", "build/"):
                self.assertTrue((ROOT / name).exists(), name)


if __name__ == "__main__":
    unittest.main()
