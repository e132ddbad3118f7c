#!/usr/bin/env python3
"""Includes follow the arrows of arrows.txt, and public headers need the standard library alone."""
import pathlib
import re
import tempfile
import unittest

from sources import ROOT, line_of, project_files, without_comments

INCLUDE = re.compile(r'^[ \t]*#[ \t]*include[ \t]+(?:<([^>\n]+)>|"([^"\n]+)")', re.M)
THIRD_PARTY_FREE = re.compile(r"^[a-z0-9_]+$")  # <vector>, <cstdint>: the standard library


def read_arrows(path):
    arrows = {}
    for line in path.read_text().splitlines():
        line = line.split("#")[0].strip()
        if line:
            module, others = line.split(":")
            arrows[module.strip()] = set(others.split())
    return arrows


def module_of(name):
    """The module that a source belongs to; None for a file that the arrows do not rule."""
    parts = pathlib.PurePath(name).parts
    if parts[0] == "gui":
        return "gui"
    if parts[:2] == ("engine", "cli"):
        return "cli"
    if parts[:2] == ("engine", "gpuplan") and len(parts) > 3:
        return parts[2]
    return None


def public_headers(root, names):
    """The headers that the modules' CMake files put into the installed file set."""
    found = set()
    for name in names:
        if re.fullmatch(r"engine/gpuplan/[a-z]+/CMakeLists\.txt", name):
            folder = name.rsplit("/", 1)[0]
            text = re.sub(r"#[^\n]*", "", (root / name).read_text())
            for files in re.findall(r"FILE_SET\s+HEADERS(.*?)\)", text, re.S):
                found |= {f"{folder}/{header}" for header in re.findall(r"[\w/]+\.hpp", files)}
    return found


def problems(root, names, arrows):
    public = public_headers(root, names)
    found = [f"{name}: listed as a public header, but there is no such file"
             for name in sorted(public) if not (root / name).is_file()]
    for name in names:
        if not name.endswith((".cpp", ".hpp", ".inc")):
            continue
        module = module_of(name)
        if module is None:
            continue
        if module not in arrows:
            found.append(f"{name}: module {module} has no line in arrows.txt")
            continue
        source = without_comments((root / name).read_text())
        for match in INCLUDE.finditer(source):
            place = f"{name}:{line_of(source, match.start())}"
            found += check_include(place, name, module, match, arrows, public, root)
    return found


def check_include(place, name, module, match, arrows, public, root):
    angled, quoted = match.groups()
    target = angled or quoted
    if quoted:
        # Quotes are for the folder's own private parts; gui includes from its root.
        if name in public:
            return [f'{place}: a public header includes "{quoted}"; write <gpuplan/...>']
        if ".." in quoted or quoted.startswith("gpuplan/"):
            return [f'{place}: "{quoted}" leaves its folder; write <gpuplan/...>']
        return []
    if target.startswith("gpuplan/"):
        to = target.split("/")[1]
        allowed = arrows[module] | {module, "base", "units"}
        if "*" not in allowed and to not in allowed:
            return [f"{place}: {module} may not include {to} ({target})"]
        header = f"engine/{target}"
        if not (root / header).is_file():
            return [f"{place}: there is no {header}"]
        if name in public and header not in public:
            return [f"{place}: a public header includes {target}, which is not installed"]
        return []
    if name in public and not THIRD_PARTY_FREE.match(target):
        return [f"{place}: a public header includes <{target}>; only <gpuplan/...> and the "
                "standard library are allowed"]
    return []


class TheProject(unittest.TestCase):
    def test_includes_follow_the_arrows(self):
        names = project_files()
        arrows = read_arrows(ROOT / "tests/lint/arrows.txt")
        self.assertGreater(len(public_headers(ROOT, names)), 20)
        found = problems(ROOT, names, arrows)
        if found:
            self.fail("\n" + "\n".join(found))

    def test_every_arrow_names_a_module_that_exists(self):
        arrows = read_arrows(ROOT / "tests/lint/arrows.txt")
        modules = {module_of(name) for name in project_files()} | {"*"}
        for module, others in arrows.items():
            self.assertLessEqual({module} | others, modules)


class TheCheckItself(unittest.TestCase):
    """Each planted fault must be found, in a small copy of the project's shape."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        self.put("engine/gpuplan/base/CMakeLists.txt", "PUBLIC FILE_SET HEADERS FILES a.hpp)")
        self.put("engine/gpuplan/base/a.hpp", "#include <vector>\n")
        self.put("engine/gpuplan/sim/CMakeLists.txt", "FILE_SET HEADERS FILES sim.hpp)")
        self.put("engine/gpuplan/sim/sim.hpp", "#include <gpuplan/base/a.hpp>\n")
        self.put("engine/gpuplan/sim/inner.hpp", "")
        self.put("engine/gpuplan/ledger/CMakeLists.txt", "FILE_SET HEADERS FILES book.hpp)")
        self.put("engine/gpuplan/ledger/book.hpp", "")
        self.arrows = {"base": set(), "sim": set(), "ledger": set(), "planner": {"*"},
                       "gui": {"sim"}}

    def put(self, name, text):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)

    def found(self):
        return problems(self.root, project_files(self.root), self.arrows)

    def check(self, name, text, *expected):
        self.put(name, text)
        self.assertEqual(self.found(), list(expected))

    def test_a_clean_tree_is_clean(self):
        self.assertEqual(self.found(), [])

    def test_a_wrong_arrow_is_found_with_its_line(self):
        self.check("engine/gpuplan/sim/x.cpp", "\n# include <gpuplan/ledger/book.hpp>\n",
                   "engine/gpuplan/sim/x.cpp:2: sim may not include ledger "
                   "(gpuplan/ledger/book.hpp)")

    def test_an_arrow_in_a_comment_or_from_the_planner_is_none(self):
        self.check("engine/gpuplan/sim/x.cpp", "// #include <gpuplan/ledger/book.hpp>\n"
                   "/*\n#include <gpuplan/ledger/book.hpp>\n*/\n")
        self.check("engine/gpuplan/planner/x.cpp", "#include <gpuplan/ledger/book.hpp>\n")

    def test_the_programs_are_ruled_too(self):
        self.check("gui/pages/x.cpp", "#include <gpuplan/ledger/book.hpp>\n",
                   "gui/pages/x.cpp:1: gui may not include ledger (gpuplan/ledger/book.hpp)")

    def test_a_module_without_line_is_found(self):
        self.check("engine/gpuplan/novel/x.cpp", "",
                   "engine/gpuplan/novel/x.cpp: module novel has no line in arrows.txt")

    def test_a_public_header_may_not_need_a_package(self):
        for header in ("nlohmann/json.hpp", "nlohmann/json_fwd.hpp", "unistd.h", "QString"):
            self.put("engine/gpuplan/sim/sim.hpp", f"#include <{header}>\n")
            self.assertEqual(len(self.found()), 1, header)

    def test_a_public_header_may_not_include_a_private_one(self):
        self.check("engine/gpuplan/sim/sim.hpp", "#include <gpuplan/sim/inner.hpp>\n",
                   "engine/gpuplan/sim/sim.hpp:1: a public header includes "
                   "gpuplan/sim/inner.hpp, which is not installed")
        self.check("engine/gpuplan/sim/sim.hpp", '#include "inner.hpp"\n',
                   'engine/gpuplan/sim/sim.hpp:1: a public header includes "inner.hpp"; write '
                   "<gpuplan/...>")

    def test_quotes_do_not_lead_around_the_arrows(self):
        self.put("engine/gpuplan/sim/x.cpp", '#include "../ledger/book.hpp"\n')
        self.assertEqual(len(self.found()), 1)


if __name__ == "__main__":
    unittest.main()
