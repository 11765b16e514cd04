"""A small form whose button's label, and what stands between its rows, come from its arguments. What was entered is written to a file.
usage: form.py FILE [BUTTON [ROWS]]; ROWS: name,town,code,member in any order"""
import json
import os
import sys

import gi

gi.require_version("Gtk", "3.0")
from gi.repository import Gtk  # noqa: E402

path = sys.argv[1]
button = sys.argv[2] if len(sys.argv) > 2 else "Add"
rows = (sys.argv[3] if len(sys.argv) > 3 else "name,town,member").split(",")

window = Gtk.Window(title="Form")
window.set_default_size(360, 220)
grid = Gtk.Grid(column_spacing=8, row_spacing=8, margin=12)
fields = {}
for index, row in enumerate(rows):
    if row == "member":
        fields[row] = Gtk.CheckButton(label="Member")
        grid.attach(fields[row], 1, index, 1, 1)
        continue
    # The fields have no names: only what stands beside them says which is which.
    grid.attach(Gtk.Label(label=row.capitalize(), xalign=0), 0, index, 1, 1)
    fields[row] = Gtk.Entry(hexpand=True)
    if row == "code":
        fields[row].set_visibility(False)
        fields[row].set_input_purpose(Gtk.InputPurpose.PASSWORD)
    grid.attach(fields[row], 1, index, 1, 1)

said = Gtk.Label(label="")


def write(_button):
    entered = {
        row: field.get_active() if row == "member" else field.get_text() for row, field in fields.items()
    }
    with open(path + ".part", "w") as file:
        json.dump(entered, file)
    os.rename(path + ".part", path)
    said.set_label("Entered")


def clear(_button):
    for row, field in fields.items():
        if row != "member":
            field.set_text("")


bar = Gtk.Box(spacing=8)
for label, does in ((button, write), ("Clear", clear)):
    one = Gtk.Button(label=label)
    one.connect("clicked", does)
    bar.add(one)
grid.attach(bar, 0, len(rows), 2, 1)
grid.attach(said, 0, len(rows) + 1, 2, 1)
window.add(grid)
window.connect("destroy", Gtk.main_quit)
window.show_all()
Gtk.main()
