"""A form in GTK 3 whose log says what really happened. usage: gtk3.py LOG"""
import gi

gi.require_version("Gtk", "3.0")
from gi.repository import GLib, Gtk  # noqa: E402

from oracle import CITIES, MENUS, ROWS, TOYS, TREE, happened, has  # noqa: E402

window = Gtk.Window(title="Form")
window.set_default_size(1000, 660)
outer = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)

bar = Gtk.MenuBar()
for menu, items in MENUS.items():
    top = Gtk.MenuItem(label="_" + menu, use_underline=True)
    inside = Gtk.Menu()
    for item in items:
        if item == "Wrap lines":
            one = Gtk.CheckMenuItem(label=item)
            one.connect("toggled", lambda i: has("Wrap lines", i.get_active()))
        else:
            one = Gtk.MenuItem(label=item)
            one.connect("activate", lambda _i, what=item: chosen(what))
        inside.append(one)
    if menu == "File":
        recent = Gtk.MenuItem(label="Recent")
        deeper = Gtk.Menu()
        letter = Gtk.MenuItem(label="Letter")
        letter.connect("activate", lambda _i: chosen("Letter"))
        deeper.append(letter)
        recent.set_submenu(deeper)
        inside.append(recent)
    top.set_submenu(inside)
    bar.append(top)
outer.add(bar)


def chosen(what):
    happened("menu", what)
    if what == "Save As…":
        save()


def save():
    dialog = Gtk.FileChooserDialog(title="Save As", parent=window, action=Gtk.FileChooserAction.SAVE)
    dialog.add_buttons("_Cancel", Gtk.ResponseType.CANCEL, "_Save", Gtk.ResponseType.ACCEPT)
    dialog.set_do_overwrite_confirmation(True)
    dialog.set_current_name("untitled.txt")
    if dialog.run() == Gtk.ResponseType.ACCEPT:
        with open(dialog.get_filename(), "w") as file:
            file.write("saved")
        happened("saved", dialog.get_filename())
    dialog.destroy()


tools = Gtk.Toolbar()
size_item = Gtk.ToolItem()
size = Gtk.Entry(text="12", width_chars=4)
size.get_accessible().set_name("Font size")
size.connect("changed", lambda e: has("Font size", e.get_text()))
size_item.add(size)
tools.add(size_item)
outer.add(tools)

book = Gtk.Notebook()
book.connect("switch-page", lambda b, _p, n: has("tab", b.get_tab_label_text(b.get_nth_page(n))))
grid = Gtk.Grid(column_spacing=8, row_spacing=4, margin=8)


def row(index, label, field):
    name = Gtk.Label(label=label, xalign=0)
    name.set_mnemonic_widget(field)
    grid.attach(name, 0, index, 1, 1)
    grid.attach(field, 1, index, 1, 1)
    return field


plain = row(0, "Plain", Gtk.Entry(hexpand=True))
plain.connect("changed", lambda e: has("Plain", e.get_text()))
plain.connect("activate", lambda e: happened("Plain", "activated"))
caret = row(1, "Caret", Gtk.Entry(text="one two three"))
caret.connect("changed", lambda e: has("Caret", e.get_text()))
notes = Gtk.TextView(height_request=70)
notes.get_accessible().set_name("Notes")
notes.get_buffer().set_text("first line\nsecond line")
notes.get_buffer().connect(
    "changed", lambda b: has("Notes", b.get_text(b.get_start_iter(), b.get_end_iter(), True))
)
row(2, "Notes", notes)
count = row(3, "Count", Gtk.SpinButton.new_with_range(0, 100, 1))
count.connect("value-changed", lambda s: has("Count", s.get_value()))
volume = row(4, "Volume", Gtk.Scale.new_with_range(Gtk.Orientation.HORIZONTAL, 0, 100, 1))
volume.connect("value-changed", lambda s: has("Volume", s.get_value()))
city = row(5, "City", Gtk.ComboBoxText())
for each in CITIES:
    city.append_text(each)
city.set_active(0)
city.connect("changed", lambda c: has("City", c.get_active_text()))
day = row(6, "Day", Gtk.Entry(text="2026-01-31"))
day.connect("changed", lambda e: has("Day", e.get_text()))

checks = Gtk.Box(spacing=8)
member = Gtk.CheckButton(label="Member")
member.connect("toggled", lambda c: has("Member", c.get_active()))
partly = Gtk.CheckButton(label="Partly")
partly.set_inconsistent(True)


def settle(button):
    button.set_inconsistent(False)
    has("Partly", button.get_active())


partly.connect("toggled", settle)
small = Gtk.RadioButton.new_with_label(None, "Small")
large = Gtk.RadioButton.new_with_label_from_widget(small, "Large")
large.connect("toggled", lambda c: has("Large", c.get_active()))
flight = Gtk.Switch()
flight.get_accessible().set_name("Flight mode")
flight.connect("notify::active", lambda s, _p: has("Flight mode", s.get_active()))
for each in (member, partly, small, large, flight):
    checks.add(each)
grid.attach(checks, 0, 7, 2, 1)

buttons = Gtk.Box(spacing=8)
for each in ("Log", "Log in", "Cut…"):
    one = Gtk.Button(label=each)
    one.connect("clicked", lambda _b, what=each: happened("pressed", what))
    if each == "Log":
        context = Gtk.Menu()
        for item in ("Edit", "Empty log"):
            entry = Gtk.MenuItem(label=item)
            entry.connect("activate", lambda _i, what=item: happened("context", what))
            context.append(entry)
        context.show_all()
        one.connect("button-press-event", lambda _b, e: e.button == 3 and context.popup_at_pointer(e))
    buttons.add(one)
flash = Gtk.ToggleButton(label="Flash")


def spring(button):
    if button.get_active():
        happened("pressed", "Flash")
        GLib.timeout_add(90, button.set_active, False)


flash.connect("toggled", spring)
buttons.add(flash)
grid.attach(buttons, 0, 8, 2, 1)
book.append_page(grid, Gtk.Label(label="First"))

lists = Gtk.Box(spacing=8, margin=8)


def scrolled(inside, width):
    window_of_it = Gtk.ScrolledWindow(width_request=width, vexpand=True)
    window_of_it.add(inside)
    lists.add(window_of_it)
    return inside


model = Gtk.ListStore(str)
for each in ROWS:
    model.append([each])
rows = scrolled(Gtk.TreeView(model=model), 220)
rows.get_accessible().set_name("Rows")
rows.append_column(Gtk.TreeViewColumn("Row", Gtk.CellRendererText(), text=0))
rows.connect("row-activated", lambda v, p, _c: happened("activated", model[p][0]))


def row_selected(selection):
    store, at = selection.get_selected()
    if at:
        has("Rows", store[at][0])


rows.get_selection().connect("changed", row_selected)

stock = Gtk.TreeStore(str)
for parent, children in TREE.items():
    under = stock.append(None, [parent])
    for child in children:
        stock.append(under, [child])
tree = scrolled(Gtk.TreeView(model=stock), 200)
tree.get_accessible().set_name("Goods")
tree.append_column(Gtk.TreeViewColumn("Goods", Gtk.CellRendererText(), text=0))
tree.connect("row-activated", lambda v, p, _c: happened("activated", stock[p][0]))
tree.connect("row-expanded", lambda v, i, p: has("expanded " + stock[p][0], True))
tree.connect("row-collapsed", lambda v, i, p: has("expanded " + stock[p][0], False))


def goods_selected(selection):
    store, at = selection.get_selected()
    if at:
        has("Goods", store[at][0])


tree.get_selection().connect("changed", goods_selected)

cells = Gtk.ListStore(str, str)
for each in TOYS:
    cells.append([each, "10"])
table = scrolled(Gtk.TreeView(model=cells), 220)
table.get_accessible().set_name("Prices")
table.append_column(Gtk.TreeViewColumn("Thing", Gtk.CellRendererText(), text=0))
price = Gtk.CellRendererText(editable=True)


def edited(_r, path, text):
    cells[path][1] = text
    has("price of " + cells[path][0], text)


price.connect("edited", edited)
table.append_column(Gtk.TreeViewColumn("Price", price, text=1))
table.connect("row-activated", lambda v, p, _c: happened("activated", cells[p][0]))

simple = Gtk.ListBox(width_request=120)
for each in ("Red", "Green", "Blue"):
    simple.add(Gtk.Label(label=each))
simple.connect("row-selected", lambda b, r: r and has("Colours", r.get_child().get_label()))
simple.connect("row-activated", lambda b, r: happened("activated", r.get_child().get_label()))
simple.set_activate_on_single_click(False)
simple.get_accessible().set_name("Colours")
scrolled(simple, 120)
book.append_page(lists, Gtk.Label(label="Second"))
outer.pack_start(book, True, True, 0)
window.add(outer)
window.connect("destroy", Gtk.main_quit)
window.show_all()
happened("form", "shown")
Gtk.main()
