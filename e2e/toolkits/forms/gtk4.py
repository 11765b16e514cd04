"""A form in GTK 4 whose log says what really happened. usage: gtk4.py LOG"""
import gi

gi.require_version("Gtk", "4.0")
from gi.repository import Gio, GLib, Gtk  # noqa: E402

from oracle import CITIES, MENUS, ROWS, TOYS, TREE, happened, has  # noqa: E402


def named(widget, name):
    widget.update_property([Gtk.AccessibleProperty.LABEL], [name])
    return widget


def build(app):
    window = Gtk.ApplicationWindow(application=app, title="Form", default_width=1000, default_height=660)
    outer = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
    model = Gio.Menu()
    for menu, items in MENUS.items():
        inside = Gio.Menu()
        for item in items:
            key = "".join(c for c in item.lower() if c.isalpha())
            if item == "Wrap lines":
                action = Gio.SimpleAction.new_stateful(key, None, GLib.Variant("b", False))

                def wrap(act, _p):
                    act.set_state(GLib.Variant("b", not act.get_state().get_boolean()))
                    has("Wrap lines", act.get_state().get_boolean())

                action.connect("activate", wrap)
            else:
                action = Gio.SimpleAction.new(key, None)
                action.connect("activate", lambda _a, _p, what=item: chosen(what))
            window.add_action(action)
            inside.append(item, "win." + key)
        if menu == "File":
            action = Gio.SimpleAction.new("letter", None)
            action.connect("activate", lambda _a, _p: chosen("Letter"))
            window.add_action(action)
            deeper = Gio.Menu()
            deeper.append("Letter", "win.letter")
            inside.append_submenu("Recent", deeper)
        model.append_submenu("_" + menu, inside)
    outer.append(Gtk.PopoverMenuBar.new_from_model(model))

    def chosen(what):
        happened("menu", what)
        if what == "Save As…":
            save()

    def save():
        dialog = Gtk.FileChooserDialog(
            title="Save As", transient_for=window, modal=True, action=Gtk.FileChooserAction.SAVE
        )
        dialog.add_button("_Cancel", Gtk.ResponseType.CANCEL)
        dialog.add_button("_Save", Gtk.ResponseType.ACCEPT)
        dialog.set_current_name("untitled.txt")

        def answered(_d, response):
            if response == Gtk.ResponseType.ACCEPT:
                path = dialog.get_file().get_path()
                with open(path, "w") as file:
                    file.write("saved")
                happened("saved", path)
            dialog.destroy()

        dialog.connect("response", answered)
        dialog.present()

    tools = Gtk.Box(css_classes=["toolbar"])
    size = named(Gtk.Entry(text="12", width_chars=4), "Font size")
    size.connect("changed", lambda e: has("Font size", e.get_text()))
    tools.append(size)
    outer.append(tools)

    book = Gtk.Notebook(vexpand=True)
    book.connect("switch-page", lambda b, _p, n: has("tab", b.get_tab_label_text(b.get_nth_page(n))))
    grid = Gtk.Grid(column_spacing=8, row_spacing=4)

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
    notes = named(Gtk.TextView(height_request=70), "Notes")
    notes.get_buffer().set_text("first line\nsecond line")
    notes.get_buffer().connect(
        "changed", lambda b: has("Notes", b.get_text(b.get_start_iter(), b.get_end_iter(), True))
    )
    row(2, "Notes", notes)
    count = row(3, "Count", Gtk.SpinButton.new_with_range(0, 100, 1))
    count.connect("value-changed", lambda s: has("Count", s.get_value()))
    volume = row(4, "Volume", Gtk.Scale.new_with_range(Gtk.Orientation.HORIZONTAL, 0, 100, 1))
    volume.connect("value-changed", lambda s: has("Volume", s.get_value()))
    city = row(5, "City", Gtk.DropDown.new_from_strings(CITIES))
    city.connect("notify::selected", lambda c, _p: has("City", CITIES[c.get_selected()]))
    day = row(6, "Day", Gtk.Entry(text="2026-01-31"))
    day.connect("changed", lambda e: has("Day", e.get_text()))

    checks = Gtk.Box(spacing=8)
    member = Gtk.CheckButton(label="Member")
    member.connect("toggled", lambda c: has("Member", c.get_active()))
    partly = Gtk.CheckButton(label="Partly", inconsistent=True)

    def settle(button):
        button.set_inconsistent(False)
        has("Partly", button.get_active())

    partly.connect("toggled", settle)
    small = Gtk.CheckButton(label="Small", active=True)
    large = Gtk.CheckButton(label="Large", group=small)
    large.connect("toggled", lambda c: has("Large", c.get_active()))
    flight = named(Gtk.Switch(valign=Gtk.Align.CENTER), "Flight mode")
    flight.connect("notify::active", lambda s, _p: has("Flight mode", s.get_active()))
    for each in (member, partly, small, large, flight):
        checks.append(each)
    grid.attach(checks, 0, 7, 2, 1)

    buttons = Gtk.Box(spacing=8)
    for each in ("Log", "Log in", "Cut…"):
        one = Gtk.Button(label=each)
        one.connect("clicked", lambda _b, what=each: happened("pressed", what))
        buttons.append(one)
    flash = Gtk.ToggleButton(label="Flash")

    def spring(button):
        if button.get_active():
            happened("pressed", "Flash")
            GLib.timeout_add(90, button.set_active, False)

    flash.connect("toggled", spring)
    buttons.append(flash)
    grid.attach(buttons, 0, 8, 2, 1)
    book.append_page(grid, Gtk.Label(label="First"))

    lists = Gtk.Box(spacing=8)

    def scrolled(inside, width):
        around = Gtk.ScrolledWindow(width_request=width, vexpand=True)
        around.set_child(inside)
        lists.append(around)
        return inside

    factory = Gtk.SignalListItemFactory()
    factory.connect("setup", lambda _f, item: item.set_child(Gtk.Label(xalign=0)))
    factory.connect("bind", lambda _f, item: item.get_child().set_label(item.get_item().get_string()))
    rows_model = Gtk.SingleSelection(model=Gtk.StringList.new(ROWS), autoselect=False, can_unselect=True)
    rows_model.set_selected(Gtk.INVALID_LIST_POSITION)
    rows = named(scrolled(Gtk.ListView(model=rows_model, factory=factory), 220), "Rows")
    rows.connect("activate", lambda v, at: happened("activated", ROWS[at]))
    rows_model.connect("notify::selected", lambda m, _p: has("Rows", ROWS[m.get_selected()]))

    stock = Gtk.TreeStore(str)
    for parent, children in TREE.items():
        under = stock.append(None, [parent])
        for child in children:
            stock.append(under, [child])
    tree = named(scrolled(Gtk.TreeView(model=stock), 200), "Goods")
    tree.append_column(Gtk.TreeViewColumn("Goods", Gtk.CellRendererText(), text=0))
    tree.connect("row-activated", lambda v, p, _c: happened("activated", stock[p][0]))
    tree.connect("row-expanded", lambda v, i, p: has("expanded " + stock[p][0], True))

    def goods_selected(selection):
        store, at = selection.get_selected()
        if at:
            has("Goods", store[at][0])

    tree.get_selection().connect("changed", goods_selected)

    simple = named(Gtk.ListBox(width_request=120, activate_on_single_click=False), "Colours")
    for each in ("Red", "Green", "Blue"):
        simple.append(Gtk.Label(label=each))
    simple.connect("row-selected", lambda b, r: r and has("Colours", r.get_child().get_label()))
    simple.connect("row-activated", lambda b, r: happened("activated", r.get_child().get_label()))
    scrolled(simple, 120)

    toys = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
    for each in TOYS:
        line = Gtk.Box()
        line.append(Gtk.Label(label=each))
        price = named(Gtk.EditableLabel(text="10"), "price of " + each)
        price.connect("changed", lambda e, what=each: has("price of " + what, e.get_text()))
        line.append(price)
        toys.append(line)
    scrolled(toys, 200)
    book.append_page(lists, Gtk.Label(label="Second"))
    outer.append(book)
    window.set_child(outer)
    window.present()
    happened("form", "shown")


app = Gtk.Application()
app.connect("activate", build)
app.run([])
