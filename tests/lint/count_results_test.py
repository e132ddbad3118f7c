#!/usr/bin/env python3
"""The counting behind the suite's last line: nothing that failed may be counted as passed."""
import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
import count_results  # noqa: E402


class CountsOfOneTest(unittest.TestCase):
    def check(self, output, good, expected):
        self.assertEqual(count_results.count_output(output, good), expected)

    def test_a_catch_summary_gives_its_cases(self):
        line = "=====\nAll tests passed (12 assertions in 5 test cases)\n"
        self.check(line, True, (5, 0, 0))
        self.check("All tests passed (1 assertion in 1 test case)\n", True, (1, 0, 0))

    def test_failed_cases_are_counted_apart(self):
        output = "test cases: 5 | 3 passed | 2 failed\nassertions: 9 | 7 passed | 2 failed\n"
        self.check(output, False, (3, 2, 0))
        self.check("test cases: 1 | 1 failed\nassertions: 1 | 1 failed\n", False, (0, 1, 0))

    def test_a_crash_after_a_good_summary_is_a_failure(self):
        self.check("All tests passed (12 assertions in 5 test cases)\n", False, (5, 1, 0))

    def test_a_crash_without_summary_is_a_failure(self):
        self.check("terminate called\n", False, (0, 1, 0))

    def test_a_program_that_ran_nothing_is_a_failure(self):
        self.check("No tests ran\n", True, (0, 1, 0))
        self.check("Ran 0 tests in 0.000s\n\nOK\n", True, (0, 1, 0))

    def test_a_warned_skip_is_not_a_pass(self):
        output = ("a.cpp:3: warning:\n  skipped: ../shared is not here\n\n"
                  "All tests passed (2 assertions in 2 test cases)\n")
        self.check(output, True, (1, 0, 1))

    def test_python_tests_are_counted(self):
        self.check("..\n---\nRan 4 tests in 0.010s\n\nOK (skipped=1)\n", True, (3, 0, 1))
        self.check("Ran 4 tests in 0.010s\n\nFAILED (failures=1, errors=1)\n", False, (2, 2, 0))

    def test_qt_tests_are_counted_without_their_frame(self):
        self.check("Totals: 7 passed, 0 failed, 1 skipped, 0 blacklisted, 3ms\n", True, (5, 0, 1))
        self.check("Totals: 6 passed, 1 failed, 0 skipped, 0 blacklisted\n", False, (4, 1, 0))
        self.check("Totals: 7 passed, 0 failed, 0 skipped, 0 blacklisted\n", False, (5, 1, 0))
        self.check("Totals: 2 passed, 0 failed, 0 skipped, 0 blacklisted\n", True, (0, 1, 0))

    def test_any_other_program_is_one_test(self):
        self.check("anything\n", True, (1, 0, 0))
        self.check("", False, (0, 1, 0))


class CountsOfFiles(unittest.TestCase):
    def test_junit_statuses(self):
        text = """<?xml version="1.0"?><testsuite>
          <testcase name="a" status="run"><system-out>All tests passed (3 assertions in 3 test
 cases)</system-out></testcase>
          <testcase name="b" status="fail"><failure/><system-out>boom</system-out></testcase>
          <testcase name="c" status="notrun"><skipped/><system-out>SKIPPED: there is no X
</system-out></testcase>
          <testcase name="d" status="notrun"><failure message="not found"/></testcase>
        </testsuite>""".replace("test\n cases", "test cases")
        self.assertEqual(count_results.count_junit(text), ((3, 2, 1), ["c: there is no X"]))
        self.assertEqual(count_results.count_junit(text[:200]), ((0, 1, 0), []))

    def test_the_last_line_of_a_script(self):
        self.assertEqual(count_results.count_script("E01 off\n6 passed, 1 failed, 2 skipped\n"),
                         (6, 1, 2))
        self.assertEqual(count_results.count_script("Traceback\n"), (0, 1, 0))
        self.assertEqual(count_results.count_script(""), (0, 1, 0))


if __name__ == "__main__":
    unittest.main()
