// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { Quick } from '../quick/quick.tsx'
import { openWindow } from '../testing/open-window.tsx'
import { App } from './app.tsx'

const line = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Request' })
const models = {
  default: { provider: 'offline' },
  app: { provider: 'custom', model_name: 'relay', base_url: 'https://relay.example/v1' },
}
const strategies = [
  { strategy: 'host-app' as const, mode: 'normal', missing: [] },
  { strategy: 'planner' as const, mode: 'normal', missing: ['subtask_planner'] },
  { strategy: 'operator' as const, mode: 'normal', missing: ['operator'] },
]
const answers = {
  start_run: () => ({ run: 'begun' }),
  list_strategies: () => ({ strategies }),
}

describe('the chips of a request', () => {
  it('choose who works and what thinks, for this request alone', async () => {
    const { user, wire } = await openWindow(<App />, { config: { models }, answers })
    await user.click(screen.getByRole('button', { name: 'Who works: Automatic' }))
    await user.click(await screen.findByRole('menuitemcheckbox', { name: /^Host and apps/ }))
    await user.click(screen.getByRole('button', { name: 'Model: relay' }))
    await user.click(await screen.findByRole('menuitemcheckbox', { name: /^Plain commands/ }))
    await user.type(line(), 'open Mousepad{Enter}')
    expect(wire.sent('start_run')).toEqual([
      {
        request: 'open Mousepad',
        display: null,
        strategy: 'host-app',
        mode: 'normal',
        models: { default: 'offline', app: 'offline' },
      },
    ])
    expect(wire.sent('set_config')).toEqual([])
  })

  it('say of what can’t be chosen now what it lacks, and lead to where that is set up', async () => {
    const { user } = await openWindow(<App />, { config: { models }, answers })
    await user.click(screen.getByRole('button', { name: /^Who works/ }))
    const planner = await screen.findByRole('menuitemcheckbox', { name: /^Planner/ })
    expect([planner.getAttribute('aria-disabled'), planner.textContent]).toEqual([
      'true',
      expect.stringContaining('Needs a model for subtask_planner'),
    ])
    await user.click(screen.getByRole('menuitem', { name: 'Set up models…' }))
    expect(await screen.findByRole('heading', { name: 'Models' })).toBeTruthy()
  })

  it('send it to a device of this program’s server, as to any other place', async () => {
    const device = { type: 'device' as const, platform: 'linux', target: null, task: null, queued: [] }
    const { user, wire } = await openWindow(<App />, {
      app: { serving: true },
      answers: {
        ...answers,
        list_devices: () => ({
          address: 'ws://127.0.0.1:5000',
          devices: [
            { ...device, id: 'desk', state: 'idle' },
            { ...device, id: 'gone', state: 'lost' },
          ],
        }),
        send_to_device: () => ({ task: 't' }),
      },
    })
    await user.click(screen.getByRole('button', { name: /^Where it runs/ }))
    expect(screen.queryByRole('menuitemcheckbox', { name: /^gone/ })).toBeNull()
    await user.click(await screen.findByRole('menuitemcheckbox', { name: /^desk/ }))
    // What the device thinks with is not said here.
    expect(screen.queryByRole('button', { name: /^Model/ })).toBeNull()
    await user.type(line(), 'open Mousepad{Enter}')
    expect(wire.sent('send_to_device')).toEqual([{ device: 'desk', request: 'open Mousepad' }])
    expect(wire.sent('start_run')).toEqual([])
  })

  it('can be kept as what is chosen from now on', async () => {
    const { user, wire } = await openWindow(<App />, { answers })
    await user.click(screen.getByRole('button', { name: /^Who works/ }))
    await user.click(await screen.findByRole('menuitemcheckbox', { name: /^Host and apps/ }))
    await user.click(screen.getByRole('button', { name: 'Who works: Host and apps' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Work like this from now on' }))
    expect(wire.sent('set_config')).toEqual([{ key: ['request', 'strategy'], value: 'host-app' }])
  })

  it('are the same in the quick window', async () => {
    const { user, wire } = await openWindow(<Quick />, { answers: { ...answers, close_window: () => ({}) } })
    await user.click(screen.getByRole('button', { name: /^Who works/ }))
    await user.click(await screen.findByRole('menuitemcheckbox', { name: /^Host and apps/ }))
    await user.type(screen.getByRole('combobox'), 'open Mousepad{Enter}')
    await waitFor(() =>
      expect(wire.sent('start_run')).toEqual([
        { request: 'open Mousepad', display: 'host', strategy: 'host-app', mode: 'normal', one_shot: true },
      ]),
    )
  })
})

describe('files of a request', () => {
  const dropped = (...files: File[]) => ({ dataTransfer: { files, types: ['Files'] } })

  it('that are dropped stand in its words by their paths, each with a chip that takes it away', async () => {
    const { user, wire } = await openWindow(<App />)
    wire.pathOfFile = ({ name }) => `/home/ana/${name}`
    await user.type(line(), 'open')
    fireEvent.drop(line(), dropped(new File(['x'], 'March 1.ods'), new File([], 'Scans')))
    await waitFor(() => expect(line().value).toBe('open "/home/ana/March 1.ods" "/home/ana/Scans"'))
    await user.click(screen.getByRole('button', { name: 'Remove March 1.ods' }))
    expect(line().value).toBe('open "/home/ana/Scans"')
  })

  it('that have no path, as a pasted picture, are kept by the program', async () => {
    const { user, wire } = await openWindow(<App />, {
      answers: { keep_attachment: () => ({ path: '/data/attachments/1/image.png' }) },
    })
    await user.click(line())
    fireEvent.paste(line(), {
      clipboardData: { files: [new File(['png'], 'image.png')], getData: () => '' },
    })
    await waitFor(() => expect(line().value).toBe('"/data/attachments/1/image.png"'))
    expect(wire.sent('keep_attachment')).toEqual([{ name: 'image.png', content: 'cG5n' }])
  })

  it('that are too large to be handed over are refused with what to do', async () => {
    const { user } = await openWindow(<App />)
    await user.click(line())
    fireEvent.drop(line(), dropped(new File([new Uint8Array(2 * 1024 * 1024 + 1)], 'film.mp4')))
    expect(await screen.findByText(/film.mp4 is larger than 2 MB/)).toBeTruthy()
    expect(line().value).toBe('')
  })
})

it('words that were begun are there again after a reload', async () => {
  const { user } = await openWindow(<App />)
  await user.type(line(), 'open Mou')
  expect(window.sessionStorage.getItem('deskhand-drafts')).toBe('{"":"open Mou"}')
})
