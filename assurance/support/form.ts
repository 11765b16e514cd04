// An application for the suites: two buttons, which add to a file each. After the first it does what its argument says.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** How often each button was pressed, by the application's own word. */
export const pressesOf = ({ home }: { home: string }): number[] =>
  ['next', 'sort'].map((name) => {
    const path = join(home, name)
    return existsSync(path) ? readFileSync(path, 'utf8').length / name.length : 0
  })

export const FORM = `
import os, sys
import gi
gi.require_version("Gtk", "3.0")
from gi.repository import Gtk, GLib
def wrote(name):
    open(os.path.join(os.environ["HOME"], name), "a").write(name)
window = Gtk.Window(title="Form", default_width=300, default_height=200)
box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
first, second = Gtk.Button(label="Next"), Gtk.Button(label="Sort")
first.connect("clicked", lambda *_: (wrote("next"), GLib.timeout_add(300, change)))
second.connect("clicked", lambda *_: wrote("sort"))
box.pack_start(first, True, True, 0); box.pack_start(second, True, True, 0)
window.add(box); window.connect("destroy", Gtk.main_quit); window.show_all()
def change():
    how = sys.argv[1]
    if how == "dialog":
        dialog = Gtk.MessageDialog(transient_for=window, modal=True, text="Delete all records?", buttons=Gtk.ButtonsType.YES_NO)
        dialog.connect("response", lambda d, answer: (wrote("yes") if answer == Gtk.ResponseType.YES else None, d.destroy()))
        dialog.show_all()
    elif how == "language":
        first.set_label("Weiter"); second.set_label("Ordnen")
    elif how == "scale":
        box.reorder_child(second, 0); window.resize(700, 500)
    elif how == "crash":
        os.kill(os.getpid(), 9)
    elif how == "hang":
        os.kill(os.getpid(), 19)
    return False
Gtk.main()
`
