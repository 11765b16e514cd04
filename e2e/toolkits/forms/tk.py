"""A form in Tk, which has no tree, whose log says what really happened. usage: tk.py LOG"""
import tkinter
from tkinter import ttk

from oracle import CITIES, MENUS, happened, has, places

root = tkinter.Tk()
root.title("Form")
root.geometry("1000x660+40+30")
bar = tkinter.Menu(root)
for menu, items in MENUS.items():
    inside = tkinter.Menu(bar, tearoff=0)
    for item in items:
        inside.add_command(label=item, command=lambda what=item: happened("menu", what))
    bar.add_cascade(label=menu, menu=inside, underline=0)
root.config(menu=bar)


def field(name, text=""):
    ttk.Label(root, text=name).pack()
    held = tkinter.StringVar(value=text)
    held.trace_add("write", lambda *_: has(name, held.get()))
    one = ttk.Entry(root, textvariable=held, width=60)
    one.pack()
    return one


widgets = {"Plain": field("Plain"), "Caret": field("Caret", "one two three")}
widgets["Plain"].bind("<Return>", lambda _e: happened("Plain", "activated"))
notes = tkinter.Text(root, height=4, width=60)
notes.insert("1.0", "first line\nsecond line")


def noted(_event):
    if notes.edit_modified():
        has("Notes", notes.get("1.0", "end-1c"))
        notes.edit_modified(False)


notes.edit_modified(False)
notes.bind("<<Modified>>", noted)
notes.pack()
widgets["Notes"] = notes
for each in ("Log", "Log in"):
    widgets[each] = ttk.Button(root, text=each, command=lambda what=each: happened("pressed", what))
    widgets[each].pack()
on = tkinter.BooleanVar()
widgets["Member"] = ttk.Checkbutton(root, text="Member", variable=on, command=lambda: has("Member", on.get()))
widgets["Member"].pack()
city = ttk.Combobox(root, values=CITIES, state="readonly")
city.bind("<<ComboboxSelected>>", lambda _e: has("City", city.get()))
city.pack()
widgets["City"] = city
rows = tkinter.Listbox(root, height=6)
for n in range(1, 1001):
    rows.insert("end", f"Row {n:04d}")
rows.bind("<<ListboxSelect>>", lambda _e: rows.curselection() and has("Rows", rows.get(rows.curselection()[0])))
rows.bind("<Double-Button-1>", lambda _e: happened("activated", "row"))
rows.pack()
widgets["Rows"] = rows


def shown():
    places(
        {
            name: [w.winfo_rootx(), w.winfo_rooty(), w.winfo_width(), w.winfo_height()]
            for name, w in widgets.items()
        }
    )


def first():
    shown()
    happened("form", "shown")
    # A window manager may still move it.
    root.bind("<Configure>", lambda event: event.widget is root and root.after_idle(shown))


root.after(300, first)
root.mainloop()
