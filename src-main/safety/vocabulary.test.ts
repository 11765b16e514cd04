import { describe, expect, test } from 'vitest'
import type { TargetDescription } from '../core/desktop.ts'
import type { LabelPattern } from './label-pattern.ts'
import { judge, type Policy } from './policy.ts'
import { configSchema } from '../../src-preload/contract/config.ts'
import { actOf, aroundOf, controlOf, targetOf, windowOf } from './testing/acts.ts'
import * as vocabulary from './vocabulary.ts'

const {
  ADDRESS_BAR, AGREEING, BROWSER_CHROME, CHOOSING, CLOSING, HARMFUL_WORDS, HARMLESS_NAMES, KEEPING_FORMAT, LEAVING,
  PASSWORD_NAME, QUESTION_WORDS, RELOADING, REPLACING, SAVING, SEARCH_DIALOG, SETTINGS_TITLE, TELLS_NOTHING, TERMINAL_NAME,
} = vocabulary // prettier-ignore

const PATTERNS: [string, LabelPattern][] = [
  ...HARMFUL_WORDS.map(([category, words]): [string, LabelPattern] => [category, words]),
  ...QUESTION_WORDS.map(([category, words]): [string, LabelPattern] => [`question: ${category}`, words]),
  ...Object.entries({
    ADDRESS_BAR, AGREEING, BROWSER_CHROME, CHOOSING, CLOSING, HARMLESS_NAMES, KEEPING_FORMAT, LEAVING, PASSWORD_NAME,
    RELOADING, REPLACING, SAVING, SEARCH_DIALOG, SETTINGS_TITLE, TELLS_NOTHING, TERMINAL_NAME,
  }),
] // prettier-ignore

/** Labels that an entry stands for: with and without what may be missing, the first of several. */
function labelsOf(entry: string): string[] {
  const plain = entry
    .replace(/\(\?<!(?:\([^)]*\)|[^()])*\)|\(\?![^)]*\)|\(\?:\)|[\^$]/g, '')
    .replace(/\.(?:[*+]|\{[^}]*\})/g, 'things')
    .replace(/\[(.)[^\]]*\]/g, '$1')
    .replace(/\((?:\?:)?([^|()]*)(?:\|[^()]*)?\)/g, '($1)')
  const without = plain.replace(/\([^()]*\)\?|.\?/g, '')
  const all = plain.replace(/[()?]/g, '')
  return [...new Set([without.replace(/[()]/g, ''), all].map((label) => label.trim()))]
}

const wide = (label: string): string =>
  label.replace(/[!-~]/g, (char) => String.fromCharCode(char.charCodeAt(0) + 0xfee0))
/** A mark before a letter of it, `at` from the front. */
const marked = (label: string, mark: string, at: number): string =>
  `${label.slice(0, at)}${mark}${label.slice(at)}`
const capital = (label: string): string => label.charAt(0).toUpperCase() + label.slice(1)

const VARIANTS: [string, (label: string) => string][] = [
  ['as it is', (label) => label],
  ['in capitals', (label) => label.replace(/[^ß]/g, (char) => char.toUpperCase())],
  ['with a curly apostrophe', (label) => capital(label).replaceAll("'", '’')],
  ['with a straight apostrophe', (label) => capital(label).replaceAll('’', "'")],
  ['with the mnemonic of GTK', (label) => marked(label, '_', 0)],
  ['with the mnemonic of Qt', (label) => marked(label, '&', 0)],
  ['with the mnemonic of its last word', (label) => marked(label, '_', label.lastIndexOf(' ') + 1)],
  ['with a mnemonic within a word', (label) => label.replace(/(?<=\p{L})(?=\p{L})/u, '&')],
  ['with an ellipsis', (label) => `${label}…`],
  ['with three dots', (label) => `${label}...`],
  ['with an access key', (label) => `${label}(S)`],
  ['with a wide access key and an ellipsis', (label) => `${label}（_S）…`],
  ['with a key', (label) => `${label} (Ctrl+S)`],
  ['in letters of double width', wide],
  ['with dashes that do not break', (label) => label.replaceAll('-', '\u2011')],
  ['with blanks that do not break', (label) => `  ${label.replaceAll(' ', '\u00a0 ')}\t`],
  ['with marks of the direction of writing', (label) => `\u200e${label}\u202c`],
  ['with a character that nobody sees', (label) => marked(label, '\u200b', 1)],
  ['doubled, as GTK 4 does', (label) => `${label} ${label}`],
]

const ENTRIES = PATTERNS.flatMap(([name, pattern]) =>
  pattern.entries.flatMap((entry) => labelsOf(entry).map((label) => ({ name, pattern, label }))),
)

describe('every word of the gate', () => {
  test('is one of many, and is found as it is written', () => {
    expect(ENTRIES.length).toBeGreaterThan(600)
    expect(ENTRIES.filter(({ pattern, label }) => !pattern.test(label))).toEqual([])
  })

  test.each(VARIANTS)('gets the same answer %s', (_, variant) => {
    const missed = ENTRIES.filter(({ label, pattern }) => label !== '' && !pattern.test(variant(label)))
    expect(missed.map(({ name, label }) => `${name}: ${variant(label)}`)).toEqual([])
  })

  test('is not found in a label that only has its letters', () => {
    const found = HARMFUL_WORDS.filter(([, words]) =>
      ['Displaying', 'Resending', 'Trashcans', 'Drop­down'].some((label) => words.test(label)),
    )
    expect(found).toEqual([])
  })

  test('is looked for in twenty thousand characters at once', () => {
    for (const part of ['(', '…', ' ', "'", '_', 'search with ', 'changes ', 'copy (', '在'])
      for (const [, pattern] of PATTERNS)
        expect(typeof pattern.test(part.repeat(20_000 / part.length))).toBe('boolean')
  })
})

describe('the gate', () => {
  const policy: Policy = {
    categories: configSchema.parse({}).safety.categories,
    refused_applications: [],
    yesTo: new Set(['unknown']),
    around: aroundOf(),
    covered: () => false,
  }
  const asks = (name: string, more: Partial<TargetDescription> = {}) =>
    judge(
      actOf(
        'click_input',
        { id: '7', name: '' },
        targetOf(windowOf('mousepad', 'Save changes?', { kind: 'dialog' }), controlOf('button', name), more),
      ),
      policy,
    )

  test.each([
    "Don't Save",
    'Don’t Save',
    'Don‘t Save',
    'Do_n’t Save',
    '&Don’t Save',
    'DON’T SAVE',
    'Ｄｏｎ＇ｔ Ｓａｖｅ',
    '不保存(N)',
    '不保存（_N）',
    '_Delete',
    'De_lete',
    'Delete_Forever',
    'Delete…',
    '删除(D)...',
    'E‑mail',
  ])('asks before %s, also where all that is unknown was agreed to', (name) => {
    expect(asks(name)).toMatchObject({ decision: 'ask' })
  })

  test.each(['Cancel', '_Cancel', '取消(C)', '取消（&C）', 'Ｃａｎｃｅｌ'])(
    'asks nobody about %s',
    (name) => {
      expect(
        judge(
          actOf(
            'click_input',
            { id: '7', name: '' },
            targetOf(windowOf('mousepad', 'Save changes?', { kind: 'dialog' }), controlOf('button', name)),
          ),
          { ...policy, yesTo: new Set() },
        ),
      ).toMatchObject({ decision: 'allow' })
    },
  )
})

test('the button of a menu is harmless in each language, and what does something to a menu is not', () => {
  const menus = [
    'Open Menu',
    'Menü öffnen',
    'Hauptmenü',
    'MenuButton',
    'Ouvrir le menu',
    'Abrir el menú',
    '打开菜单',
    '主菜单',
  ]
  for (const name of menus) expect(vocabulary.isHarmlessName(name), name).toBe(true)
  for (const name of ['Menü löschen', '删除菜单', 'Delete menu'])
    expect(vocabulary.isHarmlessName(name), name).toBe(false)
})
