"""What a form of people really has, which it writes down: the oracle of the lies."""
import json
import os

# Milliseconds after which a box unticks itself, or a text is gone.
BACK_MS = 900
# Milliseconds that a slow save takes.
SLOW_MS = 3000

state = {"people": [], "news": False, "name": "", "saved": False}


def keep(how, name, status, later):
    """Saves as it behaves; `status` shows a text, `later` does something after milliseconds."""

    def end():
        if how == "save slowly":
            with open(os.path.join(os.environ["TRUTH"], "name.txt"), "w", encoding="utf-8") as file:
                file.write(name)
            state["saved"] = True
            write()
        status("Could not save" if how == "save fails" else "Saved")

    if how == "save says":
        status("Saved")
    else:
        status("Saving…")
        later(SLOW_MS, end)


def write():
    with open(os.path.join(os.environ["TRUTH"], "truth.json"), "w", encoding="utf-8") as file:
        json.dump(state, file)
