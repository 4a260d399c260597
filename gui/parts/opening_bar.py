"""A file of word vectors on its way: how far it has been read, with a way to stop it; or why it cannot be opened."""

from html import escape
from pathlib import Path
from typing import ClassVar

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QLabel, QProgressBar, QToolButton, QWidget

from engine.errors import ChooseError, WordListError
from gui.panes.base import Pane
from gui.widgets.notice import Notice, clipped, link
from gui.widgets.rows import column, row
from gui.wording import sentence

WHOLE = 100  # steps of the bar
LONGEST = 16  # characters of the file's name


class OpeningBar(Pane):
    """Takes room only while there is something to say."""

    watches: ClassVar[frozenset[str]] = frozenset({"importing", "failed"})

    def build(self) -> None:
        self._under_way = QWidget(self)
        self._title, self._bar = QLabel(self._under_way), QProgressBar(self._under_way)
        self._title.setObjectName("opening.title")
        self._bar.setObjectName("opening.progress")
        self._bar.setRange(0, WHOLE)
        self._bar.setTextVisible(False)
        self._cancel = QToolButton(self._under_way)
        self._cancel.setObjectName("opening.cancel")
        self._cancel.setText(self.tr("Cancel"))
        self._cancel.setToolTip(self.tr("Stop opening this file. The word vectors in use stay."))
        self._notice = Notice(self)
        self._notice.setObjectName("opening.error")
        line = row(self._title, self._bar, self._cancel)
        line.setSpacing(8)
        column(self._under_way).addLayout(line)
        layout = column(self)
        layout.addWidget(self._under_way)
        layout.addWidget(self._notice)
        self._cancel.clicked.connect(self._on_forget)
        self._notice.linkActivated.connect(self._on_forget)

    def refresh(self) -> None:
        importing, failed = self.session.results.importing, self.session.results.failed.get("importing")
        asked = isinstance(failed, ChooseError | WordListError)  # about which a box asks
        under_way = importing is not None and importing.found is None and failed is None
        self._under_way.setVisible(under_way)
        said = self._said(failed) if failed and not asked else []
        self._notice.say(said, "error")
        self.setVisible(under_way or bool(said))
        if under_way and importing is not None:
            name = clipped(Path(importing.file.path).name, LONGEST)
            done = round(importing.done * WHOLE)
            self._title.setText(self.tr("{0}: {1} %").format(name, done))
            self._title.setToolTip(self.tr("Opening {0}").format(importing.file.path))
            self._bar.setValue(done)
            self._bar.setAccessibleName(self._title.text())

    def _said(self, failed: Exception) -> list[str]:
        stays = self.tr("The word vectors in use stay.")
        return [f"{escape(sentence(failed))} {stays} {link('close', self.tr('Close'))}"]

    @Slot()
    def _on_forget(self) -> None:
        self.session.requested.emit("forget_vectors", None)
