import { expect, test } from 'vitest'
import type { ControlRole } from '../core/desktop.ts'
import { findingsOf } from './policy.ts'
import { actOf, aroundOf, controlOf, targetOf, windowOf } from './testing/acts.ts'

const chosen = (path: string[], process = 'gimp-2.10') => {
  const target = targetOf(windowOf(process), controlOf('menu', path[0] ?? ''))
  const act = actOf('choose_menu', { path }, target)
  return findingsOf(act, aroundOf()).findings.map(({ category }) => category)
}
const clicked = (name: string, ...menus: string[]) => {
  const within = menus.toReversed().map((menu) => ({ role: 'menu' as const, name: menu }))
  const target = targetOf(windowOf('gimp-2.10'), controlOf('menu item', name), { within })
  const act = actOf('click_input', { id: '7', name }, target)
  return findingsOf(act, aroundOf()).findings.map(({ category }) => category)
}

test.each([
  [['Image', 'Transform', 'Flip Horizontally']],
  [['Colors', 'Invert']],
  [['Edit', 'Undo Invert']],
  [['Layer', 'Mask', 'Apply Layer Mask']],
  [['Format', 'Spacing', 'Line Spacing: 1.5']],
  [['Bearbeiten', 'Zeile einrücken']],
  [['插入', '分页符']],
])('%j changes a document only', (path) => {
  expect(chosen(path)).toEqual([])
  const [menu = '', ...rest] = path
  expect(clicked(rest.at(-1) ?? '', menu, ...rest.slice(0, -1))).toEqual([])
})

test.each([
  [['Image', 'Set as Wallpaper'], ['unknown']],
  [['Edit', 'Empty Bin'], ['delete']],
  [['File', 'Create Document', 'Empty File…'], []],
  [['Playlist', 'New', 'Empty Playlist...'], []],
  [['Playlist', 'New', 'Empty Trash'], ['delete']],
  [['Playlist', 'Empty Playlist'], ['delete']],
  [['Image', 'Send by Mail'], ['send']],
  [['Filters', 'Python-Fu', 'Console'], ['run_command']],
  [['Tools', 'Build'], ['run_command']],
  [['Tools', 'Compile x.c'], ['run_command']],
  [['Device', 'Frobnicate'], ['unknown']],
  [['Edit', 'Изменить всё'], ['unknown']],
])('%j asks as %j', (path, categories) => {
  expect(chosen(path)).toEqual(categories)
})

test('the menus of a browser, a terminal or a file manager act on more than a document', () => {
  for (const process of ['firefox', 'konsole', 'thunar', 'slack'])
    expect(chosen(['Edit', 'Frobnicate'], process)).not.toEqual([])
})

test('an item that tells of the program asks nothing where other items change settings', () => {
  for (const path of [
    ['Help', 'About'],
    ['Hilfe', 'Info'],
    ['帮助', '关于 arandr'],
  ])
    expect(chosen(path, 'arandr')).not.toContain('change_setting')
  for (const path of [
    ['Outputs', 'Active'],
    ['Help', 'Information service'],
  ])
    expect(chosen(path, 'arandr')).toContain('change_setting')
})

const button = (title: string, name: string, question: string | null = null) => {
  const dialog = windowOf('gimp-2.10', title, { kind: 'dialog', modal: true })
  const act = actOf(
    'click_input',
    { id: '7', name },
    targetOf(dialog, controlOf('button', name), { question }),
  )
  return findingsOf(act, aroundOf()).findings.map(({ category }) => category)
}

test('an eraser is switched to as any tool, and a button that erases is asked about', () => {
  const categories = (role: ControlRole, name: string) => {
    const control = controlOf(role, name, [], { description: 'Erase using the current brush.' })
    const act = actOf('set_toggle', { id: '7', name, checked: true }, targetOf(windowOf('mypaint'), control))
    return findingsOf(act, aroundOf()).findings.map(({ category }) => category)
  }
  expect(categories('toggle button', 'Paint Mode: Eraser')).not.toContain('delete')
  expect(categories('check box', 'Eraser')).not.toContain('delete')
  expect(categories('button', 'Eraser')).toContain('delete')
  expect(categories('toggle button', 'Erase everything')).toContain('delete')
  expect(categories('toggle button', 'Delete: Eraser')).toContain('delete')
})

test('a button does what the title of its dialog says', () => {
  expect(button('Scale Image', 'Scale')).toEqual([])
  expect(button('Create New Folder', 'Create')).toEqual([])
  expect(button('Create Payment', 'Create')).toEqual(['unknown'])
  expect(button('Print', 'Print')).toEqual(['unknown'])
  expect(button('Scale Image', 'Print')).toEqual(['unknown'])
  expect(button('Scale Image', 'Scale', 'This takes all your memory.')).toEqual(['unknown'])
})

test('“Extract” in the bars of an archive manager only opens its dialog', () => {
  const extract = (process: string, kind: 'normal' | 'dialog') => {
    const window = windowOf(process, 'x.tar.gz', { kind })
    const control = controlOf('button', 'Extract', [], { description: 'Extract files from the archive' })
    const act = actOf('click_input', { id: '7', name: 'Extract' }, targetOf(window, control))
    return findingsOf(act, aroundOf()).findings.map(({ category }) => category)
  }
  expect(extract('engrampa', 'normal')).toEqual([])
  expect(extract('engrampa', 'dialog')).toEqual(['overwrite'])
  expect(extract('thunar', 'normal')).toEqual(['overwrite'])
})

test.each([
  [['File', 'Send To', 'Home'], ['send']],
  [['Message', 'Delete', 'Column'], ['delete']],
  [['Mail', 'New'], []],
  [['View', 'Mail', 'Zoom'], []],
])('what an item does, the submenu that it is in says, too: %j', (path, asked) => {
  const act = actOf('choose_menu', { path }, targetOf(windowOf('x'), null, { kind: 'control' }))
  expect(findingsOf(act, aroundOf()).findings.map(({ category }) => category)).toEqual(asked)
})

test('an item of an open submenu is judged with it', () => {
  const within = [
    { role: 'menu', name: 'Send To' },
    { role: 'menu', name: '' },
  ] as const
  const target = targetOf(windowOf('thunar', 'Thunar', { kind: 'popup' }), controlOf('menu item', 'Home'), {
    within: [...within],
  })
  const act = actOf('click_input', { id: '7', name: 'Home' }, target)
  expect(findingsOf(act, aroundOf()).findings.map(({ category }) => category)).toEqual(['send'])
})

test.each([
  ['vlc', ['Playback', 'Jump Forward'], []],
  ['vlc', ['Playback', 'Renderer', 'Living room'], ['unknown']],
  ['rhythmbox', ['Control', 'Shuffle'], []],
  ['nautilus', ['Sort', 'By Name'], []],
  ['soffice', ['Slide Show', 'Start from First Slide'], []],
  ['soffice', ['Sheet', 'Delete Rows'], []],
  ['gnumeric', ['Edit', 'Delete', 'Rows'], []],
  ['geany', ['Edit', 'Delete', 'Rows'], ['delete']],
  ['soffice', ['Sheet', 'Delete Sheet'], ['delete']],
  ['zim', ['Page', 'Delete Page'], ['delete']],
  ['geany', ['Sheet', 'Delete Rows'], ['delete']],
  ['claws-mail', ['Message', 'Forward'], ['send']],
])('%s: %j', (process, path, asked) => {
  const act = actOf('choose_menu', { path }, targetOf(windowOf(process, 'x'), null, { kind: 'control' }))
  expect(findingsOf(act, aroundOf()).findings.map(({ category }) => category)).toEqual(asked)
})

test.each([
  ['soffice', 'Add Comment', []],
  ['soffice', 'Merge Cells', []],
  ['impress', 'New Slide', []],
  ['thunderbird', 'New Contact', []],
  ['rhythmbox', 'New Playlist…', []],
  ['vlc', 'Convert / Save', []],
  ['linphone', 'New call', ['send']],
  ['gnucash', 'New Payment', ['pay']],
  ['seahorse', 'New User', ['unknown']],
  ['thunderbird', 'Get Messages', []],
  ['thunderbird', 'Forward', ['send']],
  ['slack', 'Add Comment', ['send']],
  ['thunderbird', 'Junk', ['unknown']],
])('a button of %s, “%s”: %j', (process, name, asked) => {
  const target = targetOf(windowOf(process, 'x'), controlOf('button', name))
  const act = actOf('click_input', { id: '7', name }, target)
  expect(findingsOf(act, aroundOf()).findings.map(({ category }) => category)).toEqual(asked)
})

test('an item that tells of its own program is harmless in any language, and a way of sending is not', () => {
  const pressed = (name: string) => {
    const target = targetOf(windowOf('okular'), controlOf('menu item', name))
    const act = actOf('click_input', { id: '7', name }, target)
    return findingsOf(act, aroundOf()).findings.map(({ category }) => category)
  }
  for (const name of ['Über Okular', 'À propos de Okular', '关于 Okular']) expect(pressed(name)).toEqual([])
  for (const name of ['Über Bluetooth', 'Okular zurücksetzen']) expect(pressed(name)).not.toEqual([])
})

test('the format that a person chose is kept without a question, also in Japanese', () => {
  const asking = windowOf('soffice.bin', 'ファイル形式の確認', { kind: 'dialog' })
  const pressed = (name: string) => {
    const act = actOf('click_input', { id: '7', name }, targetOf(asking, controlOf('button', name)))
    return findingsOf(act, aroundOf()).findings.map(({ category }) => category)
  }
  expect(pressed('テキスト CSV 形式を使用(U)')).toEqual([])
  expect(pressed('テキスト CSV 形式を削除(U)')).not.toEqual([])
})

test('a file is replaced in Japanese as in English: the question says so', () => {
  const asking = windowOf('mousepad', 'Mousepad', { kind: 'dialog' })
  const act = actOf(
    'click_input',
    { id: '7', name: '置き換える(R)' },
    targetOf(asking, controlOf('button', '置き換える(R)')),
  )
  expect(findingsOf(act, aroundOf()).findings.map(({ category }) => category)).toEqual(['overwrite'])
})
