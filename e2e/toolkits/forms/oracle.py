"""The oracle of a form: it writes down what really happened, one JSON line each."""
import json
import sys

CITIES = [f"City {n:02d}" for n in range(1, 61)]
ROWS = [f"Row {n:04d}" for n in range(1, 1001)]
TREE = {"Fruit": ["Apple", "Pear", "Plum"], "Tools": ["Hammer", "Saw"]}
MENUS = {"File": ["New", "Open", "Save As…"], "Edit": ["Cut out", "Wrap lines"]}
TOYS = [f"Toy {n}" for n in range(1, 6)]

_file = open(sys.argv[1], "a", buffering=1, encoding="utf-8")


def happened(control, value):
    """Something that counts each time: a press, an activation, a menu item."""
    _file.write(json.dumps(["event", control, value], ensure_ascii=False) + "\n")


def has(control, value):
    """A control that has got another value; the last one counts."""
    _file.write(json.dumps(["value", control, value], ensure_ascii=False) + "\n")


def places(all_of_them):
    """Where the controls of a toolkit without a tree are on the screen: name -> x, y, width, height."""
    _file.write(json.dumps(["places", "form", all_of_them]) + "\n")
