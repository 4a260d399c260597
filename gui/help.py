"""The help inside the program: how to use it, what the arrays are called, where its data come from."""

from html import escape

from PySide6.QtCore import QCoreApplication, QObject, Qt
from PySide6.QtWidgets import QDialog, QTextBrowser, QVBoxLayout, QWidget

from engine.names import NAMES, key
from gui.guide import GUIDE


def _tr(text: str) -> str:
    return QCoreApplication.translate("help", text)


def guide_html() -> str:
    """How to use the program."""
    parts = []
    for title, lines in GUIDE:
        items = "".join(f"<li>{escape(_tr(line))}</li>" for line in lines)
        parts.append(f"<h3>{escape(_tr(title))}</h3><ul>{items}</ul>")
    return "".join(parts)


def names_html() -> str:
    """The published table of names and axes."""
    intro = _tr(
        "Arrays of a layer begin with blocks.L. where L counts from 0; those of a translation model with encoder. or "
        "decoder. before it, of a time step with tN., and of the memories with memory. "
        "Exports and the command line use these names."
    )
    rows = "".join(_row(_full(name), " ".join(entry.axes), entry.meaning) for name, entry in NAMES.items())
    head = "".join(f"<th align='left'>{escape(_tr(title))}</th>" for title in ("name", "axes", "meaning"))
    return f"<p>{escape(intro)}</p><table cellspacing='4'><tr>{head}</tr>{rows}</table>"


def _row(name: str, axes: str, meaning: str) -> str:
    cells = (f"<code>{escape(name)}</code>", f"<code>{axes}</code>", escape(_translated(meaning)))
    return f"<tr>{''.join(f'<td>{cell}&nbsp;&nbsp;</td>' for cell in cells)}</tr>"


def _translated(meaning: str) -> str:
    return QCoreApplication.translate("names", meaning)


def _full(name: str) -> str:
    inner = name.startswith(("attn.", "cross_attn.", "mlp.", "norm", "resid_"))
    return f"blocks.L.{key(name)}" if inner else name


def about_html() -> str:
    """What the program is and whose data it shows."""
    lines = (
        "Attention Explorer shows word vectors and attention as they are computed: shown is what ran.",
        "Word vectors: GloVe 6B, 100 dimensions, 50,000 of its most frequent words (Stanford NLP, PDDL 1.0).",
        "Trained model: all-MiniLM-L6-v2 (sentence-transformers, Apache-2.0), weights kept in float16.",
        "Translation models and language model: trained for this program on sentence pairs of Tatoeba (CC-BY 2.0 "
        "France; the pairs that ship name their authors), weights kept in float16.",
        "Font: a part of Noto Sans CJK SC (SIL Open Font License 1.1). Program: MIT licence.",
    )
    return "".join(f"<p>{escape(_tr(line))}</p>" for line in lines)


class GuideWindow(QDialog):
    """A page of help beside the window."""

    def __init__(self, title: str, html: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self.setModal(False)
        self.resize(720, 560)
        browser = QTextBrowser(self)
        browser.setObjectName("help.page")
        browser.setOpenLinks(False)
        browser.setTextInteractionFlags(Qt.TextInteractionFlag.TextBrowserInteraction)
        browser.setHtml(html)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(browser)


class Help(QObject):
    """The pages of help, each in a window that stays while one works."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        self._pages: dict[str, GuideWindow] = {}

    def show_guide(self) -> None:
        self._show("guide", self.tr("How to use Attention Explorer"), guide_html())

    def show_names(self) -> None:
        self._show("names", self.tr("Names of the arrays"), names_html())

    def show_about(self) -> None:
        self._show("about", self.tr("About Attention Explorer"), about_html())

    def _show(self, name: str, title: str, html: str) -> None:
        if name not in self._pages:
            self._pages[name] = GuideWindow(title, html, self._window)
        self._pages[name].show()
        self._pages[name].raise_()
