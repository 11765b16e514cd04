"""Shows entries that do not keep the text that is put into them: one turns it to capitals, one can't be edited."""
import gi

gi.require_version("Gtk", "3.0")
from gi.repository import Gtk  # noqa: E402

window = Gtk.Window(title="Liar")
box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)


def field(name, **options):
    entry = Gtk.Entry(**options)
    label = Gtk.Label(label=name)
    label.set_mnemonic_widget(entry)
    box.add(label)
    box.add(entry)
    return entry


capitals = field("Capitals", text="BEFORE")
capitals.connect("changed", lambda entry: entry.get_text().isupper() or entry.set_text(entry.get_text().upper()))
field("Locked", text="locked", editable=False)
field("Secret", text="hunter2", visibility=False)
combo = Gtk.ComboBoxText()
for item in ("Red", "Green", "Blue"):
    combo.append_text(item)
combo.set_active(0)
box.add(combo)
box.add(Gtk.CheckButton(label="Agree"))
scale = Gtk.Scale.new_with_range(Gtk.Orientation.HORIZONTAL, 0, 10, 1)
box.add(scale)
window.add(box)
window.connect("destroy", Gtk.main_quit)
window.show_all()
Gtk.main()
