"""A GTK window with a check box that takes every click and never stays checked."""
import gi

gi.require_version("Gtk", "3.0")
from gi.repository import Gtk  # noqa: E402

window = Gtk.Window(title="Stubborn")
box = Gtk.CheckButton(label="Never")
box.connect("toggled", lambda button: button.get_active() and button.set_active(False))
window.add(box)
window.set_default_size(300, 120)
window.connect("destroy", Gtk.main_quit)
window.show_all()
Gtk.main()
