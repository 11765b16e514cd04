"""What a form of people really has, which it writes down: the oracle of the lies."""
import json
import os

# Milliseconds after which a box unticks itself, or a text is gone.
BACK_MS = 900

state = {"people": [], "news": False, "name": ""}


def write():
    with open(os.path.join(os.environ["TRUTH"], "truth.json"), "w", encoding="utf-8") as file:
        json.dump(state, file)
