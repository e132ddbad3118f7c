"""The project's files and C++ sources as the lint tests see them."""
import os
import pathlib
import re
import subprocess

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


def project_files(root=ROOT):
    """Paths of the project's files, relative to `root`, sorted: those under version control, or
    in a copy without it, all but build folders and results."""
    # The folder may belong to another user (CI as root), which git would refuse.
    listing = ["git", "-c", "safe.directory=*", "-C", str(root), "ls-files", "-z", "--cached"]
    try:
        if (root / ".git").exists():
            done = subprocess.run(listing, capture_output=True, check=True)
            names = [name for name in done.stdout.decode().split("\0") if name]
            return sorted(name for name in names if (root / name).is_file())
    except (OSError, subprocess.CalledProcessError):
        pass
    names = []
    for folder, folders, files in os.walk(root):
        folders[:] = [f for f in folders
                      if f not in (".git", "out", ".cache", "__pycache__")
                      and not f.startswith("build")]
        names += [os.path.relpath(os.path.join(folder, f), root) for f in files]
    return sorted(names)


TOKEN = re.compile(
    r'R"(?P<mark>[^ ()\\]*)\((?P<raw>.*?)\)(?P=mark)"'
    r'|"(?P<text>(?:[^"\\\n]|\\.)*)"'
    r"|(?<![0-9A-Fa-f])'(?:[^'\\\n]|\\.)*'"
    r"|//[^\n]*|/\*.*?\*/", re.S)


def without_comments(source):
    """The source with comments blanked, so that offsets and line numbers stay."""
    def blank(match):
        text = match.group(0)
        return re.sub(r"[^\n]", " ", text) if text.startswith(("//", "/*")) else text
    return TOKEN.sub(blank, source)


def line_of(source, offset):
    return source.count("\n", 0, offset) + 1
