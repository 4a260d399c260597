"""Single steps of a translation by key: what they are called in their stage, and in a sentence what happens."""

from collections.abc import Mapping

from engine.names import CROSS

# Of steps of recurrent models, by key.
STEP_TITLES: Mapping[str, str] = {
    "embed": "Token",
    "embed_scaled": "× √d",
    "gru.x": "Word",
    "gru.joined": "Input",
    "gru.before": "State before",
    "gru.from_x": "W x",
    "gru.from_state": "U h",
    "gru.reset": "Reset",
    "gru.update": "Update",
    "gru.candidate": "Candidate",
    "gru.state": "New state",
    "forward.states": "Forward",
    "backward.states": "Backward",
    "states": "Both",
    "forward.last": "End forward",
    "backward.last": "End backward",
    "summary": "c",
    "start.pre": "W c + b",
    "start": "tanh: s₀",
    "attn.k": "U h + b",
    "attn.q": "W s",
    "attn.scores": "Scores",
    "attn.v": "Features",
    "attn.z": "Sum",
    "context": "Context",
    "readout.in": "Side by side",
    "readout.pre": "W q + b",
    "readout": "tanh",
    "logits": "Logits",
    "probabilities": "Softmax",
    "mlp.post": "ReLU",
}
# Of single steps of Transformers, by key; the others have the sentence of their stage.
OF_TRANSFORMERS: Mapping[str, str] = {
    "embed_scaled": "The vectors of the tokens are made as long as those of the places: times √{0}.",
    "pos_embed": "Sines and cosines tell where each token stands: attention alone would not know.",
    "embed_sum": "Token and place are added.",
    f"{CROSS}attn.q": "The query comes from what is being written: what does the next token need to know?",
    f"{CROSS}attn.k": "The keys come from the encoder’s output, one for each word of the source.",
    f"{CROSS}attn.v": "So do the values: what each word hands over.",
    "mlp.post": "ReLU lets positive numbers through and sets negative ones to 0.",
}
# The same of recurrent models.  {0}: the word or token that is looked at, {1}: the token before it.
OF_RECURRENT: Mapping[str, str] = {
    "gru.x": "The vector of “{0}” goes in.",
    "gru.from_x": "W x + b: what goes in says something to both gates and to the candidate, side by side.",
    "gru.from_state": "U h + b: the state before says something to both gates and to the candidate, too.",
    "gru.reset": "The reset gate r, from 0 to 1: how much of the state before the candidate may see.",
    "gru.update": "The update gate z, from 0 to 1: how much of the state before stays as it is.",
    "gru.candidate": "The candidate n, from −1 to 1: what the new state could be.",
    "gru.joined": "The token before, “{1}”, and the context go in side by side.",
    "forward.last": "The last state of the network that reads forwards.",
    "backward.last": "The last state of the network that reads backwards: it ends at the first word.",
    "start.pre": "A linear map of both makes the decoder’s first state …",
    "start": "… and tanh brings it between −1 and 1: s₀, from where the first query comes.",
    "attn.k": "U h + b brings each word’s features to where they are compared: once for the whole sentence.",
    "attn.q": "W s brings the decoder’s state, the query, to the same place.",
    "attn.v": "The features of the words are also what is added up.",
    "readout.in": "State, context and the token before, “{1}”, side by side.",
    "logits": "The last vector is compared with that of every token: the larger this number, the better it fits.",
}
