// basket xournal Notes, diaries, plans, dictionaries and characters: what a person keeps or looks up.
import { answers, exists, shows, windowCalled } from '../oracles.ts'
import { saved } from '../fixtures.ts'
import type { Row } from '../row.ts'

export const NOTES: readonly Row[] = [
  {
    title: 'gucharmap: a character is searched and read',
    program: 'gucharmap',
    command:
      'open gucharmap, choose Search > Find, type "SNOWMAN", press Enter, press Escape, read status bar',
    oracle: answers(/SNOWMAN/),
  },
  {
    title: 'xpad: a sticky note is called by its first line',
    program: 'xpad',
    command: 'open xpad, type "Buy milk"',
    oracle: windowCalled(/Buy milk/),
  },
  {
    title: 'homebank: about is shown',
    program: 'homebank',
    command: 'open homebank, click Close, choose Help > About',
    oracle: windowCalled(/About/),
  },
  {
    title: 'cherrytree: about is shown',
    program: 'cherrytree',
    command: 'open cherrytree, choose Help > About',
    oracle: windowCalled(/About/),
  },
  {
    title: 'gnome-clocks: another page is shown',
    program: 'gnome-clocks',
    command: 'open gnome-clocks, click "Timer"',
    oracle: shows(/Timer\t.*(checked|selected)/),
  },
  {
    title: 'gtimelog: an entry is made',
    program: 'gtimelog',
    command: 'open gtimelog, type "arrived", press Enter',
    oracle: shows(/arrived/),
  },
  {
    title: 'tellico: a collection is saved beside its tip of the day',
    program: 'tellico',
    command: 'open tellico, save as "~/books.tc"',
    oracle: exists('books.tc'),
  },
  {
    title: 'kronometer: a stopwatch runs and stands',
    program: 'kronometer',
    command: 'open kronometer, click Start, wait 2 seconds, click Pause',
    oracle: shows(/Resume/),
  },
  {
    title: 'minder: a mind map is saved',
    program: 'com.github.phase1geo.minder',
    command: 'open minder, save as "~/map.minder"',
    oracle: exists('map.minder'),
  },
  {
    title: 'artha: a message in the place of its window is told',
    program: 'artha',
    command: 'open artha, type "house"',
    told: /It stops here: .*hotkey/,
    oracle: () => 'done',
  },
  {
    title: 'kcharselect: a character is searched',
    program: 'kcharselect',
    command: 'open kcharselect, type "snowman" into the search field, press Enter',
    oracle: shows(/2603|SNOWMAN/i),
  },
  {
    title: 'gnome-characters: a character is searched',
    program: 'gnome-characters',
    command: 'open gnome-characters, click "Math"',
    oracle: windowCalled(/Characters/),
  },
  {
    title: 'rednotebook: a day is written and saved',
    program: 'rednotebook',
    command: 'open rednotebook, type "Dear diary", press Ctrl+S',
    oracle: shows(/Dear diary/),
  },
  {
    title: 'treeline: a new tree is saved',
    program: 'treeline',
    command: 'open treeline, click OK, save as "~/tree.trln"',
    oracle: exists('tree.trln'),
  },
  {
    title: 'goldendict: a word is looked up',
    program: 'goldendict',
    command: 'open goldendict, type "house", press Enter',
    oracle: shows(/house/),
  },
  {
    title: 'osmo: a task is added',
    program: 'osmo',
    command: 'open osmo, click Tasks, click "New task", type "Buy milk" into Summary, click OK',
    oracle: shows(/Buy milk/),
  },
  {
    title: 'planner: a project is saved under a name',
    program: 'planner',
    command: 'open planner, choose Actions > Insert Task, save as "~/work.planner"',
    oracle: exists('work.planner'),
  },
  {
    title: 'gnome-calendar: another view is shown',
    program: 'gnome-calendar',
    command: 'open gnome-calendar, click "Week"',
    oracle: windowCalled(/Calendar/),
  },
  {
    title: 'zim: a page is written and saved',
    program: 'zim',
    command: 'open zim, click OK, type "Buy milk", press Ctrl+S',
    oracle: windowCalled(/Notes|Zim/i),
  },
  {
    title: 'gucharmap: a script is chosen in its list',
    program: 'gucharmap',
    command: 'open gucharmap, select "Greek"',
    oracle: shows(/\tGreek\t.*selected/),
  },
  {
    title: 'basket: a text that its tree does not take is told',
    program: 'basket',
    command: 'open basket, type "Buy milk"',
    told: /to be seen nowhere/,
    oracle: () => 'done',
  },
  saved('xournal', 'x.xoj'),
]
