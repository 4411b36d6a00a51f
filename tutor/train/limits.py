"""How many answers the training asks for. Plain numbers, so that a review can read them without loading the rest."""

TEST_ANSWERS = 200
"""The newest answers: settings are judged on them and never chosen on them."""
NEEDED = 300
"""Answers that count for the model, below which nothing is tuned: the tested ones and 100 to choose on."""
NEEDED_FOR_CHALLENGERS = 400
"""Challengers learn from nothing but this learner's answers, so they need 200 before the tested ones."""
NEW_ANSWERS = 50
"""Answers since the last run that make another one worth starting by itself."""
