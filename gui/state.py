"""What the user has chosen, and which of its fields are edits, belong to a run, or to a place in it."""

from dataclasses import dataclass, replace

from engine.analogy import AnalogySettings, Terms
from engine.edits import Edit
from engine.examples import ANALOGIES, HUNGRY, LOOK, SWEET, WORDS
from engine.maps.turning import Turn
from engine.pieces import Reading
from engine.projection import GENDER, GOODNESS, MapSettings
from engine.steps.base import Cell

Address = tuple[str, Cell]  # an array's path and one of its cells
WordPair = tuple[str, str]


@dataclass(frozen=True)
class VectorsFile:
    """A person's own file of word vectors; without a path, those that ship."""

    path: str = ""
    choose: str = ""  # one file of an archive, or one tensor
    words: str = ""  # the list of an array's words; empty for one that lies beside it


@dataclass(frozen=True)
class State:
    """What the user has chosen.  Small, immutable, comparable: undo is keeping an old one."""

    words: tuple[str, ...] = WORDS
    text: str = HUNGRY
    source: str = "minilm"  # or "fresh"
    heads: int = 8  # of the fresh layer
    d_head: int = 64
    seed: int = 0
    changes: tuple[Edit, ...] = ()  # what-if: in force from left to right
    vectors_file: VectorsFile = VectorsFile()  # those before it stay until it has been opened

    search: str = ""
    pair: tuple[str, ...] = (WORDS[0], WORDS[2])  # the two words compared; fewer when fewer are chosen
    metric: str = "cosine"
    layer: int = LOOK.layer
    head: int = LOOK.head
    query: int = LOOK.query  # position of the token that is looked from
    anchor: int | None = None  # or the character of the sentence where it stands, for another tokenization
    stage: str = "softmax"
    step: str = ""  # key of the array shown within the stage; empty for the stage's last
    cell: Address | None = None  # the number that is opened
    trail: tuple[Address, ...] = ()  # the numbers it was reached through
    ahead: tuple[Address, ...] = ()  # and those gone back from, the nearest last
    direction: str = "looks"  # of the weights that light up the sentence; or "looked_at"
    one_word: bool = False  # show how the word looked from comes by its sum, instead of matrices
    difference: bool = False  # show what the changes make of each array, instead of the array
    playing: bool = False  # the walk goes on by itself
    pace: str = "usual"  # of playing, a key of gui.playing.PACES
    filled: tuple[str, int] | None = None  # the array that playing fills, and the last row that is there
    theme: str = "light"

    plane_page: str = "words"  # one of PLANE_PAGES
    map_method: str = "pca"  # a key of engine.projection.PROJECTIONS
    map_seed: int = 0
    perplexity: float | None = None  # of t-SNE; None for a sensible one
    map_axes: tuple[WordPair, WordPair] = (GENDER, GOODNESS)  # whose differences are the axes
    map_square: bool = False  # whether these are brought to right angles
    map_swapped: bool = False  # how the map is laid on the screen: its axes changed over, then ...
    map_flipped: tuple[bool, bool] = (False, False)  # ... each turned round
    map_arrows: bool = True  # words are arrows from the origin, or dots
    map_all: bool = False  # all words of the vocabulary are shown behind the chosen ones
    map_near: bool = False  # as are the nearest words of the pair
    map_torn: bool = False  # lines from words to true neighbours that are not near on the map
    map_invented: bool = False  # and to those that are near on it and not in truth
    map_lasso: bool = False  # dragging draws a line around words
    map_glides: bool = True  # words glide to their places on another map
    selected: tuple[str, ...] = ()  # words that were selected on the map, chosen or not
    sum_order: str = "weight"  # of the arrows in one head's sum, a key of engine.head_sum.ORDERS

    likeness_page: str = "pair"  # one of LIKENESS_PAGES
    clustered: bool = False  # the matrix of likeness shows like words beside each other
    measure: str = ""  # the number of the pair that is taken apart, a key of engine.pair_terms.MEASURES
    by_size: bool = True  # its terms, the largest first; else by dimension
    nearest_to: str = "a"  # whose neighbours are compared where there is room for one word; or "b"
    analogy_terms: Terms = ANALOGIES[0]
    analogy_method: str = "3cosadd"  # a key of engine.analogy.METHODS
    analogy_units: bool = True  # of vectors brought to length 1
    analogy_inputs: bool = False  # the three words themselves may be answers
    completing: str = ""  # what is typed into one of the analogy's boxes
    mean_units: bool = False  # the mean of the chosen words is that of their directions
    mean_inputs: bool = False  # and they themselves may be among the words nearest to it

    other: str = SWEET  # the sentence that the text is compared with
    comparing: bool = False  # whether the comparison is in sight: it is made only then
    compare_page: str = "parting"  # one of gui.parts.compare_page.PAGES
    compare_side: str = "difference"  # or "a", "b": the matrix that is seen when there is room for one
    threshold: float = 0.05  # differences up to this one count as none

    heads_view: str = "grid"  # or "list", "pair": how all heads are shown
    order: str = ""  # of the heads by a measure, a key of gui.characters.ORDERS; empty for as they are
    bound: float | None = None  # heads beyond it in that order are left out
    look_from: int | None = None  # the pair by which heads are ranked: a token, or None for the query ...
    look_to: int | None = None  # ... and its strongest key
    join_pieces: bool = False
    hide_special: bool = False
    hide_first: bool = False
    log_colour: bool = False

    @property
    def reading(self) -> Reading:
        """How the heads' weights are read."""
        return Reading(self.join_pieces, self.hide_special, self.hide_first)

    @property
    def solving(self) -> AnalogySettings:
        """How the analogy is solved."""
        return AnalogySettings(self.analogy_method, self.analogy_units, self.analogy_inputs)

    @property
    def map_settings(self) -> MapSettings:
        """What the map is made with; the pair only where the map is made of it."""
        a, b = (*self.pair, "", "")[:2]
        pair = (a, b) if self.map_method == "pair" and a and b else None
        return MapSettings(
            self.map_method, self.map_seed, self.perplexity, pair, self.map_axes, self.map_square
        )

    @property
    def map_turn(self) -> Turn:
        """How the map is laid on the screen."""
        return Turn(self.map_swapped, self.map_flipped)


PLANE_PAGES = ("words", "path", "sum")
LIKENESS_PAGES = ("pair", "matrix", "neighbours", "analogy", "group")

# Moving the view is not an edit: no undo entry.
EDITS = frozenset({"words", "text", "source", "heads", "d_head", "seed", "changes", "other", "vectors_file"})
# Changes address arrays and tokens of one run: with another, they are gone.
OF_THE_RUN = frozenset({"text", "source", "heads", "d_head", "seed", "vectors_file"})
OF_THE_FRESH = frozenset({"vectors_file"})  # which the trained model does not read
# Whoever goes elsewhere by hand no longer watches a step being played.
OF_THE_PLACE = OF_THE_RUN | {"layer", "stage", "step"}


def settled(state: State) -> State:
    """The same choices with a pair within the chosen words, filled up from them, and no difference from nothing."""
    kept = tuple(word for word in state.pair if word in state.words)
    filled = (*kept, *(word for word in state.words if word not in kept))[:2]
    return replace(state, pair=filled, difference=state.difference and bool(state.changes))
