import { expect, test } from 'vitest'
import type { SafetyCategory } from '../../src-preload/contract/safety.ts'
import type { ControlRole, TargetDescription } from '../core/desktop.ts'
import { RunControl } from '../core/run-control.ts'
import type { Act } from './gate.ts'
import { findingsOf } from './policy.ts'
import { actOf, aroundOf, controlOf, targetOf, windowOf } from './testing/acts.ts'
import { askingGate } from './testing/asking-gate.ts'

const browser = windowOf('chromium', 'News - Chromium')
const SITE = 'https://news.example/today'
const PAGE = { role: 'web page', name: 'News' } as const

const click = (
  name: string,
  before: TargetDescription['before'],
  { request = 'read news.example', tainted = true, role = 'button' as const } = {},
) => {
  const target = targetOf(browser, controlOf(role, name), {
    within: [PAGE],
    page: SITE,
    before: before ?? null,
  })
  const act = actOf('click_input', { id: '7', name }, target)
  return findingsOf(act, aroundOf([request], tainted)).findings.map(({ category }) => category)
}
const after = (...texts: string[]) => ({ texts, field: null })
const NOTICE = 'We use cookies to personalise content.'

test.each([
  ['Reject all', NOTICE],
  ['Accept all', NOTICE],
  ['Manage options', NOTICE],
  ['Only necessary', NOTICE],
  ['Nur notwendige', 'Wir verwenden Cookies.'],
  ['Continuer sans accepter', 'Nous utilisons des cookies.'],
  ['Rechazar todo', 'Usamos cookies.'],
  ['全部拒绝', '我们使用 Cookie 来改善您的体验。'],
])('“%s” behind “%s” asks nothing', (name, text) => {
  expect(click(name, after(text))).toEqual([])
})

test.each([
  ['Reject all', 'Three requests wait for your decision.'],
  ['Accept all', 'Terms of the contract'],
  ['Order', NOTICE],
  ['Delete my account', NOTICE],
  ['Reject all', 'Biscookies and more'],
])('“%s” behind “%s” asks', (name, text) => {
  expect(click(name, after(text))).not.toEqual([])
})

const searchField = (value = '') => ({ texts: [], field: { name: 'Search the site', value } })

test('the button behind a search field of a named site does what Enter does there', () => {
  expect(click('Search', searchField('tea'), { tainted: false })).toEqual([])
  expect(click('Search', searchField('tea'), { request: 'look for tea on news.example' })).toEqual([])
  // What was read may not be told.
  expect(click('Search', searchField('secret'), { request: 'look for tea on news.example' })).toEqual([
    'send',
  ])
  expect(click('Search', searchField('tea'), { request: 'look for tea', tainted: false })).toEqual(['send'])
  expect(click('Go', searchField('tea'), { tainted: false })).toEqual(['send'])
  expect(click('Search', { texts: ['Name'], field: searchField().field }, { tainted: false })).toEqual([
    'send',
  ])
  expect(click('Search', { texts: [], field: { name: 'Amount', value: '' } }, { tainted: false })).toEqual([
    'send',
  ])
})

test('an order of a newsletter is sent, not paid', () => {
  const order = (name: string) => click(name, after(), { request: 'read news.example' })
  expect(order('Newsletter bestellen')).toEqual(['send'])
  expect(order('Jetzt bestellen')).toContain('pay')
})

test('keys of a browser’s own bars ask nothing, in a page or beside it; elsewhere they do', () => {
  const keys = (process: string, each: string) => {
    const target = targetOf(windowOf(process, 'x'), controlOf('web page', 'x'), { kind: 'focus', page: SITE })
    return findingsOf(actOf('keyboard_input', { keys: each }, target), aroundOf()).findings
  }
  for (const each of ['Ctrl+D', 'Ctrl+J', 'Ctrl+U']) {
    expect(keys('firefox-esr', each), each).toEqual([])
    expect(keys('geany', each), each).not.toEqual([])
  }
})

test('what a browser proposes for a page in a list of its own goes to the page, whichever it is', () => {
  const chosen = (role: 'list item' | 'menu item', name: string) => {
    const popup = windowOf('chromium', '', { kind: 'popup' })
    const act = actOf('click_input', { id: '7', name }, targetOf(popup, controlOf(role, name)))
    return findingsOf(act, aroundOf([], true)).findings.map(({ category }) => category)
  }
  expect(chosen('list item', 'Ada Lovelace, 12 St James’s Square')).toEqual(['send'])
  expect(chosen('menu item', 'Copy')).toEqual([])
})

test('a box of a page that the request names is set by a plain click as by the tool for it', () => {
  const choose = (tool: string, more: object = {}, role: ControlRole = 'radio button') => {
    const target = targetOf(browser, controlOf(role, 'Plus'), { within: [PAGE], page: SITE })
    const act = actOf(tool, { id: '7', name: 'Plus', ...more }, target)
    return (request: string) => findingsOf(act, aroundOf([request])).findings.map(({ category }) => category)
  }
  const asked = 'I want the plan Plus of news.example'
  expect(choose('set_toggle', { checked: true })(asked)).toEqual([])
  expect(choose('click_input')(asked)).toEqual([])
  expect(choose('click_input', {}, 'check box')(asked)).toEqual([])
  expect(choose('click_input')('I want a plan of news.example')).toEqual(['send'])
  expect(choose('click_input', {}, 'button')(asked)).toEqual(['send'])
  const toggle = choose('set_toggle', { checked: true }, 'toggle button')
  expect(toggle('Turn on Plus at news.example')).toEqual([])
  expect(toggle('在 news.example 打开 Plus')).toEqual([])
  // Many buttons that a page draws as pressed are called as a request says something else.
  expect(toggle(asked)).toEqual(['send'])
  expect(choose('click_input', {}, 'toggle button')(asked)).toEqual(['send'])
  expect(choose('click_input', { key_hold: 'Ctrl' }, 'list item')(asked)).toEqual([])
  expect(choose('click_input', { key_hold: 'Ctrl' }, 'link')(asked)).not.toEqual([])
  for (const more of [{ double: true }, { num_clicks: 2 }, { button: 'right' }, { key_hold: 'Shift' }])
    expect(choose('click_input', more)(asked), JSON.stringify(more)).not.toEqual([])
})

test('the OK of a page’s own question asks nothing where a plain command presses it; what the browser allows a page asks', () => {
  const press = (name: string, dialog: string, request: string, isPlain = true) => {
    const within = [
      { role: 'dialog' as const, name: dialog },
      { role: 'window' as const, name: 'News - Chromium' },
    ]
    const act = actOf(
      'click_input',
      { id: '7', name },
      targetOf(browser, controlOf('button', name), { within }),
    )
    return findingsOf(act, aroundOf([request], false, isPlain)).findings.map(({ category }) => category)
  }
  const asks = 'news.example says'
  expect(press('OK', asks, 'click "Cancel order", click OK')).toEqual([])
  expect(press('OK', asks, 'click "Cancel order"')).toEqual(['send'])
  expect(press('OK', asks, 'click "Cancel order", click OK', false)).toEqual(['send'])
  expect(press('Allow', 'https://news.example wants to', 'click Find, click Allow')).toEqual(['send'])
})

const onPage = (role: ControlRole, name: string) =>
  targetOf(browser, controlOf(role, name), { within: [PAGE], page: SITE })
const field = () => onPage('edit', 'Comment')
const FORM = 'Fill in the form at https://news.example/today with the name Ada and send it'
const decided = (
  tool: string,
  parameters: Record<string, unknown>,
  role: ControlRole,
  name: string,
  request: string,
  page = SITE,
) => {
  const target = targetOf(browser, controlOf(role, name), { within: [PAGE], page })
  return findingsOf(actOf(tool, parameters, target), aroundOf([request], true)).findings.map(
    ({ category }) => category,
  )
}

test.each<[string, Record<string, unknown>, ControlRole, string]>([
  ['click_input', { id: '7' }, 'button', 'Next'],
  ['click_input', { id: '7' }, 'button', 'Frobnicate'],
  ['click_input', { id: '7' }, 'tab', 'Details'],
  ['set_toggle', { id: '7', checked: true }, 'check box', 'Newsletter'],
  ['select_item', { id: '7', name: 'Red' }, 'combo box', 'Colour'],
  ['keyboard_input', { keys: 'Enter' }, 'edit', 'Name'],
])(
  '%s %j on the %s “%s” of a page asks nothing where the request names the page and has it worked on',
  (tool, parameters, role, name) => {
    expect(decided(tool, parameters, role, name, FORM)).toEqual([])
    expect(decided(tool, parameters, role, name, 'Tell me what https://news.example/today says')).toEqual([
      'send',
    ])
    expect(decided(tool, parameters, role, name, FORM, 'https://other.example/today')).toContain('send')
    expect(decided(tool, parameters, role, name, 'Fill in the form')).toContain('send')
  },
)

test.each<[string, SafetyCategory]>([
  ['Buy now', 'pay'],
  ['Delete account', 'delete'],
  ['Send', 'send'],
  ['Install', 'install'],
])('“%s” asks about what its word says all the same', (name, category) => {
  expect(decided('click_input', { id: '7' }, 'button', name, FORM)).toContain(category)
})

test.each<[string, Act, string[]]>([
  ['the person’s own words', actOf('set_edit_text', { id: '8', text: 'Ada' }, field()), []],
  ['a text from elsewhere', actOf('set_edit_text', { id: '8', text: 'the key is 4711' }, field()), ['send']],
  ['what was copied', actOf('keyboard_input', { keys: 'Ctrl+V' }, field()), ['send']],
  [
    'what was copied, by the menu',
    actOf('choose_menu', { path: ['Edit', 'Paste'] }, onPage('menu item', 'Paste')),
    ['send'],
  ],
])(
  'after %s was put into a page that the request has worked on, its button asks %j',
  async (_name, fills, categories) => {
    const run = new RunControl()
    const { gate, asked } = askingGate('/home/ada', { request: FORM, allows: true })
    await gate.admit(fills, run)
    asked.length = 0
    await gate.admit(actOf('click_input', { id: '7', name: 'Next' }, onPage('button', 'Next')), run)
    expect(asked.flatMap((step) => step.categories)).toEqual(categories)
  },
)
