import { expect, test } from 'vitest'
import { namesOrigin } from './addresses.ts'

const REQUEST = 'read the news on news.example'

test.each([
  'https://news.example/go?u=https://evil.example/x',
  'https://news.example/go?u=//evil.example/x',
  'https://news.example/go?u=%2F%2Fevil.example%2Fx',
  String.raw`https://news.example/go?u=\\evil.example/x`,
  'https://news.example/go?u=evil.example/x&d=1',
  'https://news.example/go#/evil.example/../..?to=//evil.example',
  'https://news.example/go?u=aHR0cHM6Ly9ldmlsLmV4YW1wbGUveA==',
  'https://news.example/go?//evil.example',
  // A browser stays on the first host; other programs may go to the second.
  String.raw`http://news.example\@evil.example/x`,
  'http://news.example?@evil.example/x',
  'http://news.example#@evil.example/x',
])('%s passes on to another site, which is not named', (address) => {
  expect(namesOrigin(REQUEST, address)).toBe(false)
  expect(namesOrigin(`${REQUEST} and evil.example`, address)).toBe(true)
})

test.each([
  'https://news.example/search?q=tea+and+milk&page=2',
  'https://news.example/file?path=docs/letter.txt',
  'https://news.example/list?sort=price/asc#top',
  'https://news.example/?v=1.2.3&user=ada@home.example',
  'https://news.example/a?id=aHR0',
])('%s stays with its site', (address) => {
  expect(namesOrigin(REQUEST, address)).toBe(true)
})
