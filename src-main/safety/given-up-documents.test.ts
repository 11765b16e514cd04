import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { ControlRole, ControlState, TargetDescription } from '../core/desktop.ts'
import { RunControl } from '../core/run-control.ts'
import { actOf, controlOf, targetOf, windowOf } from './testing/acts.ts'
import { askingGate } from './testing/asking-gate.ts'
import { packed } from './testing/packed.ts'

let home: string
let file: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'deskhand-given-up-'))
  file = join(home, 'diary.txt')
  writeFileSync(file, 'What I did today\n')
})
afterEach(() => rmSync(home, { recursive: true }))

type Parameters = Record<string, unknown>
/** An act; the target is made when the file is there, the text of the editor where none is told. */
type Work = [tool: string, parameters: Parameters, target?: () => TargetDescription]

const editor = windowOf('mousepad', 'diary.txt - Mousepad')
const inEditor = (role: ControlRole, name: string, states: ControlState[], document: string) =>
  targetOf(editor, controlOf(role, name, states), { document })
const text = (document = file) => inEditor('edit', '', ['multiline', 'editable'], document)
const keys = (chords: string, document?: string): Work => [
  'keyboard_input',
  { keys: chords },
  () => text(document),
]
const type = (words: string): Work => ['type_text', { text: words }]
const press = (name: string): Work => [
  'click_input',
  { id: '7', name },
  () => inEditor('menu item', name, [], file),
]
const SAVE = keys('Ctrl+S')

/** Lets a run do some acts; gives the files that its questions name. */
async function questions(
  work: readonly Work[],
  request = 'tell me the news',
  { allows = false, commands = [] as string[], commandsOfOthers = false } = {},
): Promise<string[]> {
  const { gate, asked } = askingGate(home, { request, commands, commandsOfOthers, allows })
  using run = new RunControl()
  for (const [tool, parameters, target] of work) {
    const admission = await gate.admit(actOf(tool, parameters, target?.() ?? text()), run)
    if (!admission.admitted) expect(admission.categories).toEqual(['overwrite'])
    // A save writes the file, which is then younger than the run.
    else if (parameters['keys'] === 'Ctrl+S') writeFileSync(file, String(asked.length))
  }
  return asked.map(({ consequence, reason }) => consequence?.parameters['file'] ?? reason)
}

describe('a save that takes from a file what it holds', () => {
  test.each<[string, Work[]]>([
    ['all chosen and deleted', [keys('Ctrl+A'), keys('Delete'), SAVE]],
    ['in one act', [keys('Ctrl+A Delete Ctrl+S')]],
    ['written over', [keys('Ctrl+A'), type('hacked'), SAVE]],
    ['from the start to the end', [keys('Ctrl+Home'), keys('Ctrl+Shift+End'), keys('Backspace'), SAVE]],
    ['page by page', [keys('Ctrl+Home'), keys('Shift+Page_Down'), keys('Shift+End'), keys('Delete'), SAVE]],
    ['by menus', [press('Select All'), press('Cut'), press('Save')]],
    ['by setting the text', [['set_edit_text', { id: '7', text: '', clear_current_text: true }], SAVE]],
    ['by typing that clears', [['type_text', { text: 'x', clear_current_text: true }], SAVE]],
    [
      'by phrases',
      [['select_text', { starting_phrase: 'What', ending_phrase: 'today' }], keys('Delete'), SAVE],
    ],
    ['pasted over', [keys('Ctrl+A'), keys('Ctrl+V'), SAVE]],
    ['after a harmless save', [type('more'), SAVE, keys('Ctrl+A Delete'), SAVE]],
    ['with more typed after it', [keys('Ctrl+A Delete'), type('a'), keys('Down'), type('b'), SAVE]],
  ])('asks: %s', async (_name, work) => {
    expect(await questions(work)).toEqual(['diary.txt'])
  })

  test('asks where the application asks at its end', async () => {
    const dialog = windowOf('mousepad', '', { kind: 'dialog', modal: true, id: 'd' })
    const answer: Work = [
      'click_input',
      { id: '7', name: 'Save' },
      () => targetOf(dialog, controlOf('button', 'Save'), { question: 'Save the changes before closing?' }),
    ]
    expect(await questions([keys('Ctrl+A Delete'), answer])).toEqual(['diary.txt'])
    expect(await questions([type('more'), answer])).toEqual([])
  })

  test.each<[string, Work[]]>([
    ['deleted', [keys('Ctrl+A'), keys('Delete')]],
    ['written over', [keys('Ctrl+A'), type('hacked')]],
    ['set', [['set_edit_text', { id: '7', text: '', clear_current_text: true }]]],
  ])('asks before any save, because many editors save by themselves: %s', async (_name, work) => {
    expect(await questions(work)).toEqual(['diary.txt'])
    // The answer covers the save.
    expect(await questions([...work, type('more'), SAVE], undefined, { allows: true })).toEqual(['diary.txt'])
  })

  test('asks only at the save once it was undone and given up by its name', async () => {
    const odt = 'budget.odt'
    const undone = [keys('Ctrl+A Delete', odt), keys('Ctrl+Z', odt), keys('Ctrl+S', odt)]
    expect(await questions(undone)).toEqual([])
  })

  test('asks nothing of a file without content', async () => {
    writeFileSync(file, '')
    expect(await questions([keys('Ctrl+A Delete'), type('a'), SAVE])).toEqual([])
  })

  describe('whose text has become less, however it was done,', () => {
    const showing = (value: string) => () =>
      targetOf(editor, controlOf('edit', '', ['multiline', 'editable'], { value }), { document: file })
    const press = (chords: string, value: string): Work => [
      'keyboard_input',
      { keys: chords },
      showing(value),
    ]
    const all = 'What I did today and what I thought of it'

    test('asks at its save, and at the next change', async () => {
      const begun = press('Ctrl+Home', all)
      expect(await questions([begun, press('Backspace', all), press('Ctrl+S', '')])).toEqual(['diary.txt'])
      expect(await questions([begun, press('Delete', 'of it'), SAVE])).toEqual(['diary.txt'])
      expect(await questions([begun, press('Ctrl+S', 'What they read')])).toEqual(['diary.txt'])
      expect(await questions([press('Ctrl+Home', 'Hello'), press('Ctrl+S', 'evil')])).toEqual(['diary.txt'])
      const allowed = [begun, press('Ctrl+S', ''), press('x', ''), press('Ctrl+S', 'x')]
      expect(await questions(allowed, undefined, { allows: true })).toEqual(['diary.txt'])
    })

    test('asks though its window is moved between', async () => {
      const at = (chords: string, value: string, x: number): Work => [
        'keyboard_input',
        { keys: chords },
        () =>
          targetOf(
            windowOf('mousepad', 'diary.txt - Mousepad', { bounds: { x, y: 20, width: 800, height: 600 } }),
            controlOf('edit', '', ['multiline', 'editable'], {
              value,
              bounds: { x: x + 10, y: 60, width: 700, height: 500 },
            }),
            { document: file },
          ),
      ]
      const half = all.slice(0, 24)
      const work = [
        at('Ctrl+End', all, 0),
        at('Backspace', half, 0),
        at('Ctrl+End', half, 50),
        at('Backspace', half.slice(0, 14), 50),
        at('Ctrl+S', half.slice(0, 13), 90),
      ]
      expect(await questions(work, undefined, { allows: true })).toEqual(['diary.txt'])
    })

    test('asks where keys write over a long text once Insert was pressed', async () => {
      const long = 'all that was '.repeat(60)
      writeFileSync(file, long)
      const typed = (more: string): Work => ['type_text', { text: more }, showing(long)]
      expect(
        await questions([press('Ctrl+Home', long), press('Insert', long), typed('x'.repeat(600))]),
      ).toEqual(['diary.txt'])
      expect(await questions([press('Ctrl+Home', long), typed('x'.repeat(600))])).toEqual([])
    })

    test('asks nothing where most of it is left, or more stands there than is told', async () => {
      expect(await questions([press('Ctrl+Home', all), press('Ctrl+S', `${all} and more`)])).toEqual([])
      expect(
        await questions([press('Ctrl+Home', all), press('Ctrl+S', 'I did today what I thought of it')]),
      ).toEqual([])
      expect(await questions([press('Ctrl+Home', all), press('Ctrl+S', 'new '.repeat(150))])).toEqual([])
      expect(await questions([press('Ctrl+Home', ''), press('Ctrl+S', 'new')])).toEqual([])
      expect(await questions([press('Ctrl+Home', 'x'), press('Ctrl+S', 'newx')])).toEqual([])
      expect(
        await questions([press('Ctrl+Home', 'Helo'), press('l', 'Hel'), press('Ctrl+S', 'Hello')]),
      ).toEqual([])
      expect(await questions([press('Ctrl+Home', all), press('Ctrl+S', '')], 'Empty diary.txt')).toEqual([])
    })
  })

  describe('of which one act takes more than half away, which an editor may save by itself,', () => {
    const showing = (chords: string, value: string): Work => [
      'keyboard_input',
      { keys: chords },
      () => targetOf(editor, controlOf('edit', '', ['multiline', 'editable'], { value }), { document: file }),
    ]
    const all = 'What I did today\n'
    const times = (chord: string, count: number) => `${chord} `.repeat(count).trim()
    test.each<[string, Work[]]>([
      ['letter by letter', [showing(`Ctrl+End ${times('BackSpace', 12)}`, all)]],
      ['forwards', [showing(`Ctrl+Home ${times('Delete', 12)}`, all)]],
      ['word by word', [showing(`Ctrl+End ${times('Ctrl+BackSpace', 4)}`, all)]],
      ['line by line', [showing('Ctrl+End Shift+Home BackSpace', all)]],
      ['a line chosen by an act before', [showing('Shift+Home', all), showing('BackSpace', all)]],
      ['a line typed over', [showing('Shift+Up', all), ['type_text', { text: 'x' }, showing('', all)[2]]]],
      ['a line cut', [showing('Ctrl+X', all)]],
      ['and saves it', [showing(`${times('BackSpace', 12)} Ctrl+S`, all)]],
      [
        'where the window tells of no text',
        [
          [
            'keyboard_input',
            { keys: times('BackSpace', 12) },
            () => targetOf(editor, null, { document: file }),
          ],
        ],
      ],
    ])('asks: %s', async (_name, work) => {
      expect(await questions(work)).toEqual(['diary.txt'])
    })

    test('asks of a long text, of which only a part is told', async () => {
      writeFileSync(file, 'words of mine. '.repeat(100))
      const part = 'words of mine. '.repeat(40)
      const some = showing(times('BackSpace', 200), part)
      expect(await questions([some, some, some])).toEqual([])
      expect(await questions([some, some, some, some])).toEqual(['diary.txt'])
    })

    test.each<[string, Work[]]>([
      ['a few letters', [showing(times('BackSpace', 5), all), SAVE]],
      ['what the run has just typed', [showing(times('a', 20), all), showing(times('BackSpace', 20), all)]],
      ['a choice that was left', [showing('Shift+Home Right BackSpace', all)]],
      ['looking around', [showing('Ctrl+Home Down End Ctrl+End', all), SAVE]],
    ])('asks nothing: %s', async (_name, work) => {
      expect(await questions(work)).toEqual([])
    })
  })

  describe('of a text document of an office, which tells its text by paragraphs,', () => {
    const words = (text: string) =>
      packed({
        'content.xml': `<x><style>one two three</style><office:text><text:p>${text}</text:p></office:text></x>`,
      })
    const inWriter = (
      chords: string,
      control = controlOf('document', '', ['editable'], { value: 'one' }),
    ): Work => [
      'keyboard_input',
      { keys: chords },
      () => targetOf(windowOf('soffice', 'book.odt'), control, { document: join(home, 'book.odt') }),
    ]
    const back = (count: number) => inWriter('BackSpace '.repeat(count).trim())
    beforeEach(() => writeFileSync(join(home, 'book.odt'), words('Words of mine, &amp; more of them')))

    test.each<[string, Work[]]>([
      ['in one act', [back(20)]],
      ['by and by', [back(10), back(10)]],
      ['and saves it', [inWriter(`${'BackSpace '.repeat(20)}Ctrl+S`)]],
      ['line by line', [inWriter('Ctrl+Home Shift+End BackSpace')]],
    ])('asks: %s', async (_name, work) => {
      expect(await questions(work)).toEqual(['book.odt'])
    })

    test.each<[string, Work[]]>([
      ['a few letters', [back(10), inWriter('Ctrl+S')]],
      [
        'a field beside it',
        [inWriter('BackSpace '.repeat(30).trim(), controlOf('edit', 'Find', ['editable']))],
      ],
      [
        'cut and put elsewhere',
        [
          inWriter('Shift+Right Shift+Right Ctrl+X Down Ctrl+V'),
          back(8),
          inWriter('Shift+Right Ctrl+X Ctrl+V'),
        ],
      ],
    ])('asks nothing: %s', async (_name, work) => {
      expect(await questions(work)).toEqual([])
    })

    test('asks nothing of a sheet', async () => {
      writeFileSync(
        join(home, 'book.odt'),
        packed({ 'content.xml': '<office:spreadsheet><text:p>1</text:p></office:spreadsheet>' }),
      )
      expect(await questions([back(20)])).toEqual([])
    })
  })

  describe('of a picture', () => {
    let photo: string
    beforeEach(() => {
      photo = join(home, 'holiday.jpg')
      writeFileSync(photo, 'as taken')
    })
    const viewer = windowOf('eog', 'holiday.jpg')
    const inViewer = (tool: string, parameters: Parameters, document?: string): Work => [
      tool,
      parameters,
      () => targetOf(viewer, controlOf('group', ''), { document: document ?? photo }),
    ]
    const save = inViewer('keyboard_input', { keys: 'Ctrl+S' })

    test('asks, since all of it is written anew', async () => {
      expect(await questions([save])).toEqual(['holiday.jpg'])
      expect(await questions([inViewer('keyboard_input', { keys: 'Ctrl+S' }, 'holiday.jpg')])).toEqual([
        'holiday.jpg',
      ])
    })

    test('asks at the question before it is closed', async () => {
      const dialog = windowOf('eog', '', { kind: 'dialog', modal: true, id: 'd' })
      const answer: Work = [
        'click_input',
        { id: '7', name: 'Save' },
        () => targetOf(dialog, controlOf('button', 'Save'), { question: 'Save changes before closing?' }),
      ]
      expect(await questions([inViewer('keyboard_input', { keys: 'Down' }), answer])).toEqual(['holiday.jpg'])
    })

    test.each(['Rotate the picture and save it', 'Turn holiday.jpg to the left', '把照片旋转90度并保存'])(
      'asks nothing where the person has it changed: %s',
      async (request) => {
        expect(await questions([save], request)).toEqual([])
      },
    )

    test.each([
      'Tell me what is on it',
      'Rotate p.png',
      'Write “rotate it” to Ada',
      'Write “crop the picture” to Ada, and resize the window',
      'Scale the recipe to six persons',
      'Tourne la page',
    ])('asks where the person wants something else: %s', async (request) => {
      expect(await questions([save], request)).toEqual(['holiday.jpg'])
    })
  })

  describe('of a note, whose file no title names,', () => {
    let note: string
    beforeEach(() => {
      const folder = join(home, '.local/share/gnote')
      mkdirSync(folder, { recursive: true })
      note = join(folder, '1f-2c.note')
      writeFileSync(
        note,
        '<note><title>Diary</title>Diary &amp; more: What I <b>did</b> today, and a long evening with Ada</note>',
      )
    })
    const inNote = (chords: string, process = 'gnote', title = 'Diary'): Work => [
      'keyboard_input',
      { keys: chords },
      () =>
        targetOf(
          windowOf(process, title),
          controlOf('edit', '', ['multiline', 'editable'], {
            value: 'Diary & more: What I did today, and a long evening with Ada',
          }),
        ),
    ]

    test.each<[string, Work[]]>([
      ['all of it', [inNote('Ctrl+A Delete')]],
      ['letter by letter', [inNote('BackSpace '.repeat(40).trim())]],
    ])('asks: %s', async (_name, work) => {
      expect(await questions(work)).toEqual(['1f-2c.note'])
      expect(await questions(work, 'Empty the note Diary')).toEqual([])
      expect(await questions(work, 'Read the note Diary')).toEqual(['1f-2c.note'])
    })

    test('asks where the title is that of every note, and not the first line of this one', async () => {
      const work = [inNote('Ctrl+A Delete', 'gnote', 'Notes')]
      expect(await questions(work, 'Open Notes and add milk to the shopping list')).toEqual(['1f-2c.note'])
    })

    test('asks nothing where no program of that name keeps it, or more is added', async () => {
      expect(await questions([inNote('Ctrl+A Delete', 'other')])).toEqual([])
      expect(await questions([inNote('Ctrl+End a b c')])).toEqual([])
    })
  })

  test('asks once for a file', async () => {
    const again = [keys('Ctrl+A Delete'), SAVE]
    expect(await questions([...again, ...again], undefined, { allows: true })).toEqual(['diary.txt'])
  })

  test.each([
    'Tell me what is in /home/ada/in/change-diary.txt',
    'Fix the spelling of “/home/ada/in/my diary.txt.odt”',
    'Correct ~/in/x~diary.txt~',
  ])('asks where only the path of another file has its name: %s', async (request) => {
    expect(await questions([keys('Ctrl+A Delete'), SAVE], request)).toEqual(['diary.txt'])
  })

  test('asks where the person has named the file to have it read', async () => {
    expect(await questions([keys('Ctrl+A Delete'), SAVE], 'Summarize diary.txt')).toEqual(['diary.txt'])
  })

  test('asks by the name where the title says no more', async () => {
    const odt = 'budget.odt'
    expect(await questions([keys('Ctrl+A Delete', odt), keys('Ctrl+S', odt)])).toEqual(['budget.odt'])
  })
})

describe('asks nothing', () => {
  test.each<[string, Work[]]>([
    ['text was added', [keys('Ctrl+End'), type('more'), SAVE]],
    ['text was put at its end', [['set_edit_text', { id: '7', text: 'more' }], SAVE]],
    ['all was only copied', [keys('Ctrl+A'), keys('Ctrl+C'), SAVE]],
    ['the choice was left', [keys('Ctrl+A'), keys('Right'), type('more'), SAVE]],
    ['all has another font', [keys('Ctrl+A'), press('Bold'), SAVE]],
    [
      'a field beside it was filled in',
      [['set_edit_text', { id: '7', text: 'x' }, () => inEditor('edit', 'Find', [], file)], SAVE],
    ],
  ])('where %s', async (_name, work) => {
    expect(await questions(work)).toEqual([])
  })

  test.each([
    'Empty diary.txt',
    'write a new page into ~/diary.txt',
    'replace all in my diary',
    '把diary.txt清空',
  ])('where the person means the file: %s', async (request) => {
    expect(await questions([keys('Ctrl+A Delete'), SAVE], request)).toEqual([])
  })

  test('of plain commands, which are carried out as written', async () => {
    const commands = ['select all, press Delete, save']
    expect(await questions([keys('Ctrl+A Delete'), SAVE], commands[0], { commands })).toEqual([])
  })

  test.each(['select all, press Delete, save', 'empty diary.txt'])(
    'but asks where another has written the command “%s”, as in a plan from elsewhere',
    async (command) => {
      const others = { commands: [command], commandsOfOthers: true }
      expect(await questions([keys('Ctrl+A Delete'), SAVE], command, others)).toEqual(['diary.txt'])
      expect(await questions([keys('Ctrl+End'), type('more'), SAVE], command, others)).toEqual([])
    },
  )

  test('in a document that has no file', async () => {
    const untitled = 'Untitled 1'
    expect(await questions([keys('Ctrl+A Delete', untitled), keys('Ctrl+S', untitled)])).toEqual([])
  })
})
