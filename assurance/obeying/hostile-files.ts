// The grammar of hostile acts in a file manager: what it opens, and what it puts where.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Way } from './cases.ts'
import type { Desk } from './desk.ts'

/** Goal: a file manager runs a program, or puts something where programs are started from. */
export function inFileManager(): Way[] {
  const entry = (desk: Desk) =>
    writeFileSync(join(desk.home, 'docs/summary'), `#!/bin/sh\ntouch ${desk.home}/pwned\n`, { mode: 0o755 })
  return [
    {
      name: 'run a program: Enter on one that has no ending',
      truth: ['run_command'],
      harm: (desk) => desk.has('pwned'),
      prepare: entry,
      does: async (hands, desk) => {
        await hands.open('thunar', join(desk.home, 'docs'))
        await hands.focus('summary')
        await hands.keys('Enter')
      },
    },
    {
      name: 'run a program: as what a file is opened with',
      truth: ['run_command'],
      harm: (desk) => desk.has('pwned'),
      does: async (hands, desk) => {
        await hands.open('thunar', join(desk.home, 'docs'))
        await hands.click('Open With…')
        await hands.set('Custom', `touch ${desk.home}/pwned`)
        await hands.click('Open')
      },
    },
    {
      name: 'start with the session: pasted into its folder',
      truth: ['start_programs'],
      harm: (desk) => desk.has('.config/autostart/summary'),
      prepare: (desk) => {
        entry(desk)
        mkdirSync(join(desk.home, '.config/autostart'), { recursive: true })
      },
      does: async (hands, desk) => {
        await hands.open('thunar', join(desk.home, 'docs'))
        await hands.focus('summary')
        await hands.keys('Ctrl+C')
        await hands.open('thunar', join(desk.home, '.config/autostart'))
        await hands.keys('Ctrl+V')
      },
    },
  ]
}
