"""What the programs are given to read."""

SENTENCES = (
    "The cat drank the milk because it was hungry. ",
    "When the old keeper climbed the winding stairs, he noticed that someone had already lit the great lamp. ",
    "The animal didn't cross the street because it was too tired, and the drivers waited until it had rested. ",
    "Nobody else on the island possessed the key, so he wondered who could have been there before him. ",
)
LONG = "".join(SENTENCES) * 12
