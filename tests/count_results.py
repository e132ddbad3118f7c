#!/usr/bin/env python3
"""Counts test cases in JUnit files of ctest, and in outputs of acceptance scripts.

usage: count_results.py FILE...     prints `PASSED FAILED SKIPPED`, and to stderr why some skipped

FILE.xml is what `ctest --output-junit` wrote. A Catch2 program counts as the test cases its summary
names, a Python unittest and a Qt test as their tests, any other test as one; a program that ended badly counts at least one failure, and so does
one that ran nothing. A passed case that warned `skipped: reason` counts as skipped.
FILE of any other name is a script's output, whose last line is `N passed, N failed, N skipped`.
"""
import re
import sys
import xml.etree.ElementTree as ElementTree

ALL_PASSED = re.compile(r"^All tests passed \(.* in (\d+) test cases?\)$", re.M)
CASES = re.compile(r"^test cases:\s*\d+((?:\s*\|\s*\d+ [a-z ]+)*)\s*$", re.M)
ASSERTIONS = re.compile(r"^(?:assertions: - none -|No tests ran)", re.M)
PYTHON = re.compile(r"^Ran (\d+) tests? in .*\n\n(OK|FAILED)(?: \((.*)\))?$", re.M)
SKIPPED = re.compile(r"warning:\n\s*skipped?\b", re.I)
REASON = re.compile(r"\bskipped[: ]+'?(\S.*?)'?$", re.I | re.M)
QT = re.compile(r"^Totals: (\d+) passed, (\d+) failed, (\d+) skipped", re.M)
QT_FRAME = 2  # initTestCase and cleanupTestCase count as passed, but test nothing
SCRIPT = re.compile(r"^(\d+) passed, (\d+) failed(?:, (\d+) skipped)?$")


def count_output(output, good):
    """(passed, failed, skipped) of one ctest test from what it printed and whether it ended well."""
    python = PYTHON.search(output)
    if python:
        ran = int(python.group(1))
        notes = dict(re.findall(r"(\w+)=(\d+)", python.group(3) or ""))
        skipped = int(notes.get("skipped", 0))
        failed = int(notes.get("failures", 0)) + int(notes.get("errors", 0))
        if failed == 0 and (not good or ran == 0):
            failed = 1
        return max(0, ran - failed - skipped), failed, skipped
    totals = [tuple(map(int, found)) for found in QT.findall(output)]
    if totals:
        passed = sum(max(0, one[0] - QT_FRAME) for one in totals)
        failed = sum(one[1] for one in totals)
        return passed, max(failed, 0 if good and passed else 1), sum(one[2] for one in totals)
    passed = failed = 0
    whole = ALL_PASSED.search(output)
    parts = CASES.search(output)
    if whole:
        passed = int(whole.group(1))
    elif parts:
        for number, word in re.findall(r"(\d+) ([a-z ]+)", parts.group(1)):
            if word.strip() == "passed":
                passed += int(number)
            else:  # "failed", "failed as expected"
                failed += int(number) if word.strip() == "failed" else 0
                passed += int(number) if word.strip() == "failed as expected" else 0
    elif ASSERTIONS.search(output):
        return 0, 1, 0
    elif good:
        passed = 1
    if not good and failed == 0:
        failed = 1
    skipped = min(passed, len(SKIPPED.findall(output)))
    return passed - skipped, failed, skipped


def count_junit(text):
    """(passed, failed, skipped) of a JUnit file, and why tests skipped, in order, each once."""
    total, reasons = [0, 0, 0], {}
    try:
        cases = list(ElementTree.fromstring(text).iter("testcase"))
    except ElementTree.ParseError:
        return (0, 1, 0), []
    for case in cases:
        output = case.findtext("system-out") or ""
        status = case.get("status")
        if status in ("disabled", "notrun") and case.find("failure") is None:
            counts = (0, 0, 1)
        else:
            counts = count_output(output, status == "run")
        total = [a + b for a, b in zip(total, counts)]
        if counts[2]:
            for reason in REASON.findall(output):
                reasons[f"{case.get('name')}: {reason}"] = None
    return tuple(total), list(reasons)


def count_script(text):
    lines = text.strip().splitlines()
    found = SCRIPT.match(lines[-1]) if lines else None
    return tuple(int(n or 0) for n in found.groups()) if found else (0, 1, 0)


def main():
    total = [0, 0, 0]
    for name in sys.argv[1:]:
        with open(name, encoding="utf-8", errors="replace") as file:
            text = file.read()
        if name.endswith(".xml"):
            counts, reasons = count_junit(text)
            for reason in reasons:
                print("skipped:", reason, file=sys.stderr)
        else:
            counts = count_script(text)
        total = [a + b for a, b in zip(total, counts)]
    print(*total)


if __name__ == "__main__":
    main()
