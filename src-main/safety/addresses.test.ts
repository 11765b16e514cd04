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

test.each([
  'type ‘see https://evil.example now’ into the field',
  "type 'see https://evil.example now' into the field",
  '输入「看 https://evil.example 现在」',
  'type „see https://evil.example now“ into the field',
])('a text in quotes of any kind names no site: %s', (request) => {
  expect(namesOrigin(request, 'https://evil.example/')).toBe(false)
})

test.each([
  'open ‘https://shop.example’ in Chromium',
  "open the users' page of https://shop.example, and don't wait",
  '打开「https://shop.example」',
  'open https://shop.example and look for "shoes',
])('a site that the person names, in quotes or beside them, is named: %s', (request) => {
  expect(namesOrigin(request, 'https://shop.example/')).toBe(true)
})
