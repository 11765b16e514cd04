import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { Places } from './places.ts'
import { findingsOf } from './policy.ts'
import { createSurroundings } from './surroundings.ts'
import { actOf, controlOf, targetOf, windowOf } from './testing/acts.ts'

const home = mkdtempSync(join(tmpdir(), 'pasted-'))
afterAll(() => rmSync(home, { recursive: true }))
const put = (path: string): string => {
  mkdirSync(dirname(join(home, path)), { recursive: true })
  writeFileSync(join(home, path), 'x')
  return join(home, path)
}
const around = createSurroundings({ places: new Places({ homes: [home], own: [join(home, '.deskhand')] }) })

/** What the gate says of pasting these files where a file manager shows this folder. */
const pasted = (files: string[], folder = home, process = 'thunar', name: string | null = null) => {
  const target = targetOf(
    windowOf(process, 'home'),
    controlOf(name === null ? 'table' : 'menu item', name ?? ''),
    {
      folders: [folder],
      items: [join(home, '.config')],
      pasted: { fetches: false, files },
    },
  )
  const act =
    name === null
      ? actOf('keyboard_input', { keys: 'Ctrl+V' }, { ...target, kind: 'focus' })
      : actOf('click_input', { id: '7', name }, target)
  return findingsOf(act, around).findings.map(({ category }) => category)
}

test('a file that starts programs where it is pasted is asked about', () => {
  const profile = put('docs/.bash_profile')
  expect(pasted([profile])).toEqual(['start_programs'])
  expect(pasted([put('docs/letter.txt'), profile])).toEqual(['start_programs'])
  // Elsewhere nothing reads it, and in an editor its address is only text.
  expect(pasted([put('docs/letter.txt')])).toEqual([])
  expect(pasted([profile], home, 'mousepad')).not.toContain('start_programs')
})

test('a folder brings along what is in it', () => {
  const entry = put('docs/new/.config/autostart/x.desktop')
  expect(pasted([join(home, 'docs/new/.config')])).toEqual(['start_programs'])
  mkdirSync(join(home, '.config'), { recursive: true })
  const autostart = dirname(entry)
  expect(pasted([autostart], home, 'thunar', 'Paste Into Folder')).toEqual(['start_programs'])
})

test('a project with hooks of its own is copied like any folder', () => {
  put('work/site/.git/hooks/pre-commit')
  put('work/site/package.json')
  mkdirSync(join(home, 'backup'), { recursive: true })
  expect(pasted([join(home, 'work/site')], join(home, 'backup'))).toEqual([])
})

test('a name is saved in the folder that the dialog shows', () => {
  const dialog = windowOf('mousepad', 'Save As', { kind: 'dialog', modal: true })
  const saved = (folders: string[] | null) => {
    const target = targetOf(dialog, controlOf('button', 'Save'), { writes: 'ls', folders })
    return findingsOf(actOf('click_input', { id: '7', name: 'Save' }, target), around).findings.map(
      ({ category }) => category,
    )
  }
  expect(saved([join(home, 'bin')])).toEqual(['start_programs'])
  expect(saved([join(home, 'docs'), join(home, 'bin')])).toEqual(['start_programs'])
  expect(saved([join(home, 'docs')])).toEqual([])
  expect(saved(null)).toEqual([])
})

test('a secret that is chosen in a dialog is read, whatever it is called', () => {
  const dialog = windowOf('mousepad', 'Open File', { kind: 'dialog', modal: true })
  const opened = (items: string[], role: 'cell' | 'button' = 'cell') => {
    const target = targetOf(dialog, controlOf(role, role === 'cell' ? 'x' : 'Open'), { items })
    return findingsOf(
      actOf('click_input', { id: '7', name: 'x', double: true }, target),
      around,
    ).findings.map(({ category }) => category)
  }
  expect(opened([put('.aws/config')])).toEqual(['secret'])
  expect(opened([put('.aws/config')], 'button')).toEqual(['secret'])
  expect(opened([put('docs/letter.txt')])).toEqual([])
})
