import { mkdtemp, writeFile } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { cookieFor, parseXauthority, xauthorityFile } from './xauthority.ts'

const entry = (family: number, address: string, display: string, data: string): Buffer => {
  const parts: Buffer[] = [Buffer.from([family >> 8, family & 0xff])]
  for (const field of [address, display, 'MIT-MAGIC-COOKIE-1', data]) {
    parts.push(Buffer.from([field.length >> 8, field.length & 0xff]), Buffer.from(field, 'latin1'))
  }
  return Buffer.concat(parts)
}

it('a cookie is found by host and display, and a wild one for all', async () => {
  const file = join(await mkdtemp(join(tmpdir(), 'xauth-')), 'Xauthority')
  await writeFile(
    file,
    Buffer.concat([entry(256, 'elsewhere', '5', 'no'), entry(256, hostname(), '5', 'five')]),
  )
  expect(await cookieFor('5', file)).toEqual({ name: 'MIT-MAGIC-COOKIE-1', data: 'five' })
  expect(await cookieFor('6', file)).toEqual({ name: '', data: '' })
  const cookie = Buffer.from([0, 255, 128, 1])
  await writeFile(file, xauthorityFile(cookie))
  expect(await cookieFor('9', file)).toEqual({ name: 'MIT-MAGIC-COOKIE-1', data: cookie.toString('latin1') })
})

it('a file that is cut off gives the entries before the cut', () => {
  const whole = Buffer.concat([entry(256, 'a', '1', 'one'), entry(256, 'b', '2', 'two')])
  for (let length = 0; length < whole.length; length++) {
    expect(parseXauthority(whole.subarray(0, length)).map(({ data }) => data)).toEqual(
      length < entry(256, 'a', '1', 'one').length ? [] : ['one'],
    )
  }
})

it('no file means no cookie', async () => {
  expect(await cookieFor('1', undefined)).toEqual({ name: '', data: '' })
  expect(await cookieFor('1', '/nowhere/at/all')).toEqual({ name: '', data: '' })
})
