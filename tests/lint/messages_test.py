#!/usr/bin/env python3
"""Message keys: each one used exists, each one that exists is used, with enough arguments."""
import pathlib
import re
import unittest

from sources import ROOT, TOKEN, line_of, project_files, without_comments

ENTRY = re.compile(r'\{\s*"([^"]+)"\s*,\s*((?:"(?:[^"\\\n]|\\.)*"\s*,?\s*)+)\}')
# Calls whose string argument is a key, and whose next braced argument fills its gaps.
CALLS = {"text", "Message", ".error", ".warning", ".note", ".outside", ".usage"}
FILE_NAMES = re.compile(r"\.(json|csv|md|html|pdf|xlsx|txt|svg|png)$")


def read_table(texts):
    """{key: number of arguments it asks for}, and the problems of the table itself."""
    table, found = {}, []
    for name, text in texts.items():
        section = pathlib.PurePath(name).stem
        body = re.sub(r"^\s*//[^\n]*", "", text, flags=re.M)
        rest = ENTRY.sub("", body).replace(",", "").strip()
        if rest:
            found.append(f"{name}: not an entry: {rest.splitlines()[0][:80]}")
        for match in ENTRY.finditer(body):
            key = match.group(1)
            if key in table:
                found.append(f"{name}: {key} stands twice")
            if not re.fullmatch(rf"{section}(\.[a-z0-9_]+)+", key):
                found.append(f"{name}: {key} does not begin with {section}.")
            # A text may leave out arguments that its call gives for others of its kind.
            gaps = [int(gap) for gap in re.findall(r"\{(\d)\}", match.group(2))]
            table[key] = max(gaps, default=-1) + 1
    return table, found


def enclosing_call(source, offset):
    """The name before the bracket that `offset` stands in: `text(`, `Message{`; a member's name
    with its dot: `.error(`."""
    depth = 0
    for i in range(offset - 1, max(-1, offset - 2000), -1):
        c = source[i]
        if c in ")}]":
            depth += 1
        elif c in "({[":
            if depth == 0:
                before = re.search(r"((?:\.|->)?\w+)\s*$", source[max(0, i - 60):i])
                return before.group(1).replace("->", ".") if before else ""
            depth -= 1
        elif c == ";" and depth == 0:
            return ""
    return ""


def braced_arguments(source, offset):
    """How many arguments the braced list right after `offset` holds; None if there is no list,
    or its length can not be seen."""
    match = re.compile(r"\s*,\s*\{").match(source, offset)
    if not match:
        return 0 if re.compile(r"\s*[)}]").match(source, offset) else None
    depth, count, seen = 1, 0, False
    position = match.end()
    while position < len(source):
        literal = TOKEN.match(source, position)
        if literal:
            seen, position = True, literal.end()
            continue
        c = source[position]
        if c in "({[":
            depth += 1
        elif c in ")}]":
            depth -= 1
            if depth == 0:
                return count + (1 if seen else 0)
        elif c == "," and depth == 1:
            count, seen = count + 1, False
            position += 1
            continue
        seen = seen or not c.isspace()
        position += 1
    return None


def problems(table, sections, sources):
    """`sources`: {name: text}. Keys are strings `section.name`; those built from parts are seen by
    a prefix that ends with a dot."""
    found, used, prefixes = [], set(), set()
    literal_key = re.compile(rf"(?:{'|'.join(sorted(sections))})(?:\.[a-z0-9_]+)*\.?")
    for name, text in sources.items():
        source = without_comments(text)
        for match in TOKEN.finditer(source):
            value = match.group("text")
            if value is None or not literal_key.fullmatch(value) or "." not in value:
                continue
            if value.endswith("."):
                prefixes.add(value)
                continue
            place = f"{name}:{line_of(source, match.start())}"
            call = enclosing_call(source, match.start())
            if value not in table:
                # A formula's name or a file's name looks like a key, but is no call's argument.
                if call in CALLS or not (FILE_NAMES.search(value) or "/selfcheck/" in name):
                    found.append(f"{place}: there is no message {value}")
                continue
            used.add(value)
            given = braced_arguments(source, match.end()) if call in CALLS else None
            if given is not None and given < table[value]:
                found.append(f"{place}: {value} asks for {table[value]} arguments, "
                             f"{given} are given")
    for key in sorted(table):
        if key not in used and not any(key.startswith(prefix) for prefix in prefixes):
            found.append(f"{key}: used nowhere")
    return found


class TheProject(unittest.TestCase):
    def test_keys_and_table_agree(self):
        names = project_files()
        table_names = [n for n in names if n.startswith("engine/gpuplan/base/messages/")]
        table, found = read_table({n: (ROOT / n).read_text() for n in table_names})
        self.assertGreater(len(table), 20)
        sections = {pathlib.PurePath(n).stem for n in table_names}
        sources = {n: (ROOT / n).read_text() for n in names
                   if n.startswith(("engine/", "gui/")) and n.endswith((".cpp", ".hpp"))}
        found += problems(table, sections, sources)
        if found:
            self.fail("\n" + "\n".join(found))

    def test_every_section_is_part_of_the_table(self):
        source = (ROOT / "engine/gpuplan/base/messages.cpp").read_text()
        included = set(re.findall(r'#include "(messages/[a-z]+\.inc)"', source))
        files = {n.removeprefix("engine/gpuplan/base/") for n in project_files()
                 if re.fullmatch(r"engine/gpuplan/base/messages/[a-z]+\.inc", n)}
        self.assertEqual(included, files)


class TheCheckItself(unittest.TestCase):
    TABLE = {"io.two": 2, "io.none": 0}

    def check(self, source, *expected):
        source += '\nvoid all() { text("io.none"); d.error(at, "io.two", {a, b}); }'
        self.assertEqual(problems(self.TABLE, {"io"}, {"x.cpp": source}), list(expected))

    def test_clean_sources_are_clean(self):
        self.check('d.error({file, 1, 2, ""}, "io.two", {inQuotes(f(a, b)), "b, c"});')
        self.check('text(Message{"io.two", {a, b}}); text("io.none", language);')
        self.check("// d.error(at, \"io.gone\", {a});")
        self.check('write("io.json");')

    def test_an_unknown_key_is_found(self):
        self.check('\nd.error(at, "io.gone", {a});', "x.cpp:2: there is no message io.gone")
        self.check('row = {3, "io.gone"};', "x.cpp:1: there is no message io.gone")

    def test_too_few_arguments_are_found(self):
        self.check('d.error(at, "io.two", {f(a, b)});',
                   "x.cpp:1: io.two asks for 2 arguments, 1 are given")
        self.check('text("io.two");', "x.cpp:1: io.two asks for 2 arguments, 0 are given")
        self.check('d.note(at, "io.two", {});', "x.cpp:1: io.two asks for 2 arguments, 0 are given")

    def test_what_can_not_be_seen_is_not_complained_of(self):
        self.check('d.error(at, "io.two", arguments); trouble(path, "io.two", {a});')
        self.check('outside(path, "io.two", {a});')

    def test_a_key_used_nowhere_is_found(self):
        self.assertEqual(problems({"io.a": 0, "io.b.c": 0}, {"io"}, {"x.cpp": 'text("io.a")'}),
                         ["io.b.c: used nowhere"])
        self.assertEqual(problems({"io.b.c": 0}, {"io"}, {"x.cpp": 'text("io.b." + name)'}), [])

    def test_faults_of_the_table_are_found(self):
        table, found = read_table({"m/io.inc": '// Texts.\n{"io.a", "x {0} {1}"},\n'
                                               '{"io.a", "y"},\n{"sim.b", "z"},\n'
                                               '{"io.c",\n "two " "parts {1}"},\nloose\n'})
        self.assertEqual(found, ["m/io.inc: not an entry: loose", "m/io.inc: io.a stands twice",
                                 "m/io.inc: sim.b does not begin with io."])
        self.assertEqual(table, {"io.a": 0, "sim.b": 0, "io.c": 2})


if __name__ == "__main__":
    unittest.main()
