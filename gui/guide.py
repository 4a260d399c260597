"""What the help says of how to use the program, section by section."""

GUIDE: tuple[tuple[str, tuple[str, ...]], ...] = (
    (
        "Five desks",
        (
            "At the right of the menu bar the program has five desks (Ctrl+Alt+1 to Ctrl+Alt+5). Attention: words, "
            "their "
            "plane, and one model opened step by step. Translation: models that read one sentence and write another. "
            "Distance: how far apart two words are for each kind of net. Scoring: all ways to score and align. Memory: "
            "what is kept from one token to the next.",
            "Each desk stays as you leave it. Wherever numbers stand in a matrix, a click opens one in Arithmetic.",
        ),
    ),
    (
        "Words and the plane",
        (
            "Search for words and add them, or take a ready-made set. "
            "Each word is a vector: of 100 numbers (GloVe) in those that ship with the program.",
            "The plane shows the chosen words as arrows, flattened from all their numbers to two. "
            "Read on its axes how much of the differences survives that.",
            "The button beside the plane's pages chooses another map: PCA of all words, t-SNE, MDS, the pair's own "
            "plane (where the angle of A and B is the true one), or own axes such as man − woman. Each says what it "
            "keeps and how trustworthy it is: 100 % if no word has a false neighbour among its nearest.",
            "Show puts all words of the vocabulary behind the chosen ones (zoom in to read them, click one to add it), "
            "the nearest words of A and B, and lines to neighbours that the map tears away or invents. A map is turned "
            "so that words stay where they were; its axes then say so, and Turn back undoes it.",
            "Shift+drag draws a line around words; Ctrl+click, or Space on a word, selects it. Then keep, remove, add "
            "or copy them.",
            "Path through the layers shows how each token's vector moves from the input (0) to the last layer, all in "
            "one plane. One head's sum lays weight × value of every token end to end: they lead to the head's "
            "output z. Each says how much its plane keeps.",
            "Pick two words, A and B: Similarity compares them in all dimensions and in the plane. Click a number "
            "to see its formula, and what is added up, dimension by dimension.",
            "Matrix compares all chosen words; In groups puts like ones together. Neighbours sets the nearest words "
            "by dot product, cosine and distance side by side: lines join the same word, and by dot product frequent "
            "words (low #) tend to win. Analogy solves a − b + c. Group names the odd one out, and the words near "
            "the mean.",
        ),
    ),
    (
        "Your own word vectors",
        (
            "Open word vectors in the menu File takes text as GloVe, word2vec and fastText write it, word2vec's binary "
            "form, either also packed with gzip or zip, and NumPy arrays or safetensors with a list of words. What a "
            "file is, is told by its content. You can also drop it on the window.",
            "Before a file is used, it is said what was found in it: rows that were skipped and why, words that came "
            "twice, whether its first line is true. The vectors before it stay until then, and Undo brings them back.",
            "Chosen words stay chosen. Those that the new vectors do not have are named. A fresh layer reads the "
            "vectors in use; MiniLM has its own.",
        ),
    ),
    (
        "Attention, step by step",
        (
            "Type a sentence. MiniLM, a small trained model, reads it; or choose a fresh layer, "
            "whose weights are drawn at random and have learnt nothing.",
            "Click a token to look from it. Every token is shaded by the weight it receives from there.",
            "Walk with the step buttons, the arrow keys on the step bar, or Alt+Left and Alt+Right; "
            "past the last step comes the next layer.",
            "Play fills each step row by row, then goes on; 1× beside it sets the speed. Pause keeps the place; "
            "Escape or any click stops.",
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
            "makes colours logarithmic. The colour scale beside the sentence has the same menu: it holds for the "
            "sentence and the attention matrix, which then say so. A number that is opened is always one that ran.",
        ),
    ),
    (
        "Arithmetic",
        (
            "A clicked number is taken apart into its terms, computed again in double precision, and compared.",
            "Double-click an operand to open that number in turn; Back and Forward walk the trail.",
        ),
    ),
    (
        "What if",
        (
            "Type another value beside the arithmetic of a number: everything after it is computed again, "
            "to the last layer.",
            "Scale, softmax and norms have a box for their divisor, temperature or epsilon. The menu What if switches "
            "a head off, masks or cuts a token, hides later tokens, takes the positions away.",
            "Scores can be made by another function: cosine, or half the squared distance. The training view at Drop "
            "turns dropout on, by a rate and a seed. At Mask, padding fills the sentence up, masked or seen.",
            "Right-click a token to mask, replace or cut it. In the mask and in scores, M masks the current cell or "
            "lets it be seen again.",
            "Changes in force stand above the sentence; each can be removed, and the run is then as it was, "
            "to the last bit. Changed numbers have a corner, and Arithmetic says what an opened number is without "
            "the changes. Show difference subtracts the unchanged run.",
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
        "Translation, step by step",
        (
            "Choose Translation at the right of the menu bar, a direction and a model, and type a sentence or take an "
            "example. The models are small and were trained on 26,000 short pairs: Scores by length says how good they "
            "are. Model and Person stand beside the pages, and whether the model has learnt from this very sentence.",
            "Next (Alt+Right) walks on: first every word is read, then every token is written. The bar of stages is "
            "grouped into the four parts of attention: features, query, attention, output.",
            "As a token is written, the source is shaded by where the model looks, what is written by which tokens "
            "looked "
            "at the same word (point at another word of the source for that one), and the alignment grows by a row. "
            "Click a token of either sentence to go there. The fixed-vector model has no alignment: it never looks "
            "back.",
            "Click another of the ten likeliest tokens: the model goes on from it. Undo brings its own choice back. "
            "Greedy, Beam and Sample choose tokens in other ways; one seed draws one sentence.",
            "Of a Transformer choose the kind of attention, the layer and the head, or switch a head off. Any number "
            "can be opened, and set in Arithmetic; what is written after it is computed again.",
        ),
    ),
    (
        "Translations compared, and writing on",
        (
            "Beam draws all that beam search keeps: at each step the likeliest beginnings, with the lines from each to "
            "what goes on from it. The blue way wins. Arrow keys lead from box to box, Home to the first, End to the "
            "winner; a click or Enter makes Step by step begin with that hypothesis.",
            "Side by side sends the sentence through all models: the column where they part is marked, and the cosine "
            "of each context with the one before says how much it moves. A click on a token leads to its step.",
            "Scores by length shows what was measured on sentences that no model has learnt from, whatever it is; the "
            "table beside it can be copied, and three of these sentences are shown with what each model makes of them.",
            "Language model writes on from a beginning of yours: Next token writes the marked one, a click on another "
            "one writes that, To the end goes on by itself. Tokens light up by what one of them looks at; heads are "
            "chosen in the small pictures, and the numbers of the matrix open.",
        ),
    ),
    (
        "How far apart two words are",
        (
            "Distance, at the right of the menu bar, asks how a word gets to the place of another one. Path: click a "
            "word for the beginning, Shift+click for the end (or Left and Right, with Shift for the beginning). A "
            "recurrent net hands a word on once for every word between, convolutions once a layer, self-attention "
            "once.",
            "Beside it stands what a layer costs at any number of positions n, features d and window k: below n = d "
            "attention is cheaper than a recurrent net, above it dearer.",
            "Forgetting: how far the last state of the trained encoders answers to each word, by the exact derivative. "
            "The slider beside it shows why: below a spectral radius of 1 a push dies out, above it explodes.",
            "Fixed or made to measure: attention’s weights change with the sentence, those of a convolution or of a "
            "full layer do not. Those drawn by a seed are untrained.",
            "Counting: which words came next in the training sentences after the same 0 to 4 words. A context that was "
            "never seen has no numbers: then fewer words are asked for, and it is said.",
        ),
    ),
    (
        "Scoring and aligning",
        (
            "The desk Scoring sets one query against some keys. Laboratory scores each key in eight ways and makes "
            "weights of the scores in six. Click a number to see its arithmetic; click a title to take these scores, "
            "or this way, and to read what it does.",
            "Query and keys are words, a head of the sentence on the desk Attention, or a step of the translation with "
            "additive attention, which brings its trained parameters. All other parameters are untrained: drawn by a "
            "seed, or the identity.",
            "A window × bell takes weights away and gives them to nobody, so they sum to less than 1. All scores "
            "compares every way to score under one way to align.",
            "Why scale? draws random queries and keys: the variance of q · k is the number of features d, and softmax "
            "becomes hard. Divided by √d it stays as it is.",
            "Dictionary answers to a word in three ways: by the very word, by the nearest key, and by all keys at "
            "once, each with its weight, as attention does. Values can be typed over; temperature 0 takes the nearest.",
        ),
    ),
    (
        "One token after another",
        (
            "The desk Memory shows what is kept from one token to the next. Key/value cache: the decoder of a trained "
            "Transformer keeps the keys and values of the tokens it has read, so only the new token is computed. "
            "Without the cache all are computed again and come out the same. Choose a token to see its step.",
            "What is kept grows with the text; the state of a recurrent net does not. Speed measures both ways here "
            "and now: the longer the text, the more the cache saves.",
            "Three kinds of memory read the same words: a recurrent state, a list of keys and values, and a layer that "
            "learns while it reads (its weights move by one step of gradient descent for each word). Nothing here is "
            "trained: the weights are drawn by the seed. Click any number to see its arithmetic.",
            "What is recalled asks each memory again for every word so far: the list has kept them all, though "
            "attention "
            "blends them; the other two stay small and forget.",
        ),
    ),
    (
        "Saving and taking along",
        (
            "Save the session keeps words, sentence, model, changes and where you look in a small file. Open it from "
            "the menu, drop it on the window, or name it on the command line. Undo takes an opened session back. A "
            "session made on other vectors or weights says so.",
            "The window begins where you left it. With --no-restore it begins with its example.",
            "Save picture takes the plane, or the picture in the pane you clicked last, as SVG, PDF or PNG. In SVG and "
            "PDF, text stays text.",
            "Right-click a table, or press Ctrl+C in it, to copy it with all digits; Ctrl+Shift+C copies one number. "
            "Save table as CSV writes the table you clicked last.",
            "The chosen words’ vectors can be saved as a NumPy array, with the words in a file beside it, or as CSV.",
        ),
    ),
    (
        "Keys",
        (
            "Alt+Left, Alt+Right: previous and next step, on into the next layer. "
            "Alt+Home, Alt+End: first and last step of the layer.",
            "Alt+Up, Alt+Down: next and previous layer. Alt+PgDn, Alt+PgUp: next and previous head.",
            "Alt+Shift+Left, Alt+Shift+Right: look from the token before or after. "
            "Ctrl+1 to Ctrl+4: One word, Matrices, where it looks, who looks at it.",
            "In a matrix: arrows move, Enter opens, + and - zoom, 0 undoes it, Ctrl+C copies a table.",
            "F6: to the arithmetic; Up and Down choose a term, Enter opens its number. Shift+F6: back to the step. "
            "Backspace, Shift+Backspace: back and forward along the trail.",
            "In the plane: arrows lead from word to word, Enter picks, Shift+Enter makes it A, Space selects, Ctrl+A "
            "selects all in view, Escape none; + and - zoom, Home fits.",
            "Chosen words: Delete removes, Alt+arrows or Ctrl+arrows move. Ctrl+click, Shift+arrows and Ctrl+A mark "
            "several. Neighbours: double-click or Enter adds.",
            "Ctrl+H: switch the head off. Ctrl+M: mask the token looked from. Ctrl+R: replace it. Ctrl+K: cut it. "
            "Ctrl+0: remove all changes.",
            "Ctrl+Space: play; on the step bar Space plays, + and - change the speed.",
            "Ctrl+Alt+1 to Ctrl+Alt+5: Attention, Translation, Distance, Scoring, Memory. These parts are also at the "
            "right of the menu bar and in the menu View; each keeps its panes as you left them.",
            "Ctrl+L: sentence. Ctrl+F: search. Ctrl+Z: undo. Ctrl+B: compare. Ctrl+T: light or dark. "
            "Ctrl+O: open a session. Ctrl+S: save it. Ctrl+P: save a picture. Ctrl+E: save the walk-through as a page.",
        ),
    ),
)
