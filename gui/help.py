"""The help inside the program: how to use it, what the arrays are called, where its data come from."""

from html import escape

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QDialog, QTextBrowser, QVBoxLayout, QWidget

from engine.names import NAMES, key

GUIDE: tuple[tuple[str, tuple[str, ...]], ...] = (
    (
        "Words and the plane",
        (
            "Search for words and add them, or take a ready-made set. "
            "Each word is a vector of 100 numbers (GloVe).",
            "The plane shows the chosen words as arrows, flattened from 100 numbers to two by PCA. "
            "Read on its axes how much of the differences survives that.",
            "Pick two words, A and B: Similarity compares them in all 100 dimensions and in the plane.",
        ),
    ),
    (
        "Attention, step by step",
        (
            "Type a sentence. MiniLM, a small trained model, reads it; or choose a fresh layer, "
            "whose weights are drawn at random and have learnt nothing.",
            "Click a token to look from it. Every token is shaded by the weight it receives from there.",
            "Walk with the step buttons, the arrow keys on the step bar, or Alt+Left and Alt+Right; "
            "play runs through all.",
            "Left is what goes in, right is what comes out. "
            "Point at a cell to read it, click it to open its arithmetic.",
            "All heads shows every layer and head at once: click one to look at it.",
        ),
    ),
    (
        "Finding heads",
        (
            "The box above All heads puts heads in order of what they do: look at the token before, at special tokens, "
            "far away, at few or many. Grid makes the others faint, List ranks them with their numbers.",
            "From–to ranks all heads by the weight from one token to another, in either direction; Export takes the "
            "ranking away in full precision.",
            "Show joins word pieces into words, hides special tokens or the first one with the rest renormalised, or "
            "makes colours logarithmic.",
        ),
    ),
    (
        "Arithmetic",
        (
            "A clicked number is taken apart into its terms, computed again in double precision, and compared.",
            "Double-click an operand to open that number in turn; Back returns.",
        ),
    ),
    (
        "What if",
        (
            "Type another value beside the arithmetic of a number: everything after it is computed again, "
            "to the last layer.",
            "Scale, softmax and norms have a box for their divisor, temperature or epsilon. The menu What if switches "
            "a head off, masks or cuts a token, hides later tokens, takes the positions away.",
            "Changes in force stand above the sentence; each can be removed, and the run is then as it was, "
            "to the last bit. Changed numbers have a corner. Show difference subtracts the unchanged run.",
        ),
    ),
    (
        "Two sentences",
        (
            "Compare sets a second sentence, B, beside A, the one that attention reads. Pairs has both ready-made.",
            "Parting says at which step the tokens that both share first differ by more than a threshold; "
            "Heads lists the heads that change most; Matrices and One row show the step you look at in both.",
            "Same word follows the word you look from through the layers of both, and shows its static vector's "
            "neighbours beside it.",
        ),
    ),
    (
        "Keys",
        (
            "Alt+Left, Alt+Right: previous and next step, on into the next layer. "
            "Alt+Home, Alt+End: first and last step of the layer.",
            "Alt+Up, Alt+Down: next and previous layer. Alt+PgDn, Alt+PgUp: next and previous head.",
            "In a matrix: arrows move, Enter opens, + and - zoom, 0 undoes it, Ctrl+C copies a table.",
            "Chosen words: Delete removes, Ctrl+Left and Ctrl+Right move. Neighbours: double-click or Enter adds.",
            "Ctrl+H: switch the head off. Ctrl+M: mask the token looked from. Ctrl+0: remove all changes.",
            "Ctrl+Space: play. Ctrl+L: sentence. Ctrl+F: search. Ctrl+Z: undo. Ctrl+B: compare. Ctrl+T: light or dark. "
            "Ctrl+S: save the walk-through as a page.",
        ),
    ),
)


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
        "Arrays of a layer begin with blocks.L. where L counts from 0. "
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
    inner = name.startswith(("attn.", "mlp.", "norm", "resid_"))
    return f"blocks.L.{key(name)}" if inner else name


def about_html() -> str:
    """What the program is and whose data it shows."""
    lines = (
        "Attention Explorer shows word vectors and attention as they are computed: shown is what ran.",
        "Word vectors: GloVe 6B, 100 dimensions, 50,000 of its most frequent words (Stanford NLP, PDDL 1.0).",
        "Trained model: all-MiniLM-L6-v2 (sentence-transformers, Apache-2.0), weights kept in float16.",
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
