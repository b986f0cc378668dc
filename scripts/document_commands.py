"""Commands of the shell in blocks of documents that are indented by four spaces: finds them, and
checks without running them that everything exists that they name."""

import json
import re
import shlex
import subprocess
import textwrap
from pathlib import Path

TOP = Path(__file__).resolve().parent.parent
PROGRAMS = {
    "apt",
    "c++",
    "cc",
    "cmake",
    "compute-sanitizer",
    "ctest",
    "ddblas",
    "g++",
    "gfortran",
    "git",
    "grep",
    "ldconfig",
    "lintian",
    "pip",
    "pkg-config",
    "python3",
}
FENCED = re.compile(r"^ *```.*?^ *```$", re.M | re.S)
INDENTED = re.compile(r"(?:^ *<!-- (frame|not run): ([^\n]*?) -->\n)?^\n((?:^    [^\n]*\n|^\n(?=    ))+)", re.M)


def indented_blocks(text):
    """The indented blocks of a page: line of the first one, comment before the block, its text."""
    # Fenced blocks become empty lines, so that numbers of lines stay.
    text = FENCED.sub(lambda fenced: "\n" * fenced[0].count("\n"), text)
    for found in INDENTED.finditer(text):
        if found[3].strip():
            yield (
                text.count("\n", 0, found.start(3)) + 1,
                found[1],
                found[2],
                textwrap.dedent(found[3]).strip("\n") + "\n",
            )


def commands(block):
    """The commands of a block as lists of words, without comments; a backslash continues a line."""
    for line in block.replace("\\\n", " ").split("\n"):
        reader = shlex.shlex(line, posix=True, punctuation_chars=True)
        reader.whitespace_split = True
        words = []
        for word in list(reader) + [";"]:
            if set(word) <= set("&|;()"):
                if words:
                    yield words
                words = []
            else:
                words.append(word)


def without_variables(words):
    count = next((i for i, word in enumerate(words) if not re.match(r"[A-Za-z_]\w*=", word)), len(words))
    return words[count:]


def is_shell(block):
    """Whether the first command, after assignments to variables, is a program that documents call."""
    try:
        word = next((rest[0] for rest in map(without_variables, commands(block)) if rest), "")
    except ValueError:  # an apostrophe in a formula
        return False
    return word in PROGRAMS or bool(re.match(r"(scripts|build[\w-]*|\.ci)/", word))


def read(*folders):
    return "".join(
        f.read_text(errors="replace")
        for folder in folders
        for f in sorted((TOP / folder).rglob("*"))
        if f.is_file() and f.suffix in (".c", ".h", ".cpp", ".cu", ".cuh", ".cmake", ".sh", ".py", ".def")
    )


class Checker:
    """Knows what commands may name. `ddblas` is the path of the command, or None."""

    def __init__(self, ddblas=None):
        self.ddblas, self.help = ddblas, {}
        presets = json.loads((TOP / "CMakePresets.json").read_text())
        self.presets = {preset["name"] for kind in ("configurePresets", "buildPresets") for preset in presets[kind]}
        self.cmake = (TOP / "CMakeLists.txt").read_text() + "".join(
            f.read_text() for f in (TOP / "cmake").glob("*.cmake")
        )
        self.variables = None

    def wrong(self, block):
        """Says what a block's commands name that does not exist: a list of sentences."""
        return [sentence for words in commands(block) for sentence in self.wrong_command(words)]

    def wrong_command(self, words):
        rest = without_variables(words)
        for word in words[: len(words) - len(rest)]:
            if word.startswith("DDBLAS_") and not self.knows_variable(word.partition("=")[0]):
                yield f"{word}: no source reads this variable"
        if not rest:
            return
        program = rest[0]
        if re.match(r"(scripts|\.ci|examples)/", program):
            yield from self.wrong_script(rest)
        elif re.match(r"build[\w-]*/", program):
            yield from self.wrong_program(rest)
        elif program == "ddblas":
            yield from self.wrong_options(rest)
        elif program in ("cmake", "pip"):
            yield from self.wrong_cmake(rest)
        for word in rest[1:]:
            if re.match(r"(scripts|examples|docs|include)/[\w/.-]+$", word) and not (TOP / word).exists():
                yield f"{word}: there is no such file"

    def knows_variable(self, name):
        if self.variables is None:
            self.variables = set(
                re.findall(
                    r"(?:\"|\$\{?)(DDBLAS_\w+)", read("src", "reference", "validation", "cli", "bench", "scripts")
                )
            )
        return name in self.variables

    def wrong_script(self, words):
        script = TOP / words[0]
        if not script.exists():
            yield f"{words[0]}: there is no such script"
            return
        text = script.read_text()
        for option in (word.partition("=")[0] for word in words[1:] if re.match(r"--?[a-z]", word)):
            if option not in text:
                yield f"{words[0]} {option}: there is no such option"

    def wrong_program(self, words):
        name = Path(words[0]).name
        if name == "ddblas":
            yield from self.wrong_options(["ddblas"] + words[1:])
            return
        sources = [
            f
            for folder in ("bench", "validation")
            for f in (TOP / folder).rglob(f"{name}.*")
            if f.suffix in (".c", ".cpp", ".cu")
        ]
        made = re.search(rf"\b{name}\b", (TOP / "validation/tests.cmake").read_text())
        if not sources and not made:
            yield f"{words[0]}: no source makes this program"
        for option in (word for word in words[1:] if sources and re.match(r"--?[a-z]", word)):
            if f'"{option}"' not in sources[0].read_text():
                yield f"{words[0]} {option}: there is no such option"

    def wrong_options(self, words):
        if not self.ddblas or len(words) < 2 or words[1].startswith("-"):
            return
        command = words[1]
        if command not in self.help:
            done = subprocess.run([self.ddblas, command, "--help"], capture_output=True, text=True)
            self.help[command] = done.stdout if done.returncode == 0 else ""
        if not self.help[command]:
            yield f"ddblas {command}: there is no such command"
        for option in (word.partition("=")[0] for word in words[2:] if re.match(r"--?[a-z]", word)):
            if not re.search(rf"(?<![\w-]){option}(?![\w-])", self.help[command]):
                yield f"ddblas {command} {option}: there is no such option"

    def wrong_cmake(self, words):
        for i, word in enumerate(words):
            if word == "--preset" and words[i + 1] not in self.presets:
                yield f"{words[i + 1]}: there is no such preset"
            option = re.search(r"(?:-D|cmake\.define\.)(DDBLAS_\w+)", word)
            if option and not re.search(rf"\b{option[1]}\b", self.cmake):
                yield f"{option[1]}: CMake does not know this option"
