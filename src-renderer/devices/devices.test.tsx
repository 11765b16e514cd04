// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { ServedDevicesState } from '../../src-preload/contract/calls/devices.ts'
import type { Answers } from '../testing/memory-wire.ts'
import { openWindow } from '../testing/open-window.tsx'
import { DevicesView } from './devices-view.tsx'
import { useOwnConnection } from './own-connection.ts'

const NONE: ServedDevicesState = { address: null, devices: [] }
const SERVED: ServedDevicesState = {
  address: 'ws://127.0.0.1:5000/ws',
  devices: [
    { id: 'desk', type: 'device', platform: 'linux', target: null, state: 'idle', task: null, queued: [] },
  ],
}

const opened = (state: () => ServedDevicesState, answers: Answers = {}) => {
  useOwnConnection.setState(useOwnConnection.getInitialState(), true)
  return openWindow(<DevicesView />, { answers: { list_devices: state, ...answers } })
}

describe('the devices', () => {
  it('are served by keyboard alone; a new key is shown once and then gone', async () => {
    let state = NONE
    const { user, wire } = await opened(() => state, {
      serve_devices: () => {
        state = SERVED
        return { address: 'ws://127.0.0.1:5000/ws', new_key: 'key-of-this-start' }
      },
    })
    const port = await screen.findByRole('textbox', { name: 'Port' })
    await user.clear(port)
    await user.type(port, '70000{Enter}')
    expect(wire.sent('serve_devices')).toEqual([])
    expect(screen.getByText(/A number from 0 to 65535/)).toBeTruthy()
    await user.clear(port)
    await user.type(port, '5001{Enter}')
    expect(wire.sent('serve_devices')).toEqual([
      { port: 5001, host: '127.0.0.1', hosts: [], key: null, tls: null },
    ])
    expect(await screen.findByText('key-of-this-start')).toBeTruthy()
    screen.getByRole('button', { name: 'I have it' }).focus()
    await user.keyboard('{Enter}')
    expect(screen.queryByText('key-of-this-start')).toBeNull()
  })

  it('that are reached by others without encryption are a warning', async () => {
    const { user } = await opened(() => NONE)
    await user.click(await screen.findByText('Address, key and encryption'))
    const host = screen.getByRole('textbox', { name: 'Listen on' })
    await user.clear(host)
    await user.type(host, '0.0.0.0')
    expect(screen.getByText(/nothing is encrypted/)).toBeTruthy()
  })

  it('are sent a request, and a refusal stands in its dialog', async () => {
    let refuses = true
    const { user, wire } = await opened(() => SERVED, {
      send_to_device: () => {
        if (refuses) throw new Error('There is no device “desk” online.')
        return { task: 't' }
      },
    })
    await user.click(await screen.findByRole('button', { name: 'Send a request to “desk”' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.type(dialog.getByRole('textbox', { name: 'Request' }), 'open Mousepad')
    await user.click(dialog.getByRole('button', { name: 'Send' }))
    expect(await dialog.findByText('There is no device “desk” online.')).toBeTruthy()
    refuses = false
    await user.click(dialog.getByRole('button', { name: 'Send' }))
    await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
    expect(wire.sent('send_to_device')).toEqual(
      Array.from({ length: 2 }, () => ({ device: 'desk', request: 'open Mousepad' })),
    )
  })

  it('are no longer served only after a question while one works', async () => {
    const busy = {
      ...SERVED,
      devices: SERVED.devices.map((device) => ({ ...device, state: 'busy' as const })),
    }
    const { user, wire } = await opened(() => busy, { stop_serving: () => ({}) })
    await user.click(await screen.findByRole('button', { name: 'Stop serving' }))
    const asked = within(await screen.findByRole('alertdialog'))
    expect(wire.sent('stop_serving')).toEqual([])
    await user.click(asked.getByRole('button', { name: 'Stop serving' }))
    expect(wire.sent('stop_serving')).toEqual([{}])
  })
})

describe('this desktop as a device', () => {
  it('connects to an address of the right kind alone, shows how it stands, and lets go', async () => {
    const ended = Promise.withResolvers<void>()
    const { user, wire, push } = await opened(() => NONE, {
      connect_device: () => ended.promise.then(() => ({})),
      disconnect_device: () => {
        ended.resolve()
        return {}
      },
    })
    const form = within(await screen.findByRole('form', { name: 'Be a device of a server' }))
    await user.type(form.getByRole('textbox', { name: 'Address of the server' }), 'http://x')
    await user.type(form.getByRole('textbox', { name: 'Name of this device' }), 'desk{Enter}')
    expect(form.getByText('The address begins with ws:// or wss://.')).toBeTruthy()
    expect(wire.sent('connect_device')).toEqual([])
    await user.clear(form.getByRole('textbox', { name: 'Address of the server' }))
    await user.type(
      form.getByRole('textbox', { name: 'Address of the server' }),
      'ws://127.0.0.1:5000{Enter}',
    )
    expect(wire.sent('connect_device')).toEqual([
      { address: 'ws://127.0.0.1:5000', id: 'desk', key: null, ca: null, display: 'host' },
    ])
    await push({ push: 'connection', news: { news: 'connected', server: 'x', resumed: false } })
    expect(screen.getByText('Connected to ws://127.0.0.1:5000 as “desk”')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Disconnect' }))
    await screen.findByRole('form', { name: 'Be a device of a server' })
  })

  it('that the server does not want says why', async () => {
    const { user } = await opened(() => NONE, {
      connect_device: () => {
        throw new Error('The server does not know this key.')
      },
    })
    await user.type(await screen.findByRole('textbox', { name: 'Address of the server' }), 'wss://a.example')
    await user.type(screen.getByRole('textbox', { name: 'Name of this device' }), 'desk{Enter}')
    expect(await screen.findByText('The server does not know this key.')).toBeTruthy()
  })
})
