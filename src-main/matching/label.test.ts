import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CONTROL_ROLES } from '../core/desktop.ts'
import { agreementOf, sameLabel, type Agreement } from './agreement.ts'
import { fold, foldCharacters } from './fold.ts'
import { kindIn, ofKind, takeKind } from './kinds.ts'
import { cleanName, Label, plainLabel } from './label.ts'

const label = fc.oneof(
  fc.string(),
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.array(fc.constantFrom('Save', 'save', ' ', '_', '&', '…', '...', ':', '(S)', '(3)', '’', "'", '保存', 'Ａ', 'é', 'e\u0301', '—', '\u200b', '\t', 'Ctrl+S', '[F3]', 'GtkButton')).map((parts) => parts.join('')),
) // prettier-ignore

describe('two labels', () => {
  test.each<[one: string, other: string, isSame: boolean, why: string]>([
    // GTK 2 and 3
    ['Save', '_Save', true, 'GTK marks the mnemonic by an underscore'],
    ['Save As', 'Save _As…', true, 'the mnemonic of a second word, and an ellipsis'],
    ['Exit', 'E_xit', true, 'a mnemonic within a word'],
    ['Save As', 'Save As...      ', true, 'GTK 2 pads menus with blanks'],
    ['snake_case', 'snake__case', true, 'a doubled underscore is a literal one'],
    ['my_long_name', 'mylongname', false, 'a label has one mnemonic at most: these are names'],
    ['my_notes.txt', 'mynotes.txt', false, 'a file has no mnemonic'],
    ['Find', 'Find\tCtrl+F', true, 'a menu has its key in a second column'],
    ['Save', 'Save  Ctrl+S', true, 'the same with blanks'],
    ['Vitamin', 'Vitamin  C', false, 'a letter alone is of the name'],
    ['Name:', 'Name', true, 'a label before a field ends with a colon'],
    ['Use Text CSV Format!', 'Use Text CSV Format', true, 'LibreOffice calls out'],
    ['!', '', false, 'a mark alone is a label'],
    // GTK 4
    ['7', '7 7', true, 'GTK 4 says the label of a button and its child'],
    ['Save', 'Save Save', true, 'the same'],
    ['new new york', 'new york', false, 'a word that is doubled is of the name'],
    ['GtkButton', 'GtkImage', false, 'classes in place of names are not one name'],
    // Qt
    ['Save', '&Save', true, 'Qt marks the mnemonic by an ampersand'],
    ['Find & Replace', 'Find && Replace', true, 'a doubled ampersand is a literal one'],
    ['Save && Quit', 'Save & &Quit', true, 'a literal one and a mnemonic'],
    ['保存', '保存(S)', true, 'Chinese menus write the access key in brackets'],
    ['保存', '保存(&S)', true, 'Qt, with the mark of the mnemonic'],
    ['保存', '保存（S）', true, 'brackets of full width'],
    ['另存为', '另存为(A)...', true, 'an ellipsis behind the key'],
    ['另存为', '另存为…(A)', true, 'an ellipsis before the key'],
    ['文件', '文件(_F)', true, 'GTK in Chinese'],
    ['複製', '複製(C)', true, 'the same in Japan'],
    ['复制(C)', '复制(D)', false, 'two items with keys of their own'],
    ['保存', '不保存', false, 'the opposite, by one character'],
    ['OK', 'OK(O)', true, 'Latin letters in a Chinese dialog'],
    // Swing
    ['Open…', 'Open...', true, 'three dots are an ellipsis'],
    ['About', 'About..', true, 'so are two, as xCHM writes it'],
    ['Open', 'OPEN', true, 'capitals'],
    // LibreOffice
    ['Save', 'Save (Ctrl+S)', true, 'a tool bar tells the key of a button'],
    ['Next', 'Next (F3)', true, 'the same'],
    ['Use Text CSV Format!', 'Use Text CSV Format!', true, 'as it is'],
    ["Don't Save", 'Don’t Save', true, 'a curly apostrophe'],
    ["Don't Save", 'Do_n’t Save', true, 'and a mnemonic'],
    ['“Draft”', '"Draft"', true, 'curly quotes'],
    ['A–Z', 'A-Z', true, 'a dash'],
    ['A—Z', 'A‑Z', true, 'a long dash, and one that does not break'],
    ['−', '-', true, 'the minus of a calculator'],
    // Chromium
    ['Search\u00a0tabs', 'Search tabs', true, 'a blank that does not break'],
    ['\u200eSettings\u200f', 'Settings', true, 'marks of the direction of writing'],
    ['Set\u00adtings', 'Settings', true, 'a soft hyphen'],
    ['Set\u200btings', 'Settings', true, 'a blank without width'],
    ['Ｓａｖｅ', 'Save', true, 'letters of double width'],
    ['Line one\n  two', 'Line one two', true, 'a line break'],
    ['Log in', 'Log', false, 'it says more'],
    ['Log in', 'Login', false, 'another word'],
    ['Save', 'Save All', false, 'it says more'],
    ['Save', 'Save and Send', false, 'it says more'],
    ['Save', 'Save (all)', false, 'what stands in brackets is no key'],
    ['Row 1', 'Row 11', false, 'another number'],
    ['Inbox', 'Inbox (3)', false, 'a count is evidence of its own'],
    ['copy (1)', 'copy (2)', false, 'two files'],
    ['Delete file', 'Delete file(s)', false, 'one or several, no access key'],
    ['Open', 'Open control-panel', false, 'a word with a hyphen is no key'],
    // German and French
    ['Öffnen', 'ÖFFNEN', true, 'capitals'],
    ['Öffnen', 'O\u0308ffnen', true, 'the accent as a character of its own'],
    ['Speichern unter', 'Speichern _unter …', true, 'a blank before the ellipsis'],
    ['Nom :', 'Nom', true, 'French puts a blank before the colon'],
    ['Schließen', 'Schließen (Strg+W)', true, 'keys in German'],
    ['', '', true, 'both have none'],
    ['', ' ', true, 'nothing but blanks'],
    ['...', ':', false, 'an ellipsis that is the whole name is one'],
    ['.', ',', false, 'keys of a calculator'],
    ['', 'GtkButton', false, 'without a name, and with a class'],
  ])('%j and %j: %s, %s', (one, other, isSame) => {
    expect([sameLabel(one, other), sameLabel(other, one)]).toEqual([isSame, isSame])
  })

  test('are the same both ways, and each is the same as itself', () => {
    fc.assert(
      fc.property(label, label, (one, other) => {
        expect(sameLabel(one, one)).toBe(true)
        expect(sameLabel(one, other)).toBe(sameLabel(other, one))
      }),
    )
  })

  test.each<[wanted: string, label: string, Agreement | null]>([
    ['Save', 'Save', 'exact'],
    ['save', '_Save…', 'same'],
    ['保存', '保存(S)', 'key'],
    ['Inbox', 'Inbox (3)', 'count'],
    ['Offnen', 'Öffnen', 'spelled'],
    ['×', '*', 'spelled'],
    ['Straße', 'Strasse', 'spelled'],
    ['Save', 'Save As', 'opening'],
    ['save', 'Save As', 'begins'],
    ['dark red', 'red, dark', 'words'],
    ['check box', 'checkbox', 'joined'],
    ['Instal', 'Install', 'slip'],
    ['wrap', 'warp', 'slip'],
    ['Docu', 'Document', 'prefix'],
    ['ocume', 'Document', 'part'],
    ['Uninstall', 'Install', null],
    ['Sent', 'Send', null],
    ['7', '8', null],
    ['on', 'in', null],
    ['cut', 'cat', null],
    ['copy', 'cope', null],
    ['save', 'delete', null],
    ['Row 10', 'Row 11', null],
    ['不保存', '保存', null],
    ['Frobnicate', 'OK', null],
    ['ガス', 'カス', null],
  ])('%j agrees with %j: %s', (wanted, text, agreement) => {
    const all: Agreement[] = [
      'exact',
      'same',
      'key',
      'count',
      'spelled',
      'opening',
      'begins',
      'words',
      'joined',
      'slip',
      'prefix',
      'part',
    ]
    expect(agreementOf(new Label(wanted), new Label(text), all)).toBe(agreement)
  })
})

describe('the compared form', () => {
  test('is its own compared form', () => {
    fc.assert(
      fc.property(label, (text) => {
        expect(fold(fold(text))).toBe(fold(text))
        expect(foldCharacters(foldCharacters(text))).toBe(foldCharacters(text))
        // A doubled mark stands for a literal one, which is a mark when it is read again.
        const unmarked = fold(text).replace(/[_&]{2,}/g, '')
        expect(plainLabel(plainLabel(unmarked))).toBe(plainLabel(unmarked))
      }),
    )
  })

  test('a doubled label is one, also where only one of both has its mnemonic', () => {
    expect(plainLabel('Save _Save')).toBe('save')
    expect(plainLabel('éé\t&éé')).toBe('éé')
    expect(plainLabel('&Save\t&save…')).toBe('save')
    expect(plainLabel('Save _As')).toBe('save as')
  })

  test.each([
    ['7 7', '7'],
    ['Save As...      ', 'Save As...'],
    ['GtkButton', ''],
    ['new new york', 'new new york'],
    ['= =', '='],
    ['77', '77'],
  ])('a name is read as a person reads it: %j', (name, clean) => {
    expect(cleanName(name)).toBe(clean)
  })

  test.each([
    ' ',
    '"',
    '“',
    "'",
    ' ’',
    '(',
    ')',
    '[',
    '…',
    '.',
    '_',
    '&',
    '&a',
    'a_',
    '\t',
    '\u200b',
    '在',
    'a ',
    '(S)',
  ])('of a hundred thousand times %j is there at once', (part) => {
    const long = part.repeat(100_000)
    for (const text of [long, `${long}x`, `x${long}`, `x${long}x`]) {
      const { bare, spelled, tokens } = new Label(text)
      expect([bare, spelled].every((form) => form.length <= 3 * text.length)).toBe(true)
      expect(tokens.length).toBeLessThanOrEqual(text.length)
      expect(sameLabel(text, `${text}yyy`)).toBe(false)
      expect(
        agreementOf(new Label(text), new Label(`y${text}`), ['begins', 'words', 'slip', 'part']),
      ).not.toBe('begins')
    }
  })
})

describe('a word for a kind', () => {
  test.each([
    ['the save button', 'button'],
    ['the search field of the list', 'search field'],
    ['保存按钮', '按钮'],
    ['die schaltfläche öffnen', 'schaltfläche'],
    ['the menu button', 'button'],
    ['the icon', undefined],
    ['saved', undefined],
  ])('in the description %j: %s', (text, word) => {
    expect(kindIn(text)?.word).toBe(word)
  })

  test.each([
    ['OK button', 'OK', 'button'],
    ['the 7 key', 'the 7', 'key'],
    ['确定按钮', '确定', '按钮'],
    ['button', '', 'button'],
    ['Edit menu', 'Edit', 'menu'],
    ['Address bar', undefined, undefined],
  ])('at an end of the command %j', (text, rest, word) => {
    const taken = takeKind(text)
    expect([taken?.rest, taken?.kind.word]).toEqual([rest, word])
  })

  test('means its own controls, and others that are called so only where there is none', () => {
    const kind = kindIn('the menu')!
    const menu = { role: 'menu' } as const
    const button = { role: 'button' } as const
    expect(ofKind([button, menu], kind)).toEqual([menu])
    expect(ofKind([button], kind)).toEqual([button])
    expect(ofKind([{ role: 'slider' } as const], kind)).toEqual([])
  })

  test('names roles that there are', () => {
    const kinds = ['button', 'menu', 'tab', 'row'].map((word) => takeKind(word)!.kind)
    const roles = kinds.flatMap((kind) => [...kind.roles, ...kind.loosely])
    expect(roles.filter((role) => !CONTROL_ROLES.includes(role))).toEqual([])
  })
})

test.each([
  ['保存(S)', '保存'],
  ['另存为(A)…', '另存为'],
  ['Save    Ctrl+S', 'save'],
  ['_Save', 'save'],
  ['Inbox (3)', 'inbox (3)'],
  ['Delete file(s)', 'delete file(s)'],
])('as words are compared with it, %j is %j', (text, plain) => {
  expect(plainLabel(text)).toBe(plain)
})
