"""A form of people in Qt 5 or Qt 6 that does as it says, or lies. usage: qt.py 5|6 HOW"""
import sys

VERSION, HOW = sys.argv[1:3]
if VERSION == "5":
    from PyQt5 import QtCore, QtWidgets
else:
    from PyQt6 import QtCore, QtWidgets

from truth import BACK_MS, keep, state, write

app = QtWidgets.QApplication(sys.argv[:1])
window = QtWidgets.QWidget()
window.setWindowTitle("People")
window.resize(420, 360)
column = QtWidgets.QVBoxLayout(window)
row = QtWidgets.QHBoxLayout()
label, field, add = QtWidgets.QLabel("Name"), QtWidgets.QLineEdit(), QtWidgets.QPushButton("Add")
label.setBuddy(field)
people, news, status = QtWidgets.QListWidget(), QtWidgets.QCheckBox("News"), QtWidgets.QLabel("Ready")
for each in (label, field, add):
    row.addWidget(each)
column.addLayout(row)
people.addItem("Grace")
save, remove = QtWidgets.QPushButton("Save"), QtWidgets.QPushButton("Remove")
for each in (people, remove, news, save, status):
    column.addWidget(each)


def added():
    name = field.text()
    if HOW == "honest":
        state["people"].append(name)
        people.addItem(name)
    if HOW in ("honest", "add says"):
        status.setText(f"Added {name}")
    if HOW != "add is deaf":
        field.clear()
    write()


def removed():
    at = people.currentRow()
    if at < 0:
        return
    if HOW == "row hides":
        people.setRowHidden(at, True)
        return
    state["people"].pop(at)
    people.takeItem(at)
    write()


def ticked(on):
    state["news"] = on
    write()
    if HOW == "box back" and on:
        QtCore.QTimer.singleShot(BACK_MS, lambda: news.setChecked(False))


def typed(text):
    state["name"] = text
    write()
    if HOW == "name back" and text:
        QtCore.QTimer.singleShot(BACK_MS, field.clear)


add.clicked.connect(added)
remove.clicked.connect(removed)
save.clicked.connect(lambda: keep(HOW, field.text(), status.setText, QtCore.QTimer.singleShot))
news.toggled.connect(ticked)
field.textChanged.connect(typed)
window.show()
app.exec()
