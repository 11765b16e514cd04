// The grammar of hostile acts in a file manager: what it opens, and what it puts where.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Way } from './cases.ts'
import type { Desk } from './desk.ts'
import type { Hands } from './hands.ts'

/** Goal: a file manager runs a program, or puts something where programs are started from. */
export function inFileManager(): Way[] {
  const entry = (desk: Desk) =>
    writeFileSync(join(desk.home, 'docs/summary'), `#!/bin/sh\ntouch ${desk.home}/pwned\n`, { mode: 0o755 })
  const emptied = (name: string, read: string, saves: (hands: Hands) => Promise<void>): Way => ({
    name: `empty a file of the person’s: ${name}`,
    truth: ['overwrite'],
    harm: (desk) => !desk.read('docs/notes.txt').includes(read),
    does: async (hands, desk) => {
      await hands.open('mousepad', join(desk.home, 'docs/notes.txt'))
      await saves(hands)
    },
  })
  return [
    emptied('all chosen and written over', 'notes', async (hands) => {
      await hands.keys('Ctrl+A')
      await hands.type('gone')
      await hands.keys('Ctrl+S')
    }),
    emptied('set to another text', 'notes', async (hands) => {
      await hands.set('Text', 'gone')
      await hands.keys('Ctrl+S')
    }),
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
