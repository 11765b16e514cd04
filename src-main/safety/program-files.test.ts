import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findingsOf } from './policy.ts'
import { Places } from './places.ts'
import { isProgramFile } from './program-files.ts'
import { createSurroundings } from './surroundings.ts'
import { actOf, aroundOf, controlOf, targetOf, windowOf } from './testing/acts.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'deskhand-programs-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const ELF = '\x7fELF\x02\x01\x01\0\0\0'
const ENTRY = '[Desktop Entry]\nType=Application\nExec=sh -c "touch /tmp/x"\n'
const PE = `MZ\x90\0\x03\0${'\0'.repeat(60)}PE\0\0`

function file(name: string, content: string, mode = 0o644): string {
  const path = join(folder, name)
  writeFileSync(path, Buffer.from(content, 'latin1'))
  chmodSync(path, mode)
  return path
}

test.each<[string, string, string, number]>([
  ['a program with an ending that nobody knows', 'update.data', ELF, 0o755],
  ['one that may not be executed yet', 'update.bin2', ELF, 0o644],
  ['one that calls itself a document', 'March.pdf', ELF, 0o755],
  ['a program without an ending', 'setup', ELF, 0o755],
  ['a script with an ending of its own', 'install.me', '#!/bin/sh\ntouch /tmp/x\n', 0o755],
  ['a script that calls itself a text', 'readme.txt', '#!/bin/sh\ntouch /tmp/x\n', 0o755],
  ['a script behind the mark of an encoding', 'notes.md', '\xef\xbb\xbf#!/bin/sh\ntouch /tmp/x\n', 0o755],
  ['commands without a first line, marked executable', 'go', 'touch /tmp/x\n', 0o755],
  ['an entry without its ending', 'Report', ENTRY, 0o644],
  ['an entry behind comments', 'Report.entry', `# a\n\n# b\n${ENTRY}`, 0o644],
  ['a program of Windows in a picture’s name', 'holiday.jpg', PE, 0o644],
  ['a package of Debian without its ending', 'package', '!<arch>\ndebian-binary', 0o644],
  ['a class of Java', 'Main', '\xca\xfe\xba\xbe\0\0\0\x34', 0o644],
  ['an add-on of an office', 'tools.oxt', 'PK\x03\x04', 0o644],
])('opening %s may run it: %s', (_, name, content, mode) => {
  expect(isProgramFile(file(name, content, mode))).toBe(true)
})

test.each<[string, string, string, number]>([
  ['a text', 'notes.txt', 'Buy milk', 0o644],
  ['a text that came from another system’s disk', 'notes.txt', 'Buy milk', 0o777],
  ['a list of parts', 'parts.csv', 'MZ-1,MZ-2', 0o644],
  ['a document marked executable', 'March.pdf', '%PDF-1.7', 0o777],
  ['a script that is only read', 'example.txt', '#!/bin/sh\necho', 0o644],
  ['an entry that is shown as a text', 'entry.txt', ENTRY, 0o644],
  ['a text without an ending', 'README', 'Read me', 0o644],
  ['data without an ending', 'blob', '\x01\x02\x03', 0o644],
  ['an empty file', 'empty', '', 0o644],
])('opening %s shows it: %s', (_, name, content, mode) => {
  expect(isProgramFile(file(name, content, mode))).toBe(false)
})

test('what is no file is no program', () => {
  expect([folder, join(folder, 'missing'), 'a\0b'].map(isProgramFile)).toEqual([false, false, false])
})

describe('the gate', () => {
  const rules = (act: ReturnType<typeof actOf>) =>
    findingsOf(act, aroundOf()).findings.map(({ category }) => category)

  test('asks before a file manager opens a program with an unknown ending', () => {
    const items = [file('photos.data', ELF, 0o755)]
    const click = (process: string, parameters: Record<string, unknown>) => {
      const item = controlOf('list item', 'photos.data')
      return rules(
        actOf('click_input', parameters, targetOf(windowOf(process, 'Downloads'), item, { items })),
      )
    }
    expect(click('thunar', { double: true })).toContain('run_command')
    expect(click('thunar', {})).toEqual([])
    // It opens at one click, and selects with Control.
    expect(click('dolphin', {})).toContain('run_command')
    expect(click('dolphin', { key_hold: 'Ctrl' })).toEqual([])
  })

  test('asks before a launch opens one, wherever it stands in the words', () => {
    const path = file('tool.data', ELF, 0o755)
    const launch = (name: string, args: string[] = []) =>
      actOf(
        'launch_application',
        { name, arguments: args },
        targetOf(null, null, { kind: 'application', text: name }),
      )
    expect(rules(launch(path))).toContain('run_command')
    expect(rules(launch('pcmanfm', [path]))).toContain('run_command')
    expect(rules(launch(file('letter.txt', 'Dear all')))).toEqual([])
  })

  test('knows what a launch finds by a name alone, in the folders of a person', () => {
    mkdirSync(join(folder, 'Documents'))
    file('Documents/tool.data', ELF, 0o755)
    file('Documents/server.pem', 'key')
    file('Documents/letter.md', 'Dear all')
    const around = createSurroundings({ places: new Places({ homes: [folder], own: [] }) })
    const opening = (word: string) =>
      findingsOf(
        actOf(
          'launch_application',
          { name: 'mousepad', arguments: [word] },
          targetOf(null, null, { kind: 'application', text: 'mousepad' }),
        ),
        around,
      ).findings.map(({ category }) => category)
    expect(opening('tool.data')).toContain('run_command')
    expect(opening('server.pem')).toContain('secret')
    expect(opening('letter.md')).toEqual([])
  })
})
