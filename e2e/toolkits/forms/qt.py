"""A form in Qt 5 or Qt 6 whose log says what really happened. usage: qt.py LOG 5|6"""
import sys

if sys.argv[2] == "5":
    from PyQt5 import QtCore, QtWidgets
    from PyQt5.QtWidgets import QAction
else:
    from PyQt6 import QtCore, QtWidgets
    from PyQt6.QtGui import QAction

from oracle import CITIES, MENUS, ROWS, TOYS, TREE, happened, has

app = QtWidgets.QApplication(sys.argv[:1])
window = QtWidgets.QMainWindow()
window.setWindowTitle("Form")
window.resize(1000, 660)


def chosen(what):
    happened("menu", what)
    if what == "Save As…":
        save()


def save():
    dialog = QtWidgets.QFileDialog(window, "Save As")
    dialog.setAcceptMode(QtWidgets.QFileDialog.AcceptMode.AcceptSave)
    dialog.setOption(QtWidgets.QFileDialog.Option.DontUseNativeDialog, True)
    dialog.selectFile("untitled.txt")
    if dialog.exec():
        path = dialog.selectedFiles()[0]
        with open(path, "w") as file:
            file.write("saved")
        happened("saved", path)


for menu, items in MENUS.items():
    inside = window.menuBar().addMenu("&" + menu)
    for item in items:
        action = QAction(item, window)
        if item == "Wrap lines":
            action.setCheckable(True)
            action.toggled.connect(lambda on: has("Wrap lines", on))
        else:
            action.triggered.connect(lambda _c, what=item: chosen(what))
        inside.addAction(action)
    if menu == "File":
        letter = QAction("Letter", window)
        letter.triggered.connect(lambda _c: chosen("Letter"))
        inside.addMenu("Recent").addAction(letter)

bar = window.addToolBar("Format")
size = QtWidgets.QLineEdit("12")
size.setMaximumWidth(60)
size.setAccessibleName("Font size")
size.textChanged.connect(lambda text: has("Font size", text))
bar.addWidget(size)

tabs = QtWidgets.QTabWidget()
tabs.currentChanged.connect(lambda n: has("tab", tabs.tabText(n)))
first = QtWidgets.QWidget()
form = QtWidgets.QFormLayout(first)
plain = QtWidgets.QLineEdit()
plain.textChanged.connect(lambda text: has("Plain", text))
plain.returnPressed.connect(lambda: happened("Plain", "activated"))
form.addRow("Plain", plain)
caret = QtWidgets.QLineEdit("one two three")
caret.textChanged.connect(lambda text: has("Caret", text))
form.addRow("Caret", caret)
notes = QtWidgets.QPlainTextEdit("first line\nsecond line")
notes.setMaximumHeight(80)
notes.setAccessibleName("Notes")
notes.textChanged.connect(lambda: has("Notes", notes.toPlainText()))
form.addRow("Notes", notes)
count = QtWidgets.QSpinBox()
count.setRange(0, 100)
count.valueChanged.connect(lambda value: has("Count", float(value)))
form.addRow("Count", count)
volume = QtWidgets.QSlider(QtCore.Qt.Orientation.Horizontal)
volume.setRange(0, 100)
volume.setAccessibleName("Volume")
volume.valueChanged.connect(lambda value: has("Volume", float(value)))
form.addRow("Volume", volume)
class FlashingList(QtWidgets.QComboBox):
    """Its list closes at once the first time: on a busy machine Qt takes the late release of the button for a choice of the item that it has."""

    has_flashed = False

    def showPopup(self):
        super().showPopup()
        if not self.has_flashed:
            QtCore.QTimer.singleShot(0, self.hidePopup)
        self.has_flashed = True


city = FlashingList()
city.addItems(CITIES)
city.currentTextChanged.connect(lambda text: has("City", text))
form.addRow("City", city)
day = QtWidgets.QDateEdit(QtCore.QDate(2026, 1, 31))
day.setDisplayFormat("yyyy-MM-dd")
day.dateChanged.connect(lambda date: has("Day", date.toString("yyyy-MM-dd")))
form.addRow("Day", day)

checks = QtWidgets.QHBoxLayout()
member = QtWidgets.QCheckBox("Member")
member.toggled.connect(lambda on: has("Member", on))
partly = QtWidgets.QCheckBox("Partly")
partly.setTristate(True)
partly.setCheckState(QtCore.Qt.CheckState.PartiallyChecked)
partly.clicked.connect(lambda: has("Partly", partly.checkState() == QtCore.Qt.CheckState.Checked))
small = QtWidgets.QRadioButton("Small")
small.setChecked(True)
large = QtWidgets.QRadioButton("Large")
large.toggled.connect(lambda on: has("Large", on))
flight = QtWidgets.QCheckBox("Flight mode")
flight.toggled.connect(lambda on: has("Flight mode", on))
for each in (member, partly, small, large, flight):
    checks.addWidget(each)
form.addRow(checks)
buttons = QtWidgets.QHBoxLayout()
for each in ("Log", "Log in", "Cut…"):
    one = QtWidgets.QPushButton(each)
    one.clicked.connect(lambda _c, what=each: happened("pressed", what))
    if each == "Log":
        one.setContextMenuPolicy(QtCore.Qt.ContextMenuPolicy.ActionsContextMenu)
        for item in ("Edit", "Empty log"):
            action = QAction(item, one)
            action.triggered.connect(lambda _c, what=item: happened("context", what))
            one.addAction(action)
    buttons.addWidget(one)
flash = QtWidgets.QToolButton()
flash.setText("Flash")
flash.setCheckable(True)


def spring(on):
    if on:
        happened("pressed", "Flash")
        QtCore.QTimer.singleShot(90, lambda: flash.setChecked(False))


flash.toggled.connect(spring)
buttons.addWidget(flash)
form.addRow(buttons)
tabs.addTab(first, "First")

second = QtWidgets.QWidget()
lists = QtWidgets.QHBoxLayout(second)
rows = QtWidgets.QListWidget()
rows.setAccessibleName("Rows")
rows.addItems(ROWS)
rows.currentTextChanged.connect(lambda text: has("Rows", text))
rows.itemActivated.connect(lambda item: happened("activated", item.text()))
lists.addWidget(rows)
tree = QtWidgets.QTreeWidget()
tree.setAccessibleName("Goods")
tree.setHeaderLabel("Goods")
for parent, children in TREE.items():
    under = QtWidgets.QTreeWidgetItem([parent])
    tree.addTopLevelItem(under)
    for child in children:
        under.addChild(QtWidgets.QTreeWidgetItem([child]))
tree.itemExpanded.connect(lambda item: has("expanded " + item.text(0), True))
tree.itemCollapsed.connect(lambda item: has("expanded " + item.text(0), False))
tree.currentItemChanged.connect(lambda item, _o: item and has("Goods", item.text(0)))
tree.itemActivated.connect(lambda item, _c: happened("activated", item.text(0)))
lists.addWidget(tree)
table = QtWidgets.QTableWidget(len(TOYS), 2)
table.setAccessibleName("Prices")
table.setHorizontalHeaderLabels(["Thing", "Price"])
for at, each in enumerate(TOYS):
    table.setItem(at, 0, QtWidgets.QTableWidgetItem(each))
    table.setItem(at, 1, QtWidgets.QTableWidgetItem("10"))
table.itemChanged.connect(lambda item: has("price of " + table.item(item.row(), 0).text(), item.text()))
table.itemActivated.connect(lambda item: happened("activated", item.text()))
lists.addWidget(table)
simple = QtWidgets.QListWidget()
simple.setAccessibleName("Colours")
simple.addItems(["Red", "Green", "Blue"])
simple.currentTextChanged.connect(lambda text: has("Colours", text))
simple.itemActivated.connect(lambda item: happened("activated", item.text()))
lists.addWidget(simple)
tabs.addTab(second, "Second")
window.setCentralWidget(tabs)
window.show()
happened("form", "shown")
app.exec()
