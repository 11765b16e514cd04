"""Opens a GTK window with very many buttons, most of them out of sight. usage: many.py COUNT boxes|flow"""
import sys

import gi

gi.require_version("Gtk", "3.0")
from gi.repository import Gtk  # noqa: E402

count, kind = int(sys.argv[1]), sys.argv[2]
window = Gtk.Window(title="Many")
window.set_default_size(500, 400)
inside = Gtk.Box() if kind == "boxes" else Gtk.FlowBox(max_children_per_line=5, min_children_per_line=5)
column = None
for number in range(count):
    if kind == "boxes" and number % 200 == 0:
        column = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
        inside.add(column)
    (column or inside).add(Gtk.Button(label=f"Button {number}"))
scrolled = Gtk.ScrolledWindow()
scrolled.add(inside)
window.add(scrolled)
window.connect("destroy", Gtk.main_quit)
window.show_all()
Gtk.main()
