"""A field that gets its label a moment after it is shown; nothing is painted, and no event is sent."""

import gi

gi.require_version("Gtk", "3.0")
from gi.repository import GLib, Gtk  # noqa: E402

window = Gtk.Window(title="Late label")
window.connect("destroy", Gtk.main_quit)
box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
label = Gtk.Label(label="Street")
field = Gtk.Entry()
field.set_can_focus(False)
box.add(label)
box.add(field)
window.add(box)
window.show_all()
GLib.timeout_add(1200, lambda: label.set_mnemonic_widget(field))
Gtk.main()
