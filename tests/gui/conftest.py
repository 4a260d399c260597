"""Results for panes: made once by the real engine from the default example."""

from functools import partial

import pytest
from PySide6.QtCore import QSettings

from engine.errors import EngineError
from engine.trace import never_stop
from gui.compute import Compute
from gui.main_window import MainWindow
from gui.panes.distance import DistancePane
from gui.panes.translation import TranslationPane
from gui.parts.seq_language import LanguagePart
from gui.results import Results
from gui.session import Session
from gui.state import State, settled
from gui.theme import LIGHT, apply
from gui.workroom import RECIPES, Workroom


@pytest.fixture(scope="session")
def workroom():
    return Workroom()


@pytest.fixture(scope="session")
def made(workroom):
    """Every result of a state, as the window would get it."""

    def results(**choices):
        state = State(**choices)
        return Results(**{name: make(workroom, state, never_stop) for name, (_, make) in RECIPES.items()})

    return results


WORD_RESULTS = (
    *("vectors", "described", "plane", "matrix", "neighbours", "hits", "around", "crowd", "trusted"),
    *("behind", "nearest", "analogy", "odd_one", "mean", "completions"),
)
LAB_RESULTS = ("vectors", "overview", "completions", "lab_laid", "lab_scaling", "lab_look", "opened")
TRANSLATION_RESULTS = (
    *("translation", "origin", "pairs", "scores", "searched", "beside", "writing", "opened"),
)
MEMORY_RESULTS = ("vectors", "ledger", "speeds", "memories", "recalled", "opened")
FAR_RESULTS = ("far_path", "far_costs", "far_forgetting", "far_fading", "far_mixing", "far_counting")


def answer(session, name, make):
    """Publish a result, or why there is none, as `Compute` does."""
    failed = {other: why for other, why in session.results.failed.items() if other != name}
    try:
        session.publish(**{name: make(), "failed": failed})
    except EngineError as error:
        # Its traceback would hold this frame, and with it the panes that a test has set by the session.
        session.publish(failed=failed | {name: error.with_traceback(None)})


def following(workroom, names, choices):
    """A session whose results of these names, and no others, are there and follow every choice at once."""
    session, shown = Session(state=settled(State(**choices))), []

    def follow(_changed=None):
        before, now = shown[-1] if shown else None, session.state
        shown.append(now)
        for name in names:
            depends, recipe = RECIPES[name]
            if before is None or any(getattr(before, field) != getattr(now, field) for field in depends):
                answer(session, name, partial(recipe, workroom, session.state, never_stop))

    follow()
    session.changed.connect(follow)
    return session


@pytest.fixture
def live_words(workroom):
    """Makes sessions whose results about words follow every choice at once, without the worker thread."""
    return lambda **choices: following(workroom, WORD_RESULTS, choices)


@pytest.fixture
def live_translation(workroom):
    """The same of the desk for translation."""
    return lambda **choices: following(workroom, TRANSLATION_RESULTS, {"desk": "translation"} | choices)


@pytest.fixture
def translation_pane(live_translation, exposed):
    """Shows the pane for translation with such a session."""
    return lambda **choices: exposed(TranslationPane(live_translation(**choices)), 1000, 760)


@pytest.fixture
def language_part(live_translation, exposed):
    """Shows the page on which the language model writes on from "You should"."""

    def show(**choices):
        session = live_translation(**{"seq_model": "language", "seq_prompt": "You should"} | choices)
        return exposed(LanguagePart(session), 900, 620)

    return show


@pytest.fixture
def live_distance(workroom):
    """The same of the desk for distances."""
    return lambda **choices: following(workroom, FAR_RESULTS, {"desk": "distance"} | choices)


@pytest.fixture
def distance_pane(live_distance, exposed):
    """Shows the pane for distances with such a session."""
    return lambda **choices: exposed(DistancePane(live_distance(**choices)), 1200, 720)


@pytest.fixture
def live_memory(workroom):
    """The same of the desk for memories."""
    return lambda **choices: following(workroom, MEMORY_RESULTS, {"desk": "memory"} | choices)


@pytest.fixture
def live_lab(workroom):
    """The same of the desk for scoring."""
    return lambda **choices: following(workroom, LAB_RESULTS, {"desk": "scoring"} | choices)


@pytest.fixture
def live(made, workroom):
    """Makes sessions whose results of these names follow every choice at once, without the worker thread."""

    def make(names, **choices):
        session = Session(state=State(**choices))
        session.results = made(**choices)

        def follow(changed):
            for name in names:
                depends, recipe = RECIPES[name]
                if changed & depends:
                    answer(session, name, partial(recipe, workroom, session.state, never_stop))

        session.changed.connect(follow)
        return session

    return make


@pytest.fixture
def exposed(qtbot):
    """Shows a widget of a size until the test is over."""

    def show(widget, width, height):
        qtbot.addWidget(widget)
        widget.resize(width, height)
        widget.show()
        qtbot.waitExposed(widget)
        return widget

    return show


@pytest.fixture
def settings(tmp_path):
    return QSettings(str(tmp_path / "layout.ini"), QSettings.Format.IniFormat)


@pytest.fixture
def window(qtbot, settings):
    """The real window with the real engine, its default example complete; ``settle`` waits for the engine."""
    session = Session()
    compute = Compute(session)
    made = MainWindow(session, settings=settings)
    qtbot.addWidget(made)
    made.resize(1280, 800)
    made.show()
    made.build_late_panes()
    made.settle = lambda: qtbot.waitUntil(lambda: not compute.busy, timeout=20_000)
    compute.start()
    made.settle()
    yield made
    compute.shutdown()


@pytest.fixture
def dressed(qapp):
    """The program's style sheet, on which sizes depend; whatever theme a test turns to is gone after it."""
    apply(qapp, LIGHT)
    yield
    apply(qapp, LIGHT)
    qapp.setStyleSheet("")
