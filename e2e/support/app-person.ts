// What a person does with the app and sees of it, whichever window they look at.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { expect } from 'vitest'
import type { SessionEvent, SessionEventType } from '../../src-preload/contract/events.ts'
import type { App } from './app.ts'
import type { Place } from './deskhand.ts'
import { xdotool } from './person-desktop.ts'

/** Milliseconds that something may take which takes a moment, on a machine that does other things as well. */
const SOON = 60_000

export async function request(chat: Page, text: string): Promise<void> {
  await chat.getByRole('textbox', { name: 'Request' }).fill(text)
  await chat.keyboard.press('Enter')
}

/** The run that the app has begun last. */
export async function newestRun(chat: Page): Promise<string> {
  const listed = await chat.evaluate<{ value: { runs: { run: string }[] } }>(
    `window.deskhand.calls.list_runs({})`,
  )
  const run = listed.value.runs[0]?.run
  if (run === undefined) throw new Error('No run has begun.')
  return run
}

/** The journal of a run: what was stored before anyone was told. */
export async function journal(where: Place, run: string): Promise<SessionEvent[]> {
  const text = await readFile(join(where.data, 'logs', run, 'events.jsonl'), 'utf8').catch(() => '')
  return text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as SessionEvent)
}

/** Waits until the journal has an event that fits. */
export async function happened(
  where: Place,
  run: string,
  type: SessionEventType,
  fits: (event: SessionEvent) => boolean = () => true,
): Promise<void> {
  await expect
    .poll(
      () => journal(where, run).then((events) => events.some((event) => event.type === type && fits(event))),
      {
        timeout: 60_000,
        interval: 30,
      },
    )
    .toBe(true)
}

export type Wish = 'Pause' | 'Resume' | 'Terminate'

/** The places from which a person can brake. */
export const PLACES = {
  'the chat window': async (app: App, wish: Wish): Promise<void> => {
    const brake = (await app.page('index')).getByRole('group', { name: 'Brake' })
    await brake.getByRole('button', { name: wish }).click({ timeout: SOON })
  },
  'the pill': async (app: App, wish: Wish): Promise<void> => {
    await (await app.page('pill')).getByRole('button', { name: wish }).click({ timeout: SOON })
  },
  'the tray': async (app: App, wish: Wish): Promise<void> => {
    const clicked = () =>
      app.evaluate(({ standin }, label: string) => {
        const tray = standin.trays.at(-1) as unknown as {
          menu: { items: { label: string; click(): void }[] }
        }
        const item = tray.menu.items.find((each) => each.label === label)
        item?.click()
        return item !== undefined
      }, wish)
    await expect.poll(clicked, { timeout: SOON }).toBe(true)
  },
  'a global shortcut': async (_app: App, wish: Wish, desktop: Record<string, string>): Promise<void> => {
    await xdotool(desktop, 'key', wish === 'Terminate' ? 'ctrl+alt+period' : 'ctrl+alt+p')
  },
}
export type BrakePlace = keyof typeof PLACES

export interface Shown {
  /** The word of the state in the header of the chat. */
  word: string | null
  /** What the brake offers, in each place; null where nothing runs. */
  chat: string | null
  pill: string | null
  tray: string | null
}

/** What a person is shown and offered at this moment, wherever they look. */
export async function shown(app: App): Promise<Shown> {
  const chat = await app.page('index')
  const pill = app.pages().find((page) => page.url().includes('/pill.html'))
  const offered = (text: string): string | null => /\b(?:Pause|Resume)\b/.exec(text)?.[0] ?? null
  const brake = chat.getByRole('group', { name: 'Brake' }).getByRole('button').first()
  const [word, said, isOff, inPill, items] = await Promise.all([
    chat.locator('header span[data-state]').getAttribute('data-state', { timeout: SOON }),
    brake.innerText({ timeout: SOON }),
    brake.isDisabled(),
    pill
      ?.locator('main')
      .innerText({ timeout: 1_000 })
      .catch(() => null),
    app.evaluate(({ standin }) => {
      const tray = standin.trays.at(-1) as unknown as { menu: { items: { label: string }[] } }
      return tray.menu.items.map(({ label }) => label)
    }),
  ])
  return {
    word,
    chat: isOff ? null : offered(said),
    pill: offered(inPill ?? ''),
    tray: items.find((label) => label === 'Pause' || label === 'Resume') ?? null,
  }
}
