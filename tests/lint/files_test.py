#!/usr/bin/env python3
"""Every file: its form, no paths of one machine, no loose ends; JSON that parses."""
import json
import pathlib
import re
import subprocess
import unittest

from sources import ROOT, project_files

TEXT = {".cpp", ".hpp", ".inc", ".py", ".sh", ".txt", ".cmake", ".md", ".json", ".csv", ".html",
        ".yml", ".in", ".svg", ".qrc", ""}
# Wrong and odd files on purpose: what readers must cope with.
TEST_INPUT = re.compile(r"^tests/(?!.*(\.cpp|\.hpp|\.py|\.sh|CMakeLists\.txt)$)")
FORBIDDEN = [
    (re.compile(r"(?<![\w.$}])/(?:root|home|work|Users)/\w"), "a path of one machine"),
    (re.compile(r"\b(?:FIXME|XXX|HACK)\b"), "an unfinished mark"),
    (re.compile(r"\bTODO\b(?!\(#\d+\))"), "TODO without an issue number, as in TODO(#12)"),
]


def text_problems(name, content):
    """Problems of one text file, given as bytes."""
    found = []
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError as error:
        return [f"{name}: not UTF-8 at byte {error.start}"]
    if "\r" in text:
        found.append(f"{name}: has carriage returns; lines end with LF alone")
    if text and not text.endswith("\n"):
        found.append(f"{name}: does not end with a line feed")
    if text.endswith("\n\n"):
        found.append(f"{name}: ends with an empty line")
    for number, line in enumerate(text.split("\n"), 1):
        for pattern, what in FORBIDDEN:
            if pattern.search(line):
                found.append(f"{name}:{number}: {what}")
    return found


def unique_keys(pairs):
    keys = [key for key, _ in pairs]
    twice = sorted({key for key in keys if keys.count(key) > 1})
    if twice:
        raise ValueError(f"keys stand twice: {', '.join(twice)}")
    return dict(pairs)


def no_constant(word):
    raise ValueError(f"{word} is no JSON number")


def json_problems(name, text):
    try:
        json.loads(text, object_pairs_hook=unique_keys, parse_constant=no_constant)
    except ValueError as error:
        return [f"{name}: {error}"]
    return []


class TheProject(unittest.TestCase):
    def test_text_files_are_in_form(self):
        found, seen = [], 0
        for name in project_files():
            path = pathlib.PurePath(name)
            if path.suffix not in TEXT or TEST_INPUT.match(name) or name == "tests/lint/files_test.py":
                continue
            seen += 1
            found += text_problems(name, (ROOT / name).read_bytes())
        self.assertGreater(seen, 50)
        if found:
            self.fail("\n" + "\n".join(found))

    def test_scenarios_and_data_are_json(self):
        found = []
        for name in project_files():
            if name.endswith(".json") and not TEST_INPUT.match(name):
                found += json_problems(name, (ROOT / name).read_text())
        if found:
            self.fail("\n" + "\n".join(found))

    def test_scripts_can_be_run(self):
        for name in project_files():
            content = (ROOT / name).read_bytes()
            if name.endswith(".sh"):
                self.assertTrue(content.startswith(b"#!/usr/bin/env bash\n"), f"{name}: no #! line")
            if content.startswith(b"#!") and not name.endswith(".py"):
                self.assertTrue((ROOT / name).stat().st_mode & 0o100, f"{name} is not executable")
            if content.startswith(b"#!/usr/bin/env bash"):
                said = subprocess.run(["bash", "-n", name], cwd=ROOT, capture_output=True, text=True)
                self.assertEqual(said.stderr, "")


class TheCheckItself(unittest.TestCase):
    def found(self, content):
        return text_problems("f", content)

    def test_a_clean_text_is_clean(self):
        self.assertEqual(self.found(b"a\nTODO(#12) b\n../work/x https://a.org/work/b\n"), [])
        self.assertEqual(self.found(b""), [])

    def test_each_fault_of_form_is_found(self):
        self.assertEqual(len(self.found(b"a\r\n")), 1)
        self.assertEqual(len(self.found(b"a")), 1)
        self.assertEqual(len(self.found(b"a\n\n")), 1)
        self.assertEqual(len(self.found(b"\xff\n")), 1)

    def test_each_forbidden_word_is_found_with_its_line(self):
        for line in (b"see /home/me/x", b'"/root/x"', b"TODO later", b"TODO(me)", b"FIXME"):
            self.assertEqual(len(self.found(b"\n" + line + b"\n")), 1, line)
            self.assertTrue(self.found(b"\n" + line + b"\n")[0].startswith("f:2: "))

    def test_wrong_json_is_found(self):
        self.assertEqual(json_problems("f", '{"a": [1, 2.5, "x"]}'), [])
        for text in ("", "{", '{"a": NaN}', '{"a": 1, "a": 2}', '{"a": 1,}'):
            self.assertEqual(len(json_problems("f", text)), 1, text)


if __name__ == "__main__":
    unittest.main()
