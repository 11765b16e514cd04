"""Prints what another accessibility client sees of a process: one JSON array of {role, name, x, y, width, height, text}.

usage: walk.py [PID]   Of every process without a PID. Visible objects only; never the cells of a sheet.
"""
import json
import sys

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi  # noqa: E402

State = Atspi.StateType
found = []


def walk(node, shows, depth):
    states = node.get_state_set()
    if depth > 60 or not states.contains(State.VISIBLE) or (shows and not states.contains(State.SHOWING)):
        return
    entry = {"role": node.get_role_name(), "name": node.get_name() or "", "focused": states.contains(State.FOCUSED)}
    try:
        place = Atspi.Component.get_extents(node, Atspi.CoordType.SCREEN)
        entry.update(x=place.x, y=place.y, width=place.width, height=place.height)
    except Exception:
        pass
    try:
        entry["text"] = Atspi.Text.get_text(node, 0, -1)
    except Exception:
        entry["text"] = None
    found.append(entry)
    count = node.get_child_count()
    if states.contains(State.MANAGES_DESCENDANTS) or count > 500:
        return
    for index in range(count):
        child = node.get_child_at_index(index)
        if child is not None:
            walk(child, shows, depth + 1)


Atspi.init()
desktop = Atspi.get_desktop(0)
for index in range(desktop.get_child_count()):
    application = desktop.get_child_at_index(index)
    if application is None or (len(sys.argv) > 1 and application.get_process_id() != int(sys.argv[1])):
        continue
    shows = application.get_toolkit_name() != "GTK"
    for place in range(application.get_child_count()):
        child = application.get_child_at_index(place)
        if child is not None:
            walk(child, shows, 0)
print(json.dumps(found))
