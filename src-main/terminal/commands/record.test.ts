import { describe, expect, test } from 'vitest'
import { readSetting } from '../declarations/record.ts'

describe('--set', () => {
  test('takes a name and a text, which may hold anything', () => {
    const one = readSetting('name=Ada = Grace')
    expect(readSetting('town=', one)).toEqual({ name: 'Ada = Grace', town: '' })
  })

  test.each(['name', '=text', ''])('refuses %j', (text) => {
    expect(() => readSetting(text)).toThrow('NAME=TEXT')
  })
})
