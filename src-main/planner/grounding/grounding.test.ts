import { describe, expect, it } from 'vitest'
import type { Control, Observation } from '../../core/desktop.ts'
import { RunControl } from '../../core/run-control.ts'
import { testControl, testWindow } from '../../core/testing/desktop.ts'
import { GroundFault } from './fault.ts'
import { findByDescription } from './tree.ts'
import { controlAt, TreeGrounding } from './grounding.ts'
import { parseWorkerPlan } from '../worker/reply.ts'

const seen = (controls: Control[], more: Partial<Observation> = {}): Observation => {
  const window = testWindow({ title: 'Save As' })
  return { windows: [window], window, controls, picture: null, limited: null, ...more }
}
const at = (x: number, y: number, width = 40, height = 20) => ({ bounds: { x, y, width, height } })
const found = (description: string, controls: Control[]) => findByDescription(description, seen(controls)).id
const fault = (description: string, controls: Control[]): string => {
  try {
    return `found ${found(description, controls)}`
  } catch (error) {
    if (error instanceof GroundFault) return error.message
    throw error
  }
}

const FORM = [
  testControl('1', 'Name:', { role: 'text', ...at(110, 60) }),
  testControl('2', 'Name:', { role: 'edit', ...at(160, 60, 200) }),
  testControl('3', 'Save', at(110, 100)),
  testControl('4', 'Save As…', at(160, 100)),
  testControl('5', 'Cancel', at(210, 100)),
  testControl('6', '7', at(110, 140)),
  testControl('7', '确定', at(160, 140)),
  testControl('8', 'Öffnen', at(210, 140)),
  testControl('9', 'Bold', { role: 'check box', ...at(260, 140) }),
  testControl('10', 'Bold', { role: 'menu item', ...at(300, 140) }),
  testControl('11', 'Next (F3)', at(110, 180)),
  testControl('12', '(', at(160, 180)),
]

const WORDY = [
  testControl('1', 'A', at(110, 60)),
  testControl('2', '', { role: 'edit', ...at(160, 60) }),
  testControl('3', 'Edit', { role: 'menu', ...at(110, 90) }),
  testControl('4', 'Log', at(110, 120)),
  testControl('5', 'Log in', at(160, 120)),
  testControl('6', 'Sign in with Google', at(210, 120)),
]

const LETTER = [
  testControl('1', 'letter.odt', { role: 'document', value: '', ...at(100, 100, 600, 400) }),
  ...['Dear Ada', 'we thank you for your letter of May.', 'We Thank you again', 'Yours', ''].map(
    (value, line) =>
      testControl(String(line + 2), '', {
        role: 'edit',
        value,
        parent: '1',
        ...at(120, 120 + line * 30, 500),
      }),
  ),
  testControl('7', 'Font Name', { role: 'combo box', value: 'Dear Sans', ...at(100, 40) }),
  testControl('8', 'Yours', { ...at(200, 40), value: 'Dearly' }),
]

describe('a text field', () => {
  it.each([
    ['by its whole value', 'the "Dear Ada" paragraph', '2'],
    ['by its beginning', 'the paragraph "we thank you for"', '3'],
    ['by a beginning that goes on', 'the line "we thank you for your let…"', '3'],
    ['in a clause', 'the paragraph that begins with "we thank you for"', '3'],
    ['in Chinese', '以“Dear Ada”开头的段落', '2'],
    ['of the kind that is told', 'the text field "Dear"', '2'],
    ['called a heading', 'the heading "Dear Ada"', '2'],
    ['by its kind before another control of that name', 'the "Yours" paragraph', '5'],
    ['by no value where one is called so', 'the "Yours"', '8'],
  ])('is found %s', (_, description, id) => {
    expect(found(description, LETTER)).toBe(id)
  })

  it.each([
    ['a beginning of several', 'the paragraph "we thank you"', /could be any of 2/],
    ['half a word', 'the paragraph "we thank you fo"', /was not found/],
    ['what stands in it', 'the paragraph "your letter"', /was not found/],
    ['another kind', 'the "Dear Ada" button', /was not found/],
    ['what is beside it', 'the link next to "Dear Ada"', /was not found/],
  ])('is not found by %s', (_, description, said) => {
    expect(fault(description, LETTER)).toMatch(said)
  })
})

/** A sheet: cells are called by their address, and have what stands there as value. */
const SHEET = [
  testControl('1', 'Table Sheet1', { role: 'table', ...at(0, 100, 600, 400) }),
  ...['A1:Item', 'B1:Amount', 'A2:Total', 'B2:Total cost in euros', 'A3:Total', 'B3:42', 'C3:'].map(
    (cell, index) => {
      const [name = '', value = ''] = cell.split(':')
      const place = at(20 + (index % 2) * 100, 120 + Math.floor(index / 2) * 30, 90)
      return testControl(String(index + 2), name, { role: 'cell', value, parent: '1', ...place })
    },
  ),
  testControl('20', 'Total', { role: 'button', ...at(10, 10) }),
]

describe('a cell of a sheet', () => {
  it.each([
    ['by its address', 'cell B2', '5'],
    ['by its whole text', 'the "Amount" cell', '3'],
    ['by the beginning of its text', 'the cell "Total cost"', '5'],
    ['by the beginning in a clause', 'the cell that begins with "Total cost"', '5'],
    ['by a number', 'the cell with "42"', '7'],
    ['by a clause of what it has', 'the cell containing "Amount"', '3'],
    ['by its text without quotes', 'the Amount cell', '3'],
    ['by its text without quotes, of several words', 'the cell Total cost in euros', '5'],
  ])('is found %s', (_, description, id) => {
    expect(found(description, SHEET)).toBe(id)
  })

  it('is not chosen among several that begin so', () => {
    expect(fault('the cell "Total"', SHEET)).toMatch(/could be any of 2/)
  })
})

describe('a description finds its control in the tree', () => {
  it.each([
    ['by its whole name', 'Save', '3'],
    ['by the longest name among its words', 'The Save As button in the toolbar', '4'],
    ['by the name in quotes', 'the button labelled "Save"', '3'],
    ['whatever the case and width of letters', 'ＣＡＮＣＥＬ button', '5'],
    ['by a name of one character', 'the 7 button', '6'],
    ['in Chinese, which has no blanks', '确定按钮', '7'],
    ['in Chinese within an English sentence', 'The 确定 button, which confirms', '7'],
    ['in German', 'die Schaltfläche Öffnen', '8'],
    ['by its kind where two are called the same', 'the Bold check box', '9'],
    ['by its kind, the other one', 'the "Bold" menu item', '10'],
    ['a field rather than its label', 'Name', '2'],
    ['by its kind alone where it is the only one', 'the text field at the top', '2'],
    ['not by what is beside it', 'the Cancel button next to Save As', '5'],
    ['by a name with a key in brackets, in quotes', 'the "Next (F3)" button', '11'],
    ['by a name without the key that is in brackets behind it', 'the Next button', '11'],
    ['by a name that is a bracket', 'the "(" button', '12'],
    ['with more words than the name has', 'The Cancel icon, which is a grey cross with a round border', '5'],
  ])('%s', (_, description, id) => {
    expect(found(description, FORM)).toBe(id)
  })

  it.each([
    ['a name in quotes that none has', 'the "Export" button'],
    ['a name without quotes', 'the Export button'],
    ['a look', 'the green check box'],
    ['a name in Chinese', '导出复选框'],
  ])('but not by its kind alone where %s is told', (_, description) => {
    const one = { role: 'check box', ...at(110, 60) } as const
    expect(fault(description, [testControl('1', 'Bold', one)])).toMatch(/was not found/)
  })

  it('by its kind with words that tell nothing more', () => {
    expect(found('the large empty text area', FORM)).toBe('2')
  })

  it.each([
    ['the Log in button', '5'],
    ['the Log in button in the Save As window', '5'],
    ['the Log in button next to "A"', '5'],
    ['the "Log" button in the Log in area', '4'],
    ['the Log button', '4'],
    ['the button Log in at the left', '5'],
    ['the Sign in with Google button', '6'],
    ['the text field of the Log in area', '2'],
    ['the edit field with the text of a.txt', '2'],
    ['the A button', '1'],
    ['the Edit menu', '3'],
  ])('by a name that has words of a clause in it, of an article, or of a kind: %s', (description, id) => {
    expect(found(description, WORDY)).toBe(id)
  })

  it.each([
    ['the button to save the file', 'Save'],
    ['the Save As button', 'Save As…'],
    ['the text area', 'Notes'],
    ['the Text tab', 'Text'],
    ['the Search box', 'Search'],
    ['the Close tab', 'Close tab'],
  ])('of several names beside each other by the kind that is told: %s', (description, name) => {
    const controls = [
      testControl('1', 'File', { role: 'menu', ...at(110, 60) }),
      testControl('2', 'Save', at(160, 60)),
      testControl('3', 'Save As…', { role: 'menu item', ...at(210, 60) }),
      testControl('4', 'Text', { role: 'tab', ...at(110, 90) }),
      testControl('5', 'Close tab', at(160, 90)),
      testControl('6', 'Search', at(210, 90)),
      testControl('7', 'Search', { role: 'edit', ...at(260, 90) }),
    ]
    const field = testControl('8', 'Notes', { role: 'edit', ...at(110, 120) })
    const all = description === 'the text area' ? [...controls.slice(0, 6), field] : controls
    const id = found(description, all)
    expect(all.find((control) => control.id === id)?.name).toBe(name)
    if (name === 'Search') expect(id).toBe('7')
  })

  it('not by an article or a word for a kind, that happen to be names of others', () => {
    expect(found('a text field', WORDY)).toBe('2')
    expect(fault('the edit field', WORDY)).not.toMatch(/^found 3/)
    expect(fault('a green button', WORDY)).toMatch(/was not found|could be any of/)
  })

  it.each([
    ['the Log in button', 'Log'],
    ['the Save As button', 'Save'],
    ['the Sign in link in the tool bar', 'Sign'],
  ])('never by the beginning of another name: %s is not %s', (description, name) => {
    expect(fault(description, [testControl('1', name, at(110, 60))])).toContain('was not found')
  })

  it.each([
    ['the OK button in button group', 'OK'],
    ["the Don't Save button", 'Don’t Save'],
    ['the 保存 button', '保存(S)'],
    ['the “Save As” button', 'Save _As…'],
    ['the Cancel button', 'Cancel Cancel'],
  ])('as every toolkit writes it: %s is %s', (description, name) => {
    expect(
      found(description, [testControl('1', 'Other', at(110, 60)), testControl('2', name, at(160, 60))]),
    ).toBe('2')
  })

  it('of a hundred thousand characters at once', () => {
    for (const part of [' ', '"', '“', '「', "'", 'in ', '在', 'left ', '(', 'button '])
      expect(fault(`the ${part.repeat(100_000 / part.length)}x`, FORM)).toMatch(
        /not found|could be any|^found/,
      )
  })

  it('never within a word: “Save” is not in “Saved”', () => {
    expect(fault('the Saved searches button', FORM)).toMatch(
      /^“the Saved searches button” was not found|could be any/,
    )
  })

  it('by what it is inside of', () => {
    const controls = [
      testControl('1', 'Print', { role: 'group', ...at(100, 60, 100, 100) }),
      testControl('2', 'OK', { parent: '1', ...at(110, 70) }),
      testControl('3', 'Export', { role: 'group', ...at(210, 60, 100, 100) }),
      testControl('4', 'OK', { parent: '3', ...at(220, 70) }),
    ]
    expect(found('the OK button in the Export area', controls)).toBe('4')
    expect(fault('the OK button', controls)).toContain('could be any of 2 controls')
  })

  it('by its place, and of equal places none', () => {
    const row = [
      testControl('1', 'Edit', at(110, 60)),
      testControl('2', 'Edit', at(200, 60)),
      testControl('3', 'Edit', at(110, 120)),
    ]
    expect(found('the right Edit button', row)).toBe('2')
    expect(found('the Edit button at the bottom', row)).toBe('3')
    expect(found('the second Edit button', row)).toBe('2')
    expect(found('the last Edit button', row)).toBe('3')
    expect(fault('the left Edit button', row)).toContain('could be any of 2')
  })

  it('with a fault that names what there is, and why it may be little', () => {
    expect(fault('the Print button', FORM)).toMatch(/was not found among 12 controls/)
    expect(fault('the zoom slider', FORM)).toMatch(/was not found among 12 controls.*“Save”/s)
    const limited = seen([], { limited: 'The application has no accessibility tree.' })
    expect(() => findByDescription('Save', limited)).toThrow('no accessibility tree')
  })

  it('not one that is scrolled away or without an area', () => {
    const hidden = [testControl('1', 'OK', { states: ['offscreen'] }), testControl('2', 'OK', at(1, 1, 0, 0))]
    expect(fault('OK', hidden)).toBe('The button “OK” is not in view: scroll to it first.')
    expect(fault('Cancel', hidden)).toContain('was not found')
  })
})

describe('grounding', () => {
  const run = new RunControl()
  const ground = (call: string, controls = FORM) =>
    new TreeGrounding().ground(parseWorkerPlan(call).intent, seen(controls), run)

  it('gives the action of the seed, with defaults and the middle of what is seen', async () => {
    expect(await ground('agent.click("the Cancel button")')).toEqual({
      action: { type: 'Click', xy: [230, 110], element_description: 'the Cancel button', num_clicks: 1, button_type: 'left', hold_keys: [] },
      targets: { xy: FORM[4] },
    }) // prettier-ignore
  })

  it('keeps start and end apart whatever the order of writing', async () => {
    const { action } = await ground(
      'agent.drag_and_drop(ending_description="Cancel", starting_description="Save")',
    )
    expect(action).toMatchObject({ type: 'Drag', start: [130, 110], end: [230, 110] })
  })

  it('types at the caret where no element is named', async () => {
    expect((await ground('agent.type(text="done")')).action).toMatchObject({
      type: 'TypeText',
      text: 'done',
      xy: null,
    })
  })

  it('says that the place of a text is not found by the tree', async () => {
    await expect(ground('agent.highlight_text_span("from here", "to there")')).rejects.toThrow(
      'Select text by keys',
    )
  })

  it('tests a point: the innermost control, only of the window in front', () => {
    const group = testControl('1', 'group', { role: 'group', depth: 1, ...at(100, 50, 200, 200) })
    const inner = testControl('2', 'OK', { depth: 2, ...at(110, 60) })
    expect(controlAt([115, 65], seen([group, inner]))?.id).toBe('2')
    expect(controlAt([290, 200], seen([group, inner]))?.id).toBe('1')
    const front = testWindow({ id: '9' })
    expect(controlAt([115, 65], { ...seen([group, inner]), windows: [front, testWindow()] })).toBeNull()
  })
})
