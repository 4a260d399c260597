"""Numbers of other runs than the walk through attention: opened, followed and gone back from by the same inspector."""

from dataclasses import dataclass, replace

import pytest
from PySide6.QtWidgets import QLabel, QLineEdit, QToolButton

from engine.trace import never_stop
from gui.faces import face
from gui.owners import owner_of
from gui.pages import DESKS
from gui.panes.inspector import InspectorPane
from gui.results import Opened
from gui.rooms.runs import RUNS
from gui.session import Session
from gui.state import State
from gui.view import back, forward, opened
from gui.whatif import can_be_set, set_by_hand
from gui.wording import where
from gui.workroom import Workroom

AT = "blocks.3.attn."
WEIGHT = (f"{AT}weights", (1, 7, 2))
SCORE = ("lab.dot", (0, 0, 1))  # of the laboratory's query with its second key


@pytest.fixture
def pane(made, workroom, qtbot):
    """The inspector with a number of the laboratory."""
    session = Session(state=State(desk="scoring"))
    session.results = made()
    shown = InspectorPane(session)
    qtbot.addWidget(shown)
    shown.show()
    open_number(shown, workroom, SCORE)
    return shown


def open_number(pane, workroom, address):
    pane.session.set(cell=address)
    state = replace(State(desk="scoring"), cell=address)
    pane.session.publish(opened=Workroom.opened(workroom, state, never_stop))


def value_box(pane):
    return pane.findChild(QLineEdit, "inspector.value")


def test_the_owner_of_a_number_is_told_by_its_path():
    assert {owner_of(f"{first}.t3.gru.state") for first in ("encoder", "decoder")} == {"translation"}
    assert owner_of("lab.dot") == "scoring"
    assert owner_of("memory.t1.gru.state") == "memory"
    assert owner_of("blocks.0.attn.q") == owner_of("W_E") == "attention"
    assert {"attention", *RUNS} <= set(DESKS)


def test_each_other_part_answers_its_run(workroom):
    assert {name: callable(getattr(workroom, name, None)) for name in RUNS.values()} == dict.fromkeys(
        RUNS.values(), True
    )


def test_a_number_of_another_run_is_taken_apart_and_names_its_own_tokens(pane):
    found = pane.session.results.opened
    place = pane.findChild(QLabel, "inspector.place").text()
    key = found.run.texts(SCORE[0], "key")[1]
    assert place.endswith(f"to {key}")
    assert key not in pane.session.results.overview.run.tokens.texts
    assert "agrees" in pane.findChild(QLabel, "inspector.verdict").text()


def test_its_operands_lead_on_and_the_walk_through_attention_stays_where_it_is(pane):
    before = pane.session.state
    operand = pane.session.results.opened.derivation.arithmetic.terms[0].operands[0]
    pane.table.opened.emit((operand.name, operand.cell))
    after = pane.session.state
    assert after.cell == (operand.name, operand.cell)
    assert after.trail == (SCORE,)
    assert (after.layer, after.stage, after.step) == (before.layer, before.stage, before.step)
    pane.findChild(QToolButton, "inspector.back").click()
    assert pane.session.state.cell == SCORE
    assert pane.session.state.ahead == (after.cell,)


def test_the_value_box_is_there_only_where_a_number_can_be_set(pane, workroom):
    assert not can_be_set(SCORE[0])
    assert value_box(pane).isHidden()
    found = pane.session.results.opened
    assert set_by_hand(pane.session.state, found, 1.0) == {}
    open_number(pane, workroom, WEIGHT)
    assert not value_box(pane).isHidden()
    value_box(pane).setText("0.5")
    value_box(pane).returnPressed.emit()
    assert pane.session.state.changes[-1].value == 0.5
    assert pane.session.state.changes[-1].path == WEIGHT[0]


def test_a_trail_leads_from_one_run_into_another_and_back(made):
    run = made().overview.run
    state = State(cell=SCORE, layer=0, stage="input")
    there = replace(state, **opened(state, run, *WEIGHT))
    assert (there.layer, there.stage, there.head) == (3, "softmax", 1)
    here = replace(there, **back(there, run))
    assert (here.cell, here.layer, here.ahead) == (SCORE, 3, (WEIGHT,))
    assert replace(here, **forward(here, run)).cell == WEIGHT


def test_a_number_is_opened_though_there_is_no_walk_yet():
    assert opened(State(), None, *WEIGHT) == {"cell": WEIGHT}
    assert opened(State(), None, *SCORE)["cell"] == SCORE


@dataclass(frozen=True)
class Elsewhere:
    """A run that reads one sentence and writes another, as far as its names go; a sight of its own."""

    run: object
    head: int = 2
    log: bool = False

    @property
    def sizes(self):
        return self.run.model.sizes

    def texts(self, path, axis):
        size = len(self.run.tokens)
        return tuple(f"{ {'query': 'out', 'key': 'in'}.get(axis, 'at') }{i}" for i in range(size))

    def explain(self, path, cell):
        return self.run.explain(path, cell)


def test_a_face_takes_the_names_of_its_rows_and_columns_from_whoever_looks(made):
    results = made()
    sight = Elsewhere(results.overview.run)
    found = face(results.trace.trace, f"{AT}weights", sight, by_head=True)
    assert found.data.row_labels[:2] == ("out0", "out1")
    assert found.data.col_labels[:2] == ("in0", "in1")
    assert found.data.values[7, 2] == results.trace.trace[f"{AT}weights"][2, 7, 2]
    assert found.cell(7, 2) == (2, 7, 2)


def test_a_place_is_told_in_the_names_of_its_run(made):
    sight = Elsewhere(made().overview.run)
    assert where(*WEIGHT, sight).endswith("layer 4, head 2, from out7, to in2")
    assert where("decoder.t3.attn.weights", (0, 0, 2), sight) == "decoder, step 4, head 1, from out0, to in2"


def test_the_reading_of_weights_is_said_of_the_walk_only(made, workroom, qtbot):
    """Weights of another run have the same name, in a layer of the same number."""
    session = Session(state=State(hide_special=True))
    session.results = made(hide_special=True)
    pane = InspectorPane(session)
    qtbot.addWidget(pane)
    label = pane.findChild(QLabel, "inspector.reading")
    run = session.results.overview.run
    session.set(cell=WEIGHT)
    session.publish(opened=Opened(run, run.explain(*WEIGHT)))
    assert label.text()
    session.set(cell=(f"decoder.{AT}weights", WEIGHT[1]))
    session.publish(opened=Opened(Elsewhere(run), run.explain(*WEIGHT)))
    assert not label.text()
