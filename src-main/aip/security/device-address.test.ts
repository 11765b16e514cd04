// Which servers a device connects to.
import { describe, expect, test } from 'vitest'
import { UserError } from '../../core/errors.ts'
import { RunControl } from '../../core/run-control.ts'
import { checkServerAddress, isKeptFor, kindOfAddress } from '../device/addresses.ts'

describe('the server that a device connects to', () => {
  const check = async (text: string, allowPrivate = false) => {
    using run = new RunControl()
    return checkServerAddress(text, { allowPrivate }, run)
  }

  test.each([
    ['169.254.169.254', 'never'],
    ['fe80::1', 'never'],
    ['fd00:ec2::254', 'never'],
    ['100.100.100.200', 'never'],
    ['168.63.129.16', 'never'],
    ['::ffff:169.254.169.254', 'never'],
    ['0.0.0.0', 'never'],
    ['::', 'never'],
    ['224.0.0.1', 'never'],
    ['255.255.255.255', 'never'],
    ['240.0.0.1', 'never'],
    ['64:ff9b::a9fe:a9fe', 'never'],
    ['2002:a9fe:a9fe::', 'never'],
    ['::a9fe:a9fe', 'never'],
    ['::a00:1', 'never'],
    ['10.1.2.3', 'private'],
    ['172.16.0.1', 'private'],
    ['192.168.1.1', 'private'],
    ['100.64.0.1', 'private'],
    ['fd12::1', 'private'],
    ['::ffff:10.0.0.1', 'private'],
    ['127.0.0.1', 'loopback'],
    ['127.9.9.9', 'loopback'],
    ['::1', 'loopback'],
    ['8.8.8.8', 'public'],
    ['2606:4700::1', 'public'],
  ])('%s is %s', (address, kind) => expect(kindOfAddress(address)).toBe(kind))

  test('is never link-local, however it is written, and private only where that is allowed', async () => {
    for (const host of [
      '169.254.169.254',
      '2852039166',
      '0xa9fea9fe',
      '[::ffff:169.254.169.254]',
      '[::169.254.169.254]',
      '[fe80::1]',
    ]) {
      await expect(check(`ws://${host}/ws`), host).rejects.toThrow('never connects')
      await expect(check(`ws://${host}/ws`, true), host).rejects.toThrow('never connects')
    }
    await expect(check('ws://192.168.1.5:5000/ws')).rejects.toThrow('aip.private_address')
    expect((await check('ws://192.168.1.5:5000', true)).url.href).toBe('ws://192.168.1.5:5000/ws')
  })

  test('may be on this machine, by ws or wss and nothing else', async () => {
    expect(await check('ws://127.0.0.1:5000')).toMatchObject({ shown: 'ws://127.0.0.1:5000/ws' })
    expect(await check('wss://localhost:5000/ws?token=secret')).toMatchObject({
      shown: 'wss://localhost:5000/ws',
    })
    for (const text of ['http://127.0.0.1:5000/ws', 'file:///etc/passwd', 'nonsense', 'ws://', ''])
      await expect(check(text), text).rejects.toThrow('ws://127.0.0.1:5000/ws')
    await expect(check('ws://user:password@127.0.0.1:5000')).rejects.toThrow(UserError)
  })

  test('is known to be reached in the clear where nothing is encrypted and it is elsewhere', async () => {
    for (const [text, inClear] of [
      ['ws://127.0.0.1:5000', false],
      ['ws://[::1]:5000', false],
      ['ws://192.168.1.5:5000', true],
      ['wss://192.168.1.5:5000', false],
    ] as const)
      expect((await check(text, true)).inClear, text).toBe(inClear)
  })

  test('is checked again when it is connected to: a name can not change its mind', async () => {
    const { lookup } = await check('ws://127.0.0.1:5000/ws')
    const found = await new Promise((resolve) =>
      lookup('localhost', { all: true }, (error, addresses) => resolve(error ?? addresses)),
    )
    expect(found).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ address: expect.stringMatching(/^(127\.|::1)/) as string }),
      ]),
    )
    const refused = await new Promise((resolve) => lookup('169.254.169.254', { all: true }, resolve))
    expect(refused).toBeInstanceOf(UserError)
  })
})

test('a kept key is for this machine and for the server that is named, by the same scheme, host and port', () => {
  const own = 'wss://desk.example:5000/ws'
  const keptFor = (address: string) => isKeptFor(new URL(address), own)
  for (const address of ['ws://127.0.0.1:1', 'ws://127.1', 'wss://localhost/ws', 'ws://[::1]:5000', own, 'wss://DESK.example:5000/other'])
    expect([address, keptFor(address)]).toEqual([address, true])
  for (const address of ['ws://desk.example:5000/ws', 'wss://desk.example/ws', 'wss://desk.example.evil:5000', 'wss://localhost.evil', 'wss://evil/?wss://desk.example:5000', 'ws://10.0.0.1'])
    expect([address, keptFor(address)]).toEqual([address, false])
  expect(isKeptFor(new URL('wss://evil'), '')).toBe(false)
}) // prettier-ignore
