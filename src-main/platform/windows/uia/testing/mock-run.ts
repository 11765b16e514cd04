// Checks the provider of UI Automation against a mock server in C, where there is no test runner: `mock-run.ts RESULTS LIBRARY
// [PART OF A TITLE]`. With `crash` or `tree` as RESULTS it reads one tree, of a server that crashes or one that does not.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { StoppedError } from '../../../../core/errors.ts'
import { screenPoint } from '../../../../core/geometry.ts'
import { RunControl } from '../../../../core/run-control.ts'
import { report, reportFigure } from '../../testing/report.ts'
import { Automation } from '../automation.ts'
import { UiaProvider } from '../uia-provider.ts'
import { eventChecks } from './event-checks.ts'
import { loadMock } from './mock-automation.ts'
import { slowChecks, type Check, type Desk } from './slow-checks.ts'

const [file = '', library = '', only = ''] = process.argv.slice(2)
const MAX = 20_000
const BIG = 1 + 10 + 100 + 1000
/** Milliseconds after which nothing of a check may still be under way. */
const SETTLES_MS = 15_000
/** Milliseconds without a new object after which nothing is under way. */
const STILL_MS = 150

const mock = loadMock(library)

function connect(): UiaProvider {
  const automation = Automation.connect()
  assert(automation, 'The mock is connected.')
  return new UiaProvider(automation)
}

if (file === 'crash' || file === 'tree') {
  using run = new RunControl()
  const provider = connect()
  const tree = await provider.tree(mock.window(file === 'crash' ? 'crash' : 'standard'), MAX, run)
  process.exit(tree ? 0 : 1)
}

const checks: Check[] = [
  ...slowChecks({ mock, max: MAX, settlesMs: SETTLES_MS, file }),
  ...eventChecks(mock),
  {
    title: 'tells controls in the words of Deskhand',
    async check({ open }) {
      const { elements, limited, named } = await open('standard')
      assert.equal(limited, null)
      assert.deepEqual(
        elements.map(({ role, name }) => `${role} ${name}`),
        ['edit Name é', 'button 保存', 'check box 你好', 'list List', 'list item one', 'list item two', 'combo box Combo',
          'slider Slider', 'password Secret', 'group Old', 'document Text', 'button Ask', 'button Disabled', 'edit Fixed'],
      ) // prettier-ignore
      const { bounds, automationId, className, framework, value, states, parent, editableText } =
        named('Name é')
      assert.deepEqual({ ...bounds }, { x: -500, y: -20, width: 200, height: 20 })
      assert.deepEqual([automationId, className, framework], ['name', 'MockClass', 'WPF'])
      assert.deepEqual([value, states, parent, editableText], ['naïve', ['editable'], null, true])
      assert.deepEqual(named('你好').states, ['unchecked'])
      assert.deepEqual(named('one').states, ['selected'])
      assert.equal(named('one').parent, named('List').ref)
      assert.deepEqual(named('Combo').states, ['collapsed'])
      assert.equal(named('Slider').value, '30')
      assert.deepEqual([named('Secret').value, named('Secret').editableText], [null, true])
      assert.deepEqual(named('Disabled').states, ['disabled'])
      assert.deepEqual([named('Fixed').states, named('Fixed').editableText], [['readonly'], false])
    },
  },
  {
    title: 'never reads a password',
    async check({ open, provider, run }) {
      const { elements, ref } = await open('standard')
      assert(!JSON.stringify(elements).includes('hunter2'))
      assert.equal(await provider.text(ref('Secret'), run), null)
      assert.equal(await provider.selectedText(ref('Secret'), run), null)
    },
  },
  {
    title: 'acts by what a control offers, and sees that it was done',
    async check({ open, provider, run }) {
      const { ref } = await open('standard')
      const states = async (name: string) => (await provider.element(ref(name), run))?.states
      const before = mock.invoked()
      assert.equal(await provider.invoke(ref('保存'), null, run), true)
      assert.equal(await provider.invoke(ref('Old'), null, run), true)
      assert.equal(mock.invoked(), before + 2)
      assert.equal(await provider.invoke(ref('你好'), null, run), true)
      assert.deepEqual(await states('你好'), ['checked'])
      assert.equal(await provider.invoke(ref('你好'), 'toggle', run), true)
      assert.deepEqual(await states('你好'), ['mixed'])
      assert.equal(await provider.invoke(ref('Combo'), 'expand', run), true)
      assert.deepEqual(await states('Combo'), ['expanded'])
      assert.equal(await provider.invoke(ref('Combo'), 'expand', run), false)
      assert.equal(await provider.invoke(ref('Combo'), 'collapse', run), true)
      assert.deepEqual(await states('Combo'), ['collapsed'])
      assert.equal(await provider.select(ref('two'), run), true)
      assert.deepEqual([await states('one'), await states('two')], [[], ['selected']])
      assert.equal(await provider.setValue(ref('Slider'), 42.5, run), true)
      assert.equal((await provider.element(ref('Slider'), run))?.value, '42.5')
      assert.equal(await provider.setValue(ref('Slider'), 101, run), false)
      assert.equal(await provider.scrollIntoView(ref('two'), run), true)
      assert.equal(await provider.scrollIntoView(ref('保存'), run), false)
      assert.equal(mock.scrolled(), 1)
      assert.equal(await provider.focus(ref('保存'), run), true)
      assert.deepEqual(await states('保存'), ['focused'])
    },
  },
  {
    title: 'does not act on what is disabled, fixed, or can not do it',
    async check({ open, provider, run }) {
      const { ref } = await open('standard')
      const before = mock.invoked()
      assert.equal(await provider.invoke(ref('Disabled'), null, run), false)
      assert.equal(await provider.setText(ref('Fixed'), 'x', run), false)
      assert.equal(await provider.setText(ref('保存'), 'x', run), false)
      assert.equal(await provider.select(ref('保存'), run), false)
      assert.equal(await provider.setValue(ref('Name é'), 1, run), false)
      assert.equal(mock.invoked(), before)
    },
  },
  {
    title: 'says that an act was delivered that does not return, and goes on meanwhile',
    async check({ open, provider, run }) {
      const { ref } = await open('standard')
      const before = mock.invoked()
      const began = performance.now()
      let beats = 0
      const beat = setInterval(() => beats++, 20)
      assert.equal(await provider.invoke(ref('Ask'), null, run), true)
      clearInterval(beat)
      const took = performance.now() - began
      assert.equal(mock.invoked(), before + 1)
      assert(took < 2000, `It waited ${took} ms.`)
      assert(beats >= 10, `The process stood still: ${beats} beats.`)
    },
  },
  {
    title: 'writes a text of any script and reads it back',
    async check({ open, provider, run }) {
      const { ref } = await open('standard')
      const text = 'naïve 你好 😀\nsecond line'
      assert.equal(await provider.setText(ref('Name é'), text, run), true)
      assert.equal(await provider.text(ref('Name é'), run), text)
      assert.equal((await provider.element(ref('Name é'), run))?.value, text)
    },
  },
  {
    title: 'reads, selects and places parts of a text',
    async check({ open, provider, run }) {
      const { ref } = await open('standard')
      assert.equal(await provider.text(ref('Text'), run), 'first 你好\nsecond')
      assert.equal(await provider.selectedText(ref('Text'), run), '')
      assert.equal(await provider.selectText(ref('Text'), 6, 8, run), true)
      assert.equal(await provider.selectedText(ref('Text'), run), '你好')
      assert.equal(await provider.selectText(ref('Text'), 9, 15, run), true)
      assert.equal(await provider.selectedText(ref('Text'), run), 'second')
      assert.deepEqual(
        { ...(await provider.textBounds(ref('Text'), 6, 8, run)) },
        { x: -7, y: 20, width: 34, height: 14 },
      )
      assert.equal(await provider.selectText(ref('Text'), 50, 60, run), false)
      assert.equal(await provider.selectedText(ref('保存'), run), null)
    },
  },
  {
    title: 'finds the control at a point and the one with the keyboard in their own window only',
    async check({ open, provider, run }) {
      const { window, ref } = await open('standard')
      const at = await provider.elementAt(window, screenPoint(-400, -10), run)
      assert.equal(at?.ref, ref('Name é'))
      await provider.focus(ref('Name é'), run)
      assert.equal((await provider.focused(window, run))?.ref, ref('Name é'))
      assert.equal(await provider.focused(mock.window('empty'), run), null)
    },
  },
  {
    title: 'asks once for a tree of 1,111 nodes',
    async check({ open, provider, run }) {
      const asked = mock.wholeAsked()
      const { elements, limited, window } = await open('big')
      assert.deepEqual([elements.length, limited, mock.wholeAsked() - asked], [BIG - 1, null, 1])
      assert.equal(elements[0]?.name, 'group')
      assert.equal(elements[1]?.name, 'list 中')
      assert.equal(elements[1]?.parent, elements[0]?.ref)
      const times: number[] = []
      for (let time = 0; time < 7; time++) {
        const began = performance.now()
        await provider.tree(window, MAX, run)
        times.push(performance.now() - began)
      }
      const [quickest = 0, , , middle = 0] = times.toSorted((one, other) => one - other)
      reportFigure(
        file,
        `a tree of ${BIG} nodes through koffi: ${quickest.toFixed(0)} ms at best, ${middle.toFixed(0)} ms in the middle of 7`,
      )
    },
  },
  {
    title: 'keeps to the number that was asked for in a list of 10,000',
    async check({ open }) {
      const { elements, limited } = await open('long list', 300)
      assert.equal(elements.length, 300)
      assert.match(limited ?? '', /more than 300 controls/)
    },
  },
  {
    title: 'copes with empty arrays, texts and values',
    async check({ open, provider, run }) {
      const { elements } = await open('nulls')
      assert.equal(elements.length, 3)
      assert.deepEqual(
        elements.map(({ name, value, automationId }) => [name, value, automationId]),
        Array.from({ length: 3 }, () => ['', '', undefined]),
      )
      assert.equal(new Set(elements.map(({ ref }) => ref)).size, 3)
      assert.notEqual(await provider.element(elements[0]?.ref ?? '', run), null)
    },
  },
  {
    title: 'leaves out what is gone in the middle of a walk',
    async check({ open }) {
      const { elements, limited } = await open('gone')
      assert.deepEqual([elements.length, limited], [8, null])
    },
  },
  {
    title: 'tries again what fails once',
    async check({ open }) {
      const { elements, limited } = await open('first fails')
      assert.deepEqual([elements.length, limited], [10, null])
    },
  },
  {
    title: 'goes level by level where the whole tree fails, with the same result',
    async check({ open }) {
      const { elements, limited } = await open('always fails')
      assert.equal(limited, null)
      assert.deepEqual(
        elements.map(({ role, depth }) => [role, depth]),
        Array.from({ length: 5 }, () => [['group', 1], ['button', 2]]).flat(),
      ) // prettier-ignore
      for (const [at, { parent }] of elements.entries())
        assert.equal(parent, at % 2 === 0 ? null : elements[at - 1]?.ref)
    },
  },
  {
    title: 'lets a list make the entry that only a stand-in is there for, and then acts on it',
    async check({ open, provider, run }) {
      const { ref } = await open('virtual list')
      const [invoked, realized] = [mock.invoked(), mock.realized()]
      assert.equal(await provider.invoke(ref('far'), null, run), true)
      assert.deepEqual([mock.invoked(), mock.realized()], [invoked + 1, realized + 1])
      assert.equal(await provider.invoke(ref('far'), null, run), true)
      assert.equal(await provider.invoke(ref('near'), null, run), true)
      assert.deepEqual([mock.invoked(), mock.realized()], [invoked + 3, realized + 1])
    },
  },
  {
    title: 'has no tree where a window has none, so that another provider is asked',
    async check({ provider, run }) {
      assert.equal(await provider.tree(mock.window('empty'), MAX, run), null)
    },
  },
  {
    title: 'tells controls apart that claim to be the same',
    async check({ open }) {
      const { elements } = await open('doubles')
      assert.equal(new Set(elements.map(({ ref }) => ref)).size, 3)
    },
  },
  {
    title: 'does nothing to what is gone',
    async check({ open, provider, run }) {
      const { ref } = await open('standard')
      const name = ref('保存')
      const before = mock.invoked()
      mock.close(true)
      try {
        assert.equal(await provider.element(name, run), null)
        assert.equal(await provider.invoke(name, null, run), false)
        assert.equal(await provider.focus(name, run), false)
        assert.equal(await provider.text(name, run), null)
      } finally {
        mock.close(false)
      }
      assert.equal(mock.invoked(), before)
    },
  },
  {
    title: 'does nothing any more once it is stopped',
    async check({ open, provider, run }) {
      const { ref, window } = await open('standard')
      const before = mock.invoked()
      using stopped = run.child()
      stopped.stop()
      await assert.rejects(provider.invoke(ref('保存'), null, stopped), StoppedError)
      await assert.rejects(provider.tree(window, MAX, stopped), StoppedError)
      assert.equal(mock.invoked(), before)
    },
  },
  {
    title: 'stops in the middle of a question',
    async check({ provider, run }) {
      using stopped = run.child()
      setTimeout(() => stopped.stop(), 200)
      const began = performance.now()
      await assert.rejects(provider.tree(mock.window('slow'), MAX, stopped), StoppedError)
      assert(performance.now() - began < 1000)
    },
  },
  {
    title: 'sets time-outs, and does not let an act steal the keyboard',
    check() {
      assert.deepEqual([mock.connectionMs(), mock.transactionMs(), mock.stealsFocus()], [1000, 5000, 0])
      return Promise.resolve()
    },
  },
  {
    title: 'ends with its process alone when a server breaks it',
    async check() {
      const node = async (...args: string[]) =>
        (await once(spawn(process.execPath, args, { stdio: 'ignore' }), 'exit'))[0] as number
      const child = (mode: string) => node(fileURLToPath(import.meta.url), mode, library)
      const crashed = await child('crash')
      assert(crashed !== 0 && crashed !== 1, `It ended with ${crashed}.`)
      const began = performance.now()
      assert.equal(await child('tree'), 0)
      const there = performance.now()
      assert.equal(await node('-e', '0'), 0)
      const [back, bare] = [there - began, performance.now() - there].map((ms) => ms.toFixed(0))
      reportFigure(file, `a new process after a crash, to its first tree: ${back} ms; Node alone ${bare} ms`)
    },
  },
]

async function carryOut({ check }: (typeof checks)[number]): Promise<void> {
  using run = new RunControl()
  // What the check before has given up may still come and go.
  const isStill = async () => {
    const seen = mock.live()
    await run.sleep(STILL_MS)
    return mock.live() === seen ? seen : null
  }
  const before = await run.until(isStill, SETTLES_MS, 0)
  assert(before !== null, 'Nothing is under way.')
  const provider = connect()
  const open: Desk['open'] = async (scenario, max = MAX) => {
    const window = mock.window(scenario)
    const tree = await provider.tree(window, max, run)
    assert(tree, 'It has a tree.')
    const named = (name: string) => {
      const found = tree.elements.find((one) => one.name === name)
      assert(found, `There is ${name}.`)
      return found
    }
    return { window, ...tree, named, ref: (name) => named(name).ref }
  }
  try {
    await check({ provider, run, open })
  } finally {
    provider.dispose()
  }
  const settled = await run.until(() => (mock.live() === before ? true : null), SETTLES_MS, 50)
  assert(settled, `${mock.live() - before} objects are still alive.`)
}

await report(
  file,
  'against the mock of UI Automation the driver',
  checks.filter(({ title }) => title.includes(only)),
  carryOut,
)
process.exit(0)
