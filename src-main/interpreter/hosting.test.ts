import { expect, test } from 'vitest'
import type { WindowInfo } from '../core/desktop.ts'
import type { ActionRecord } from '../models/input.ts'
import { partInstead, performOnDesktop } from './hosting.ts'
import type { Scene } from './moves.ts'

const windowOf = (title: string, kind: WindowInfo['kind'], says: string | null): WindowInfo => ({
  id: 'w1',
  title,
  kind,
  says,
  process_name: 'app',
  application: 'App',
  pid: 1,
  bounds: { x: 0, y: 0, width: 400, height: 300 },
  active: true,
  minimized: false,
  modal: false,
  owner: null,
  unsaved: false,
})

/** The clause after its launch has opened this window. */
function opening(what: string, opened: WindowInfo, isLast = true) {
  const launched = {
    function: 'launch_application',
    arguments: { name: what },
    status: 'success',
    target: null,
    result: {
      pid: 1,
      application: 'App',
      window: { id: opened.id },
      ...(opened.says && { says: opened.says }),
    },
    error: null,
    effect: 'confirmed',
    evidence: null,
    user_confirm: null,
  } satisfies ActionRecord
  const trail = [{ phase: 'launch', step: { actions: [launched] } }] as unknown as Scene['trail']
  const scene: Scene = {
    controls: [],
    window: null,
    windows: [opened],
    limited: null,
    home: '/home/ada',
    trail,
    label: 'Clause 1 of 1',
    answerTo: () => null,
  }
  const clause = { kind: 'open', what, application: null } as const
  return performOnDesktop(clause as Parameters<typeof performOnDesktop>[0], scene, {
    selects: false,
    isAnswer: false,
    isLast,
  })
}

test.each([
  ['Chatter', windowOf('Warning', 'dialog', 'Running as root is stupid.'), 'fail'],
  ['Chatter', windowOf('Warning', 'normal', null), 'done'],
  // Its own window is a dialog: with a form in it, or with its name.
  ['Finder', windowOf('Find files', 'dialog', null), 'done'],
  ['About Xfce', windowOf('About Xfce', 'dialog', 'Xfce 4.18'), 'done'],
  ['/tmp/a.csv', windowOf('Text Import', 'dialog', null), 'fail'],
  // What asks how to read the file itself is answered in its application.
  ['/tmp/a.csv', windowOf('Text Import - [a.csv]', 'dialog', null), 'done'],
] as const)('open %s, where %o has opened: %s', (what, opened, does) => {
  expect(opening(what, opened).do).toBe(does)
})

test('a message that has opened in the place of an application is told with its text, unless the next clause answers it', () => {
  const warning = windowOf('Warning', 'dialog', 'Running as root is stupid.')
  expect(opening('Chatter', warning)).toEqual({
    do: 'fail',
    reason: 'The dialog “Warning” has opened in its place. It says: “Running as root is stupid.”',
  })
  expect(opening('Chatter', { ...warning, title: '' })).toMatchObject({
    reason: expect.stringMatching(/^A dialog without a title has opened in its place\./) as string,
  })
  expect(opening('Chatter', warning, false)).toEqual({ do: 'done' })
})

const switching = (what: string, windows: WindowInfo[]) =>
  partInstead(
    { kind: 'switch', what, words: `switch to ${what}` },
    {
      controls: [],
      window: null,
      windows,
      limited: null,
      home: '/home/ada',
      trail: [],
      label: '',
      answerTo: () => null,
    },
  )

test('what is switched to is a part of the window in front where no window is called so', () => {
  const open = [windowOf('Factory', 'normal', null)]
  expect(switching('Page 2', open)).toMatchObject({
    kind: 'named item',
    inSight: true,
    names: ['Page 2', 'Page 2 page'],
  })
  expect(switching('factory', open)).toBe(null)
  expect(switching('Page 2', [])).toBe(null)
})

test('a folder of the home is opened in the file manager in front, where what was copied can be pasted', () => {
  const open = (process_name: string) =>
    performOnDesktop(
      { kind: 'open', what: '~/Music', application: null, words: 'open the folder Music' },
      {
        controls: [],
        window: null,
        windows: [{ ...windowOf('home', 'normal', null), process_name }],
        limited: null,
        home: '/home/ada',
        trail: [],
        label: '',
        answerTo: () => null,
      },
      { selects: false, isAnswer: false, isLast: false },
    )
  expect(open('thunar')).toMatchObject({
    actions: [{ arguments: { name: 'thunar', arguments: ['/home/ada/Music'] } }],
  })
  expect(open('mousepad')).toMatchObject({ actions: [{ arguments: { name: '/home/ada/Music' } }] })
})
