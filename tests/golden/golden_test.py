#!/usr/bin/env python3
"""What the program prints for small scenarios, byte for byte, as reviewed in `expected/`.

GPUPLAN_REWRITE_GOLDEN=1 writes the expected files anew; the difference is then for review."""
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

PROGRAM = os.path.abspath(sys.argv.pop(1))
HERE = pathlib.Path(__file__).resolve().parent
REWRITE = os.environ.get("GPUPLAN_REWRITE_GOLDEN") == "1"


def masked(text):
    """Check sums and version change with any release; their forms are tested elsewhere."""
    text = re.sub(r"\b[0-9a-f]{64}\b", "<sha256>", text)
    return re.sub(r'("version": "|version )\d+\.\d+\.\d+', r"\1<version>", text)


def commands(folder):
    for line in (folder / "commands.txt").read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            name, words = line.split(": ", 1)
            yield name, words


class Golden(unittest.TestCase):
    maxDiff = None

    def check(self, folder, name, text):
        expected = folder / "expected" / name
        if REWRITE:
            expected.parent.mkdir(exist_ok=True)
            expected.write_text(text, encoding="utf-8", newline="")
            return
        self.assertTrue(expected.exists(), f"{expected} is missing: rewrite and review")
        self.assertEqual(expected.read_bytes().decode(), text, f"{folder.name}/{name}")

    def test_output_is_as_reviewed(self):
        folders = sorted(path.parent for path in HERE.glob("*/commands.txt"))
        self.assertTrue(folders)
        for folder in folders:
            with tempfile.TemporaryDirectory() as out:
                for name, words in commands(folder):
                    places = {"here": folder.relative_to(HERE.parent.parent), "out": out}
                    if words.startswith("@"):
                        text = pathlib.Path(words[1:].format(**places)).read_text(encoding="utf-8")
                    else:
                        done = subprocess.run(
                            [PROGRAM, *words.format(**places).split(), "--data",
                             str(folder / "data"), "--quiet"],
                            capture_output=True, cwd=HERE.parent.parent, timeout=60, check=False)
                        self.assertEqual(done.stderr.decode(), "", name)
                        self.assertEqual(done.returncode, 0, name)
                        text = done.stdout.decode()
                    self.assertNotIn("\r", text)
                    self.check(folder, name, masked(text))


if __name__ == "__main__":
    unittest.main()
