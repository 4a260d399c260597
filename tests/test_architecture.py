"""Who may import whom, and other promises about the shape of the code."""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
LONGEST = 50  # lines of a function

QT = {"pyqtgraph"} | {f"PySide6.{name}" for name in ("QtCore", "QtGui", "QtWidgets", "QtSvg", "QtSvgWidgets")}
# What a part of the window may know of the engine: its tables, types and errors, but not how to make it work.
TABLES = {
    "engine.analogy",
    "engine.carried",
    "engine.character",
    "engine.check",
    "engine.clustering",
    "engine.compare",
    "engine.connections",
    "engine.costs",
    "engine.density",
    "engine.dictionary",
    "engine.dot_terms",
    "engine.edits",
    "engine.errors",
    "engine.examples",
    "engine.fading",
    "engine.forgetting",
    "engine.formulas",
    "engine.head_sum",
    "engine.heads",
    "engine.journey",
    "engine.laboratory",
    "engine.laboratory_parameters",
    "engine.maps",
    "engine.mixing",
    "engine.memories",
    "engine.models",
    "engine.names",
    "engine.nearest",
    "engine.ngrams",
    "engine.opening",
    "engine.pair_terms",
    "engine.pasted",
    "engine.paths",
    "engine.pieces",
    "engine.projection",
    "engine.ranking",
    "engine.recipes",
    "engine.run",
    "engine.same_word",
    "engine.scaling",
    "engine.scales",
    "engine.search",
    "engine.sequences",
    "engine.similarity",
    "engine.steps",
    "engine.text",
    "engine.trace",
    "engine.translation_text",
    "engine.vectors",
    "engine.word_group",
    "engine.words",
}
LOOKS = {"gui.colormaps", "gui.theme", "gui.widgets"}
CHOICES = {
    f"gui.{name}"
    for name in (
        *(
            "characters",
            "chosen",
            "faces",
            "metrics",
            "one_word",
            "owners",
            "results",
            "results_of_desks",
            "session",
            "sides",
            "pages",
            "state",
            "terms",
            "view",
            "whatif",
        ),
        *("measures", "playing", "reading", "wording"),
        *("seq_address", "seq_alignment", "seq_changes", "seq_faces", "seq_view", "seq_walk", "translation"),
    )
}

# The longest matching name decides.  A set is all that may be imported beyond Python's library and one's own
# package.
MAY_IMPORT = {
    "engine": {"engine", "numpy", "safetensors", "sklearn", "threadpoolctl", "tokenizers"},
    "gui": {"gui", "numpy"} | QT | TABLES,
    "gui.app": {"gui", "engine", "numpy"} | QT,
    "gui.colormaps": {"numpy"},
    "gui.compute": {
        "engine.errors",
        "gui.opening",
        "gui.session",
        "gui.shelf",
        "gui.workroom",
        "PySide6.QtCore",
    },
    "gui.characters": {"numpy", "PySide6.QtCore"} | CHOICES | LOOKS | TABLES,
    "gui.chosen": {"numpy"} | CHOICES | LOOKS | TABLES,
    "gui.faces": {"numpy"} | CHOICES | LOOKS | TABLES,
    "gui.measures": {"gui.exporting.tables", "PySide6.QtCore"} | CHOICES | LOOKS | TABLES,
    "gui.metrics": {"numpy", "PySide6.QtCore"} | CHOICES | LOOKS | TABLES,
    "gui.opening": {"engine", "gui.results", "gui.session", "gui.shelf", "gui.state", "PySide6.QtCore"},
    "gui.one_word": {"numpy", "PySide6.QtCore"} | CHOICES | LOOKS | TABLES,
    "gui.panes": {"gui.panes.base", "gui.parts", "numpy"} | CHOICES | LOOKS | QT | TABLES,
    "gui.parts": {"gui.panes.base", "gui.parts", "numpy"} | CHOICES | LOOKS | QT | TABLES,
    "gui.exporting": {"gui.exporting", "engine.vectors", "gui.theme", "numpy"} | QT,
    "gui.playing": CHOICES | TABLES,
    "gui.reading": {"numpy", "PySide6.QtCore"} | CHOICES | LOOKS | TABLES,
    "gui.remarks": set(),
    "gui.owners": TABLES,
    "gui.results": {"gui.owners", "gui.remarks", "gui.results_of_desks", "gui.state", "numpy"} | TABLES,
    "gui.results_of_desks": {"gui.state", "numpy"} | TABLES,
    "gui.seq_address": TABLES,
    "gui.seq_alignment": {"numpy"} | CHOICES | LOOKS | TABLES,
    "gui.seq_changes": CHOICES | TABLES,
    "gui.seq_commands": CHOICES | TABLES,
    "gui.seq_faces": {"numpy"} | CHOICES | LOOKS | TABLES,
    "gui.seq_view": {"gui.owners", "gui.seq_walk", "gui.state"} | TABLES,
    "gui.seq_walk": TABLES,
    "gui.session": {"gui.results", "gui.state", "PySide6.QtCore", "PySide6.QtGui", "shiboken6"} | TABLES,
    "gui.pages": set(),
    "gui.state": {"gui.pages"} | TABLES,
    "gui.shelf": {"engine", "gui.results", "gui.state"},
    "gui.sides": {"numpy", "PySide6.QtCore"} | CHOICES | LOOKS | TABLES,
    "gui.stylesheet": set(),
    "gui.theme": {"gui.colormaps", "gui.stylesheet", "engine.paths", "numpy"} | QT,
    "gui.translation": CHOICES | TABLES,
    "gui.view": {"gui.owners", "gui.seq_address", "gui.state", "numpy"} | TABLES,
    "gui.widgets": {"engine.density", "engine.paths", "engine.scales", "numpy"} | LOOKS | QT,
    "gui.wording": {
        "gui.owners",
        "gui.remarks",
        "gui.results",
        "gui.results_of_desks",
        "gui.seq_view",
        "gui.seq_walk",
        "gui.state",
        "gui.view",
        "gui.widgets",
        "gui.wording",
        "PySide6.QtCore",
    }
    | TABLES,
    "gui.rooms": {
        "engine",
        "gui.owners",
        "gui.results",
        "gui.results_of_desks",
        "gui.rooms",
        "gui.shelf",
        "gui.state",
        "gui.view",
        "numpy",
    },
    "gui.workroom": {
        "engine",
        "gui.exporting",
        "gui.remarks",
        "gui.results",
        "gui.results_of_desks",
        "gui.rooms",
        "gui.session_file",
        "gui.shelf",
        "gui.state",
        "gui.view",
    },
    "main": {"gui"},
}
NETWORK = {"ftplib", "http", "smtplib", "socket", "ssl", "urllib.request", "xmlrpc"}
RUNS_WHAT_IT_READS = {"dill", "joblib", "marshal", "pickle", "shelve"}

FOLDERS = (".ci", "data", "docs", "engine", "gui", "resources", "scripts", "tests")
NOT_TEXT = {".gz", ".ico", ".npy", ".npz", ".otf", ".png", ".pyc", ".qm", ".safetensors"}
BUILD_MACHINE = re.compile(r"/home/[\w.-]+/|/Users/[\w.-]+/|/roo[t]/|/tmp/bas[h]|[A-Z]:\\Users\\")


def modules() -> Iterator[tuple[str, ast.Module]]:
    for path in (*ROOT.glob("main.py"), *ROOT.glob("engine/**/*.py"), *ROOT.glob("gui/**/*.py")):
        name = ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
        yield name, ast.parse(path.read_text(encoding="utf-8"), str(path))


MODULES = dict(modules())
each_module = pytest.mark.parametrize("name", MODULES)


def imports(name: str) -> Iterator[str]:
    """Names of modules; ``from engine import fast`` counts as engine.fast."""
    for node in ast.walk(MODULES[name]):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"line {node.lineno}: a relative import"
            for alias in node.names:
                full = f"{node.module}.{alias.name}"
                yield full if full in MODULES or node.module == "PySide6" else str(node.module)


def within(name: str, prefixes: set[str]) -> bool:
    return any(name == prefix or name.startswith(f"{prefix}.") for prefix in prefixes)


@each_module
def test_imports_only_what_it_may(name: str) -> None:
    rule = max((prefix for prefix in MAY_IMPORT if within(name, {prefix})), key=len)
    allowed = MAY_IMPORT[rule] | sys.stdlib_module_names | {".".join(name.split(".")[:3])}
    assert [i for i in imports(name) if not within(i, allowed)] == [], f"the rule is that of {rule}"


@each_module
def test_uses_no_network_and_runs_nothing_it_reads(name: str) -> None:
    assert [i for i in imports(name) if within(i, NETWORK | RUNS_WHAT_IT_READS)] == []
    calls = [node for node in ast.walk(MODULES[name]) if isinstance(node, ast.Call)]
    assert [c.lineno for c in calls if isinstance(c.func, ast.Name) and c.func.id in {"eval", "exec"}] == []
    assert [c.lineno for c in calls if any(k.arg == "allow_pickle" for k in c.keywords)] == []


@each_module
def test_functions_fit_on_a_screen(name: str) -> None:
    functions = [n for n in ast.walk(MODULES[name]) if isinstance(n, ast.FunctionDef | ast.AsyncFunctionDef)]
    assert [f.name for f in functions if (f.end_lineno or 0) - f.lineno >= LONGEST] == []


def after_importing_the_engine(code: str, *blocked: str) -> str:
    """What ``code`` prints in a new process, once all of the engine is imported and ``blocked`` cannot be."""
    lines = ["import sys", f"sys.modules.update(dict.fromkeys({blocked}))"]
    lines += [f"import {name}" for name in MODULES if within(name, {"engine"})]
    command = [sys.executable, "-W", "error", "-c", "\n".join([*lines, code])]
    return subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout


def test_engine_works_where_qt_does_not_exist() -> None:
    said = after_importing_the_engine("print('ready')", "PySide6", "shiboken6", "pyqtgraph", "gui")
    assert said == "ready\n"


def test_engine_starts_without_what_is_slow_to_import() -> None:
    loaded = after_importing_the_engine("print(*sys.modules)").split()
    assert {"numpy", "engine"} <= set(loaded)
    assert {"sklearn", "scipy", "torch", "transformers", "PySide6"}.isdisjoint(loaded)


def written_files() -> Iterator[Path]:
    patterns = ["*.md", "*.toml", *(f"{folder}/**/*" for folder in FOLDERS)]
    paths = (path for pattern in patterns for path in ROOT.glob(pattern))
    return (path for path in paths if path.is_file() and path.suffix not in NOT_TEXT)


def test_no_file_names_a_place_on_the_machine_it_was_made_on() -> None:
    found = {path: BUILD_MACHINE.search(path.read_text(encoding="utf-8")) for path in written_files()}
    assert {str(path.relative_to(ROOT)): match[0] for path, match in found.items() if match} == {}
