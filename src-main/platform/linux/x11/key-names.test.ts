import { describe, expect, it } from 'vitest'
import { findKey } from './keyboard.ts'
import { keysymsNamed, nearestKeyNames } from './key-names.ts'

describe('the name of a key', () => {
  it.each([
    ['Control', 0xffe3],
    ['ctrl', 0xffe3],
    ['Page Down', 0xff56],
    ['page_down', 0xff56],
    ['PgDn', 0xff56],
    ['Return', 0xff0d],
    ['F12', 0xffc9],
    ['f1', 0xffbe],
    ['a', 0x61],
    ['A', 0x41],
    ['*', 0x2a],
    ['Plus', 0x2b],
    ['é', 0xe9],
    ['你', 0x1004f60],
    ['😀', 0x101f600],
    ['\n', 0xff0d],
    ['XF86AudioPlay', undefined],
  ])('%s is keysym %s', (name, keysym) => {
    expect(keysymsNamed(name)[0]).toBe(keysym)
  })

  it('is also known by the keysym that layouts of its language use', () => {
    expect(keysymsNamed('α')).toEqual([0x10003b1, 0x7e1])
    expect(keysymsNamed('€')).toEqual([0x10020ac, 0x20ac])
  })

  it('is nothing when nobody calls a key so, and the nearest are named', () => {
    expect(keysymsNamed('F99')).toEqual([])
    expect(keysymsNamed('')).toEqual([])
    expect(keysymsNamed('Entr')).toEqual([])
    expect(nearestKeyNames('Entr')).toContain('Enter')
    expect(keysymsNamed('constructor')).toEqual([])
  })
})

describe('the place of a keysym', () => {
  const FIRST = 8
  // A German key "8 ( 2nd group: * ; AltGr: [ {", a letter, and a Greek second group.
  const rows = [
    [0x38, 0x28, 0x38, 0x2a, 0x5b, 0x7b],
    [0x61, 0x41, 0x7e1, 0x7c1, 0, 0],
    [0, 0, 0, 0, 0, 0],
  ]

  it('says which modifiers it needs', () => {
    expect(findKey(rows, FIRST, [0x38], 0)).toEqual({
      keycode: 8,
      shift: false,
      level3: false,
      letter: false,
    })
    expect(findKey(rows, FIRST, [0x28], 0)).toEqual({ keycode: 8, shift: true, level3: false, letter: false })
    expect(findKey(rows, FIRST, [0x5b], 0)).toEqual({ keycode: 8, shift: false, level3: true, letter: false })
    expect(findKey(rows, FIRST, [0x7b], 0)).toEqual({ keycode: 8, shift: true, level3: true, letter: false })
    expect(findKey(rows, FIRST, [0x41], 0)).toEqual({ keycode: 9, shift: true, level3: false, letter: true })
  })

  it('is looked for in the layout in force', () => {
    expect(findKey(rows, FIRST, [0x2a], 0)).toBeNull()
    expect(findKey(rows, FIRST, [0x2a], 1)).toMatchObject({ keycode: 8, shift: true })
    expect(findKey(rows, FIRST, [0x1000391, 0x7c1], 1)).toEqual({
      keycode: 9,
      shift: true,
      level3: false,
      letter: true,
    })
    expect(findKey(rows, FIRST, [0x61], 1)).toBeNull()
  })
})
