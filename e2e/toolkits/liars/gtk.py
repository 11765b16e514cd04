"""A form of people in GTK 3 or GTK 4 that does as it says, or lies. usage: gtk.py 3|4 HOW"""
import sys

import gi

VERSION, HOW = sys.argv[1:3]
gi.require_version("Gtk", f"{VERSION}.0")
from gi.repository import GLib, Gtk

from truth import BACK_MS, keep, state, write

OLD = VERSION == "3"


def put(box, child):
    box.pack_start(child, False, False, 0) if OLD else box.append(child)


def build(window):
    window.set_title("People")
    window.set_default_size(420, 360)
    box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=8)
    row = Gtk.Box(spacing=8)
    label, field, add = Gtk.Label(label="Name"), Gtk.Entry(), Gtk.Button(label="Add")
    label.set_mnemonic_widget(field)
    people = Gtk.ListBox()
    news, save, remove = Gtk.CheckButton(label="News"), Gtk.Button(label="Save"), Gtk.Button(label="Remove")
    status = Gtk.Label(label="Ready")
    for each in (label, field, add):
        put(row, each)
    for each in (row, people, remove, news, save, status):
        put(box, each)

    def show(name):
        line = Gtk.Label(label=name)
        people.add(line) if OLD else people.append(line)
        if OLD:
            people.show_all()

    def added(_button):
        name = field.get_text()
        if HOW == "honest":
            state["people"].append(name)
            show(name)
        if HOW in ("honest", "add says"):
            status.set_text(f"Added {name}")
        if HOW != "add is deaf":
            field.set_text("")
        write()

    def removed(_button):
        line = people.get_selected_row()
        if line is None:
            return
        if HOW == "row hides":
            line.hide()
            return
        state["people"].pop(line.get_index())
        people.remove(line)
        write()

    def ticked(_box):
        state["news"] = news.get_active()
        write()
        if HOW == "box back" and news.get_active():
            GLib.timeout_add(BACK_MS, lambda: news.set_active(False))

    def typed(_field):
        state["name"] = field.get_text()
        write()
        if HOW == "name back" and field.get_text():
            GLib.timeout_add(BACK_MS, lambda: field.set_text(""))

    def later(ms, act):
        GLib.timeout_add(ms, lambda: (act(), False)[1])

    show("Grace")
    save.connect("clicked", lambda _: keep(HOW, field.get_text(), status.set_text, later))
    add.connect("clicked", added)
    remove.connect("clicked", removed)
    news.connect("toggled", ticked)
    field.connect("changed", typed)
    if OLD:
        window.add(box)
        window.connect("destroy", Gtk.main_quit)
        window.show_all()
    else:
        window.set_child(box)
        window.present()


if OLD:
    build(Gtk.Window())
    Gtk.main()
else:
    app = Gtk.Application(application_id="example.People")
    app.connect("activate", lambda _app: build(Gtk.ApplicationWindow(application=app)))
    app.run([])
