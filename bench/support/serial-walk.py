"""The baseline of `observation`: a walk of one window's tree by libatspi, one question after the other.

Kept running. Each line on standard input is a request, each line on standard output its answer: `{"pid", "toolkit",
"roles"}` finds the application, `{"max", "whole"}` walks it: name, role, states, extents and children of each object, of
all of them with `whole`, else of those that are shown and nothing below one that is not. Either way it returns the first
four of the shown ones that a person would call a control, by the rules of src-main/platform/linux/atspi/elements.ts.
"""

import json
import re
import sys

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi  # noqa: E402

STATE = Atspi.StateType
SCREEN = Atspi.CoordType.SCREEN
SILENT = {"group", "other", "text", "heading", "image", "row", "header", "cell"}
LAYOUT = {20, 50, 74}
BUTTONS = {43, 62}
CLASS_NAME = re.compile(r"^(Gtk|Adw|Gdk|Gsk|Hdy)[A-Z]\w*$|^[A-Z][a-z]+View$")
BLANK = re.compile(r"[\s\u200b-\u200f\ufeff]+")
MAX_CHILDREN = 500


def plain(text):
    return BLANK.sub(" ", text or "").strip()


def is_placed(rect):
    return rect.width > 0 and rect.height > 0 and abs(rect.x) < 100_000 and abs(rect.y) < 100_000


class Walk:
    def __init__(self, application, toolkit, roles, most, whole):
        self.application = application
        self.gtk4 = toolkit == "gtk4"
        self.roles = roles
        self.most = most
        self.whole = whole
        self.listed = []
        self.sheets = []

    def run(self):
        for index in range(self.application.get_child_count()):
            root = self.application.get_child_at_index(index)
            # Chromium has frames without a name for pop-ups that are not open.
            if root and root.get_name():
                self.visit(root, None)
        for sheet in self.sheets:
            self.cells(sheet)
        return self.listed

    def name_of(self, node):
        name = plain(node.get_name())
        if not self.gtk4:
            return name
        if CLASS_NAME.match(name):
            return ""
        half = len(name) // 2
        return name[:half] if name[half : half + 1] == " " and name[:half] == name[half + 1 :] else name

    def role_of(self, number, states):
        if number == 73 and states.contains(STATE.EDITABLE):
            return "edit"
        if number == 61:
            return "edit" if states.contains(STATE.EDITABLE) or states.contains(STATE.FOCUSABLE) else "text"
        return self.roles[number] if number < len(self.roles) else "other"

    def visit(self, node, parent):
        """The AT-SPI role of what was visited, None when it is not shown. `parent` is the nearest listed one."""
        if len(self.listed) >= self.most:
            return None
        states = node.get_state_set()
        if not states.contains(STATE.VISIBLE) or not (self.gtk4 or states.contains(STATE.SHOWING)):
            if self.whole:
                self.pass_over(node)
            return None
        number = int(node.get_role())
        name = self.name_of(node)
        rect = node.get_extents(SCREEN)
        count = node.get_child_count()
        role = self.role_of(number, states)
        if role == "window" and parent is not None:
            role = "group"
        entry = {"role": role, "name": name}
        listed = parent is None or self.is_control(node, number, role, name, count, parent)
        if listed and is_placed(rect):
            entry["states"] = [int(state) for state in states.get_states()]
            entry["extents"] = [rect.x, rect.y, rect.width, rect.height]
            self.listed.append(entry)
        elif listed and role == "menu bar":
            return number
        above = entry if listed else parent
        if count > 200_000:
            self.sheets.append(node)
            return number
        below = [self.visit(child, above) for child in self.children(node, count)]
        if self.gtk4 and entry in self.listed and BUTTONS & set(below) and node.get_name() == "GtkMenuButton":
            self.listed.remove(entry)
        return number

    def pass_over(self, node):
        """Asks a hidden object, and all below it, what every other one is asked."""
        node.get_state_set()
        node.get_role()
        node.get_name()
        node.get_extents(SCREEN)
        for child in self.children(node, node.get_child_count()):
            self.pass_over(child)

    def children(self, node, count):
        for index in range(min(count, MAX_CHILDREN)):
            child = node.get_child_at_index(index)
            if child:
                yield child

    def is_control(self, node, number, role, name, count, parent):
        if number in LAYOUT:
            return False
        if role not in SILENT:
            return True
        if name == "":
            if role != "text" or count != 0 or "Text" not in node.get_interfaces():
                return False
            return plain(Atspi.Text.get_text(node, 0, -1)) != ""
        # The text inside a button or link is the button's own name.
        own = name == parent["name"] or (parent["name"] == "" and parent["role"] == "button")
        return not (role == "text" and own)

    def cells(self, table):
        """The visible cells of a sheet, which has too many for a walk."""
        rect = table.get_extents(SCREEN)
        first = self.place(table, rect.x + 2, rect.y + 2)
        last = self.place(table, rect.x + rect.width - 3, rect.y + rect.height - 3)
        if not first or not last:
            return
        for row in range(first[0], last[0] + 1):
            for column in range(first[1], last[1] + 1):
                if len(self.listed) >= self.most:
                    return
                cell = Atspi.Table.get_accessible_at(table, row, column)
                at = cell.get_extents(SCREEN)
                text = Atspi.Text.get_text(cell, 0, -1)
                self.listed.append(
                    {
                        "role": "cell",
                        "name": cell_name(row, column),
                        "value": text,
                        "states": [],
                        "extents": [at.x, at.y, at.width, at.height],
                    }
                )

    def place(self, table, x, y):
        cell = table.get_accessible_at_point(x, y, SCREEN)
        if not cell:
            return None
        index = cell.get_index_in_parent()
        return Atspi.Table.get_row_at_index(table, index), Atspi.Table.get_column_at_index(table, index)


def cell_name(row, column):
    letters = ""
    rest = column + 1
    while rest > 0:
        rest, letter = divmod(rest - 1, 26)
        letters = chr(65 + letter) + letters
    return f"{letters}{row + 1}"


def application_of(pid):
    desktop = Atspi.get_desktop(0)
    for index in range(desktop.get_child_count()):
        application = desktop.get_child_at_index(index)
        if application and application.get_process_id() == pid:
            return application
    return None


def main():
    application, found = None, {}
    for line in sys.stdin:
        request = json.loads(line)
        if "pid" in request:
            found = request
            application = application_of(request["pid"])
            answer = application is not None
        else:
            answer = Walk(application, found["toolkit"], found["roles"], request["max"], request["whole"]).run()
        print(json.dumps(answer, ensure_ascii=False), flush=True)


main()
