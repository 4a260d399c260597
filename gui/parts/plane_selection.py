"""What can be done with the words that are selected on the map: keep, remove, add, copy."""

from collections.abc import Callable, Mapping

from PySide6.QtCore import QObject, Slot
from PySide6.QtGui import QGuiApplication

from gui.chosen import add, known_as
from gui.session import Session
from gui.widgets.plane_bar import SelectionBar
from gui.wording import tr


class Selection(QObject):
    """Stands between a bar and the session."""

    def __init__(self, session: Session, bar: SelectionBar) -> None:
        super().__init__(bar)
        self._session, self._bar = session, bar
        bar.asked.connect(self._on_asked)

    def refresh(self) -> None:
        count, new = len(self._session.state.selected), len(self._new())
        text = tr("{0} words selected:", count) if count > 1 else tr("1 word selected:")
        self._bar.say(text if count else "", {"add": new > 0, "remove": new < count, "keep": count > 1})

    @Slot(object)
    def select(self, words: tuple[str, ...]) -> None:
        self._session.set(selected=tuple(words))

    @Slot(str)
    def toggle(self, word: str) -> None:
        before = self._session.state.selected
        without = tuple(other for other in before if other != word)
        self._session.set(selected=without if word in before else (*before, word))

    @Slot(str)
    def _on_asked(self, what: str) -> None:
        ASKED[what](self)

    def _chosen(self) -> tuple[str, ...]:
        """The chosen words that are selected, as they were typed."""
        state, report = self._session.state, self._session.results.described
        if report is None:
            return ()
        return tuple(word for word in state.words if known_as(report, word) in state.selected)

    def _new(self) -> tuple[str, ...]:
        report = self._session.results.described
        return tuple(
            word for word in self._session.state.selected if report is None or word not in report.norms
        )

    def keep(self) -> None:
        self._session.set(words=add(self._chosen(), self._new()).words, selected=())

    def remove(self) -> None:
        gone = self._chosen()
        left = tuple(word for word in self._session.state.words if word not in gone)
        self._session.set(words=left, selected=())

    def add(self) -> None:
        self._session.set(words=add(self._session.state.words, self._new()).words, selected=())

    def copy(self) -> None:
        QGuiApplication.clipboard().setText("".join(f"{word}\n" for word in self._session.state.selected))

    def nothing(self) -> None:
        self._session.set(selected=())


ASKED: Mapping[str, Callable[[Selection], None]] = {
    "keep": Selection.keep,
    "remove": Selection.remove,
    "add": Selection.add,
    "copy": Selection.copy,
    "nothing": Selection.nothing,
}


def buttons() -> Mapping[str, tuple[str, str]]:
    """Text and explanation of each, in order."""
    return {
        "keep": (tr("Keep only"), tr("Keep these words and take all others away. Undo brings them back.")),
        "remove": (tr("Remove"), tr("Take these words away. Undo brings them back.")),
        "add": (tr("Add"), tr("Add those that are not chosen yet")),
        "copy": (tr("Copy"), tr("Copy these words, one a line")),
        "nothing": ("✕", tr("Select nothing (Escape)")),
    }
