#!/usr/bin/env python3
"""Every C++ file is as clang-format 14 writes it."""
import os
import shutil
import subprocess
import tempfile
import unittest
from concurrent.futures import ThreadPoolExecutor

from sources import ROOT, project_files


def formatter():
    """clang-format of version 14; others format otherwise."""
    for name in ("clang-format-14", "clang-format"):
        path = shutil.which(name)
        if path:
            said = subprocess.run([path, "--version"], capture_output=True, text=True).stdout
            if " version 14." in said:
                return path
    return None


def unformatted(path, names):
    """What clang-format complains of, a piece of the files at a time."""
    def check(piece):
        return subprocess.run([path, "--dry-run", "-Werror", "--ferror-limit=1", *piece], cwd=ROOT,
                              capture_output=True, text=True).stderr
    pieces = [names[i:i + 20] for i in range(0, len(names), 20)]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        return "".join(pool.map(check, pieces))


@unittest.skipUnless(formatter(), "clang-format 14 is not installed")
class Format(unittest.TestCase):
    def test_sources_are_formatted(self):
        names = [n for n in project_files() if n.endswith((".cpp", ".hpp"))]
        self.assertGreater(len(names), 50)
        self.assertEqual(unformatted(formatter(), names), "")

    def test_a_badly_formatted_file_is_found(self):
        with tempfile.NamedTemporaryFile(suffix=".cpp") as file:
            file.write(b"int  main( ){return 0 ;}\n")
            file.flush()
            self.assertIn("error", unformatted(formatter(), [file.name]))


if __name__ == "__main__":
    unittest.main()
