"""What a form of people really has, which it writes down: the oracle of the lies."""
import json
import os

# Milliseconds after which a box unticks itself, or a text is gone.
BACK_MS = 900
# Milliseconds that a slow save takes.
SLOW_MS = 3000

state = {"people": ["Grace"], "news": False, "name": "", "saved": False}


def keep(how, name, status, later):
    """Saves as it behaves; `status` shows a text, `later` does something after milliseconds."""

    def end():
        if how == "save slowly":
            put(name)
            state["saved"] = True
            write()
        status("Could not save" if how in ("save fails", "save fails late") else "Saved")

    if how in ("save slowly", "save fails"):
        status("Saving…")
        later(SLOW_MS, end)
        return
    if how == "honest":
        put(name)
        state["saved"] = True
        write()
    if how == "save half":
        put(name[: len(name) // 2])
    status("Saved")
    if how == "save fails late":
        later(BACK_MS, end)


def put(text):
    with open(os.path.join(os.environ["TRUTH"], "name.txt"), "w", encoding="utf-8") as file:
        file.write(text)


def write():
    with open(os.path.join(os.environ["TRUTH"], "truth.json"), "w", encoding="utf-8") as file:
        json.dump(state, file)
