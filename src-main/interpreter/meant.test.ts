import { expect, test } from 'vitest'
import { meantBy } from './meant.ts'

test('a command presses what only Deskhand knows, and what its clauses say', () => {
  expect(meantBy('go to line two, type "X"')).toEqual(
    expect.arrayContaining(['go to line two', 'press "Enter"', 'type "X"']),
  )
  expect(meantBy('type "5" into B3')).toContain('press "Enter"')
  expect(meantBy('type "5" into Name')).not.toContain('press "Enter"')
  expect(meantBy('replace all "cat" with "dog"')).toContain('press "In Document"')
  expect(meantBy('create a folder called docs')).toEqual(
    expect.arrayContaining(['press Enter', 'press "New Folder"']),
  )
})

test('what is no plain command presses nothing', () => {
  expect(meantBy('please tidy up everything in my house')).toEqual([])
})
