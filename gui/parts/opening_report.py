"""What was found in a file of word vectors, for a person to decide whether to use it, or to read it later."""

from html import escape
from pathlib import Path

from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QLabel,
    QPushButton,
    QTextBrowser,
    QVBoxLayout,
    QWidget,
)

from gui.results import OwnVectors
from gui.widgets.notice import clipped
from gui.wording.vectors import as_text, facts, losses, more_skipped, remarks, rows_title, skipped_rows

SIZE = (600, 460)


class ReportDialog(QDialog):
    """``accepted`` and ``rejected`` are the decision, where there is one to make; ``saving`` carries the text."""

    saving = Signal(str)

    def __init__(self, own: OwnVectors, deciding: bool, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setObjectName("opening.report")
        self._own = own
        self.setWindowTitle(self.tr("About these word vectors"))
        title = QLabel(self._title(deciding), self)
        title.setObjectName("opening.report.title")
        title.setTextFormat(Qt.TextFormat.PlainText)
        title.setWordWrap(True)
        title.setProperty("tone", "warning" if deciding and own.report.needs_decision else "title")
        self.page = QTextBrowser(self)
        self.page.setObjectName("opening.report.page")
        self.page.setToolTip(self.tr("What was found in the file"))
        self.page.setAccessibleName(self.page.toolTip())
        self.page.setOpenLinks(False)
        self.page.setTabChangesFocus(True)
        self.page.setHtml(report_html(own))
        layout = QVBoxLayout(self)
        layout.addWidget(title)
        layout.addWidget(self.page, 1)
        layout.addWidget(self._buttons(deciding))
        self.resize(*SIZE)

    def _title(self, deciding: bool) -> str:
        name, report = clipped(Path(self._own.file.path).name), self._own.report
        size = self.tr("{0:,} words of {1:,} numbers each").format(report.rows, report.dimensions)
        if not deciding:
            return f"{name}: {size}"
        if report.needs_decision:
            return self.tr("{0} can be used, with {1}. Read first what was found.").format(name, size)
        return self.tr("{0} is ready: {1}.").format(name, size)

    def _buttons(self, deciding: bool) -> QDialogButtonBox:
        box = QDialogButtonBox(self)
        roles = QDialogButtonBox.ButtonRole
        save = self._button(box, "save", self.tr("Save report…"), roles.ActionRole)
        save.setToolTip(self.tr("Write this report to a text file"))
        save.clicked.connect(self._on_save)
        if deciding:
            text = self.tr("Load anyway") if self._own.report.needs_decision else self.tr("Load")
            load = self._button(box, "load", text, roles.AcceptRole)
            load.setToolTip(self.tr("Use these word vectors from now on"))
            load.setDefault(True)
            load.setFocus()
            cancel = self._button(box, "cancel", self.tr("Cancel"), roles.RejectRole)
            cancel.setToolTip(self.tr("Leave them. The word vectors in use stay."))
        else:
            self._button(box, "close", self.tr("Close"), roles.RejectRole).setDefault(True)
        box.accepted.connect(self.accept)
        box.rejected.connect(self.reject)
        return box

    def _button(
        self, box: QDialogButtonBox, name: str, text: str, role: QDialogButtonBox.ButtonRole
    ) -> QPushButton:
        button = box.addButton(text, role)
        button.setObjectName(f"opening.report.{name}")
        return button

    @Slot()
    def _on_save(self) -> None:
        self.saving.emit(as_text(self._own.file.path, self._own.report))


def report_html(own: OwnVectors) -> str:
    """Facts, what was lost, and every skipped row that was kept track of."""
    report = own.report
    table = "".join(_row(title, value) for title, value in facts(report))
    parts = [f"<table cellspacing='3'>{table}</table>"]
    parts += [f"<p><b>{escape(line)}</b></p>" for line in losses(report)]
    parts += [f"<p>{escape(line)}</p>" for line in remarks(report)]
    rows = "".join(_row(f"{line:,}", reason) for line, reason in skipped_rows(report))
    if rows:
        more = f"<p>{escape(more_skipped(report))}</p>" if more_skipped(report) else ""
        parts.append(f"<p>{escape(rows_title(report))}</p><table cellspacing='3'>{rows}</table>{more}")
    return "".join(parts)


def _row(title: str, value: str) -> str:
    return f"<tr><td align='right'>{escape(title)}&nbsp;&nbsp;</td><td>{escape(value)}</td></tr>"
