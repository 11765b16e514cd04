// Controls that take an act and then go their own way: what did not last, or did harm beside it, is never confirmed.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  scriptedElement as element,
  scriptedWindow,
  type ScriptedElement,
  type ScriptedWindow,
} from '../../../platform/testing/scripted.ts'
import { launchOf, belongsToLaunch } from './verify-launch.ts'
import { scriptedDesktop, type ScriptedDesktop } from '../testing/scripted-desktop.ts'
import { isInserted } from './verify-typing.ts'

const windowOf = (elements: ScriptedElement[], more: Partial<ScriptedWindow> = {}) =>
  scriptedWindow({ title: 'Liar', processName: 'liar', active: true, elements, ...more })

/** The application undoes what was done a moment after it. */
function jumpsBack(desktop: ScriptedDesktop, ref: string, back: Partial<ScriptedElement>): void {
  const update = desktop.platform.update.bind(desktop.platform)
  desktop.platform.update = (changed, patch) => {
    update(changed, patch)
    if (changed === ref) setTimeout(() => update(ref, back), 60)
  }
}

describe('what jumps back is contradicted', () => {
  test('a check box', async () => {
    const box = element('check box', 'Wrap', { states: ['unchecked'] })
    await using desktop = await scriptedDesktop([windowOf([box])])
    jumpsBack(desktop, box.ref, { states: ['unchecked'] })
    const target = { id: await desktop.id('Wrap'), name: 'Wrap' }
    expect(await desktop.act('set_toggle', { ...target, checked: true })).toEqual({
      effect: 'contradicted',
      evidence: 'The check box “Wrap” is unchecked.',
    })
    // A click may have been for a button that springs back: some toolkits call it a check box.
    const clicked = await desktop.act('click_input', target)
    expect(clicked.effect).toBe('unconfirmed')
    expect(clicked.evidence).toContain('The check box “Wrap” was checked for a moment only.')
  })

  test('a text', async () => {
    const field = element('edit', 'Name', { value: '' })
    await using desktop = await scriptedDesktop([windowOf([field])])
    jumpsBack(desktop, field.ref, { value: '' })
    const effect = await desktop.act('set_edit_text', { id: await desktop.id('Name'), text: 'Ada' })
    expect(effect.effect).toBe('contradicted')
  })

  test('a selection', async () => {
    const item = element('list item', 'two')
    await using desktop = await scriptedDesktop([windowOf([item])])
    jumpsBack(desktop, item.ref, { states: [] })
    const effect = await desktop.act('select_item', { id: await desktop.id('two'), name: 'two' })
    expect(effect.effect).toBe('contradicted')
  })

  test('a choice of a combo box', async () => {
    const combo = element('combo box', 'Colour', { value: 'red' })
    const item = element('list item', 'green', { parent: combo.ref })
    await using desktop = await scriptedDesktop([windowOf([combo, item])])
    jumpsBack(desktop, combo.ref, { value: 'red' })
    const effect = await desktop.act('select_item', { id: await desktop.id('Colour'), name: 'green' })
    expect(effect).toEqual({ effect: 'contradicted', evidence: 'The combo box “Colour” is “red”.' })
  })
})

describe('a text that was put into a field', () => {
  const effectOf = async (
    now: string,
    text: string,
    was = '',
    clear = true,
    role: 'edit' | 'spinner' = 'edit',
  ) => {
    const field = element(role, 'Field', { value: was, editableText: true })
    await using desktop = await scriptedDesktop([windowOf([field])])
    desktop.platform.setValue = () => Promise.resolve(false)
    desktop.platform.setText = (ref) => {
      desktop.platform.update(ref, { value: now })
      return Promise.resolve(true)
    }
    const parameters = { id: await desktop.id('Field'), text, clear_current_text: clear }
    return (await desktop.act('set_edit_text', parameters)).effect
  }

  test.each([
    ['0049', '49'],
    [' ', '0'],
    ['0x10', '16'],
    ['-5', '5'],
    ['a.b', 'ab'],
  ])('“%s” is not confirmed by a field that has “%s”', async (text, now) => {
    expect(await effectOf(now, text)).toBe('contradicted')
  })

  test.each([
    ['de89 3704', 'DE89 3704'],
    ['  Ada ', 'Ada'],
  ])('“%s” that a field writes as “%s” is neither confirmed nor contradicted', async (text, now) => {
    expect(await effectOf(now, text)).toBe('unconfirmed')
  })

  test('is not confirmed when what was there before is lost', async () => {
    expect(await effectOf('Otto', 'Otto', 'Anna', false)).toBe('contradicted')
    expect(await effectOf('AnnaOtto', 'Otto', 'Anna', false)).toBe('confirmed')
  })

  test('counts as a number in a field for numbers', async () => {
    expect(await effectOf('5.00', '5', '', true, 'spinner')).toBe('confirmed')
    expect(await effectOf('10', '70', '', true, 'spinner')).toBe('contradicted')
  })

  test('is inserted where taking it out leaves what was there', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string({ minLength: 1 }), (before, after, part) => {
        expect(isInserted(before + part + after, before + after, part)).toBe(true)
        expect(isInserted(before + part + after + part, before + after, part)).toBe(false)
      }),
    )
  })
})

test('a slider of another scale that stands at a hundredth of the number has not taken it', async () => {
  const effectOn = async (most: number) => {
    const slider = element('slider', 'Zoom', { value: '0.1', range: { least: 0, most } })
    await using desktop = await scriptedDesktop([windowOf([slider])])
    const target = { id: await desktop.id('Zoom'), text: '30', clear_current_text: true }
    desktop.platform.setValue = (ref) => {
      desktop.platform.update(ref, { value: '0.3' })
      return Promise.resolve(true)
    }
    return (await desktop.act('set_edit_text', target)).effect
  }
  expect(await effectOn(1)).toBe('confirmed')
  expect(await effectOn(400)).toBe('contradicted')
})

test('an item of another list that has the same name proves nothing', async () => {
  const mine = element('list item', 'two', {
    bounds: { x: 0, y: 0, width: 50, height: 20 },
    onPress: () => {},
  })
  const other = element('list item', 'two', {
    bounds: { x: 300, y: 0, width: 50, height: 20 },
    states: ['selected'],
  })
  await using desktop = await scriptedDesktop([windowOf([mine, other])])
  const { controls } = await desktop.observe()
  const id = controls.find(({ bounds }) => bounds.x === 0)!.id
  expect((await desktop.act('select_item', { id, name: 'two' })).effect).toBe('contradicted')
})

test.each([
  ['Calculator', 'gnome-calculator', 'Clocks', 'gnome-clocks', false],
  ['LibreOffice Calc', 'libreoffice calc', 'LibreOffice Writer', 'soffice.bin', false],
  ['Mousepad', '/home/ada/calculator/notes.txt', 'Calculator', 'galculator', false],
  ['Calculator', 'calculator', 'Calculator', 'gnome-calculator', true],
  ['LibreOffice Calc', 'calc', 'LibreOffice', 'soffice', true],
  ['Chromium Web Browser', 'chromium', 'Chromium', 'chromium', true],
  ['File Manager PCManFM', 'file manager', 'File Manager PCManFM', 'pcmanfm', true],
])(
  'a launch of %s (“%s”) is shown by a window of %s (%s): %s',
  (application, asked, shown, processName, expected) => {
    const window = scriptedWindow({ title: 'A window', processName, application: shown })
    expect(belongsToLaunch(window, launchOf({ application, pid: 1 })!, [asked])).toBe(expected)
  },
)
