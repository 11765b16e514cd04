// A file that a request names has to be there in the end, unless it may be gone.
import { expect, test } from 'vitest'
import { whatIsNotThere } from './named-files.ts'

const ask = (request: string, ...there: string[]) =>
  whatIsNotThere(request, { home: '/home/ada', isMissing: (path) => !there.includes(path) })

test.each([
  ['Set the rate to 48000 Hz so the value is written to `~/.rates/rates.cfg`.', '~/.rates/rates.cfg'],
  ['type "hello", save as "~/notes/hello.txt"', '~/notes/hello.txt'],
  ['Export the picture to /home/ada/out/picture.png.', '/home/ada/out/picture.png'],
])('%s', (request, path) => {
  const whole = path.replace('~', '/home/ada')
  expect(ask(request)).toBe(`There is nothing at “${path}”, which the request names.`)
  expect(ask(request, whole)).toBeNull()
})

test.each([
  'Delete ~/old/report.txt and save the list.',
  'Move ~/a.txt to ~/b/c.txt',
  'Type "/usr/share/none/at/all" into Path',
  'Tell me what ~/notes/none.txt says',
  'Do not write to ~/notes/none.txt, only type "a"',
  'Open https://example.org/a/b and click Send/Receive',
  'Save it as ~/<name>.txt',
  'Type /help into the chat',
])('nothing is missed: %s', (request) => {
  expect(ask(request)).toBeNull()
})

test('a path without quotes goes on after a blank', () => {
  const request = 'Save it as ~/My Documents/last letter.txt, and print it.'
  expect(ask(request, '/home/ada/My Documents/last letter.txt')).toBeNull()
  expect(ask(request, '/home/ada/My Documents')).toContain('There is nothing at “~/My”')
})
