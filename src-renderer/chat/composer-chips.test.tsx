// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { Quick } from '../quick/quick.tsx'
import { showPlace } from '../state/place.ts'
import { openWindow } from '../testing/open-window.tsx'
import { App } from './app.tsx'
import { refuseDrops } from '../state/refuse-drops.ts'

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

describe('a plan in place of a request', () => {
  const plan = {
    name: 'Monthly report',
    path: '/plans/monthly.yaml',
    task: 'Fill the report',
    steps: 2,
    recorded: false,
    inputs: [
      { name: 'month', text: 'May' },
      { name: 'pin', text: null },
    ],
    changed: 1,
    fault: null,
    last: [],
  }
  const broken = { ...plan, name: 'Broken', path: '/plans/b.yaml', fault: 'It has no task.' }
  const withPlans = { ...answers, list_plans: () => ({ plans: [plan, broken] }), close_window: () => ({}) }
  const choose = async ({ user }: Awaited<ReturnType<typeof openWindow>>) => {
    await user.click(await screen.findByRole('button', { name: 'Plan: No plan' }))
    await user.click(await screen.findByRole('menuitemcheckbox', { name: /^Monthly report/ }))
  }

  it('is started with its inputs, and leaves the words that were begun', async () => {
    const window = await openWindow(<App />, { answers: withPlans })
    await window.user.type(line(), 'later')
    await choose(window)
    expect(screen.queryByRole('textbox', { name: 'Request' })).toBeNull()
    expect(screen.getByText(/pin/)).toBeTruthy()
    const month = screen.getByRole('textbox', { name: 'month' })
    await window.user.clear(month)
    await window.user.type(month, 'June{Enter}')
    expect(window.wire.sent('start_run')).toEqual([
      {
        request: null,
        display: null,
        plan: { plan: '/plans/monthly.yaml', set: { month: 'June' } },
        one_shot: true,
      },
    ])
    act(() => showPlace({ view: 'new', run: null, part: null }))
    await waitFor(() => expect(line().value).toBe('later'))
  })

  it('that can’t be used says why, and can’t be chosen', async () => {
    const { user } = await openWindow(<App />, { answers: withPlans })
    await user.click(await screen.findByRole('button', { name: 'Plan: No plan' }))
    const item = await screen.findByRole('menuitemcheckbox', { name: /Broken/ })
    expect([item.getAttribute('aria-disabled'), item.textContent]).toEqual([
      'true',
      expect.stringContaining('It has no task.'),
    ])
  })

  it('is run from the quick window by Enter in one of its fields', async () => {
    const window = await openWindow(<Quick />, { answers: withPlans })
    await choose(window)
    await window.user.type(screen.getByRole('textbox', { name: 'month' }), '{Enter}')
    await waitFor(() =>
      expect(window.wire.sent('start_run')).toEqual([
        { request: null, display: 'host', plan: { plan: '/plans/monthly.yaml', set: {} }, one_shot: true },
      ]),
    )
  })

  it('leads from the quick window to the main one', async () => {
    const { user, wire } = await openWindow(<Quick />, { answers: { ...withPlans, open_view: () => ({}) } })
    await user.click(await screen.findByRole('button', { name: 'Plan: No plan' }))
    await user.click(await screen.findByRole('menuitem', { name: 'All plans…' }))
    expect(wire.sent('open_view')).toEqual([{ view: 'plans', run: null }])
    await waitFor(() => expect(wire.sent('close_window')).toHaveLength(1))
  })

  it('is no hindrance to a device, which the quick window reaches too', async () => {
    const { user, wire } = await openWindow(<Quick />, {
      app: { serving: true },
      answers: {
        ...withPlans,
        list_devices: () => ({
          address: 'ws://127.0.0.1:5000',
          devices: [
            {
              id: 'desk',
              state: 'idle',
              type: 'device',
              platform: 'linux',
              target: null,
              task: null,
              queued: [],
            },
          ],
        }),
        send_to_device: () => ({ task: 't' }),
      },
    })
    await user.click(screen.getByRole('button', { name: /^Where/ }))
    await user.click(await screen.findByRole('menuitemcheckbox', { name: /^desk/ }))
    await user.type(screen.getByRole('combobox'), 'open Mousepad{Enter}')
    await waitFor(() =>
      expect(wire.sent('send_to_device')).toEqual([{ device: 'desk', request: 'open Mousepad' }]),
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

  it('that are refused are told all', async () => {
    await openWindow(<App />)
    const large = (name: string) => new File([new Uint8Array(2 * 1024 * 1024 + 1)], name)
    fireEvent.drop(line(), dropped(large('film.mp4'), large('song.wav')))
    expect(
      await screen.findByText(/film\.mp4 is larger than 2 MB.*song\.wav is larger than 2 MB/),
    ).toBeTruthy()
  })

  it('that are dropped beside it open nowhere', async () => {
    await openWindow(<App />)
    refuseDrops()
    // `fireEvent` is false where the default was prevented.
    expect(fireEvent.drop(document.body, dropped(new File(['x'], 'a.txt')))).toBe(false)
    expect(fireEvent.drop(document.body, { dataTransfer: { files: [], types: ['text/plain'] } })).toBe(true)
    expect(line().value).toBe('')
  })
})

it('words that were begun are there again after a reload', async () => {
  const { user } = await openWindow(<App />)
  await user.type(line(), 'open Mou')
  expect(window.sessionStorage.getItem('deskhand-drafts')).toBe('{"":"open Mou"}')
})
