// Programs that a launch starts: what drives the desktop or runs its words asks, what opens a document does not.
import { expect, test } from 'vitest'
import { configSchema } from '../../src-preload/contract/config.ts'
import { judge } from './policy.ts'
import { actOf, aroundOf, targetOf } from './testing/acts.ts'

const { safety } = configSchema.parse({})

function started(line: string, from: string) {
  const words = line.split(' ')
  const [name = '', ...args] = words
  const target = targetOf(null, null, {
    kind: 'application',
    text: line,
    starts: { words, from, configured: false },
  })
  return judge(actOf('launch_application', { name, arguments: args }, target), {
    ...safety,
    yesTo: new Set(),
    around: aroundOf(),
    covered: () => false,
  })
}
const withoutEntry = (line: string) => started(line, `/usr/bin/${line.split(' ')[0]}`)
const withEntry = (line: string) => started(line, `/usr/share/applications/${line.split(' ')[0]}.desktop`)

test.each([
  'xdotool exec touch /home/ada/x',
  'xdotool key Delete',
  'xdotool /home/ada/script',
  'wmctrl -c Mail',
  'xkill',
  'x11vnc',
])('%s, which no desktop entry describes, asks', (line) => {
  expect(withoutEntry(line)).toMatchObject({ decision: 'ask', categories: ['run_command'] })
})

test.each(['gvim +!touch', 'octave /home/ada/a.m', 'R /home/ada/a.R', 'maxima /home/ada/a.mac'])(
  '%s, which carries out what it is given, asks',
  (line) => {
    expect(withEntry(line)).toMatchObject({ decision: 'ask', categories: ['run_command'] })
  },
)

test('a program alone, and an application with a document, ask nobody', () => {
  expect(withoutEntry('xcalc').decision).toBe('allow')
  for (const line of ['octave', 'gvim /home/ada/a.txt', 'inkscape /home/ada/a.svg'])
    expect(withEntry(line).decision).toBe('allow')
})
