// Terminals: a command line is carried out.
import { fileHas } from '../oracles.ts'
import type { Row } from '../row.ts'

export const TERMINALS: readonly Row[] = [
  {
    title: 'tilix: a command line is carried out',
    program: 'tilix',
    command: 'open tilix, type "echo hello > ~/t.txt", press Enter',
    allows: ['run_command'],
    oracle: fileHas('t.txt', 'hello'),
  },
  {
    title: 'xfce4-terminal: a command line is carried out',
    program: 'xfce4-terminal',
    command: 'open xfce4-terminal, type "echo hello > ~/t.txt", press Enter',
    allows: ['run_command'],
    oracle: fileHas('t.txt', 'hello'),
  },
  {
    title: 'lxterminal: a command line is carried out',
    program: 'lxterminal',
    command: 'open lxterminal, type "echo hello > ~/t.txt", press Enter',
    allows: ['run_command'],
    oracle: fileHas('t.txt', 'hello'),
  },
  {
    title: 'xterm: a command line is carried out',
    program: 'xterm',
    command: 'open xterm, type "echo hello > ~/t.txt", press Enter',
    allows: ['run_command'],
    oracle: fileHas('t.txt', 'hello'),
  },
  {
    title: 'qterminal: a command line is carried out',
    program: 'qterminal',
    command: 'open qterminal, type "echo hello > ~/t.txt", press Enter',
    allows: ['run_command'],
    oracle: fileHas('t.txt', 'hello'),
  },
  {
    title: 'sakura: a command line is carried out',
    program: 'sakura',
    command: 'open sakura, type "echo hi > ~/out.txt", press Enter',
    allows: ['run_command'],
    oracle: fileHas('out.txt', 'hi'),
  },
  {
    title: 'mate-terminal: a command line is carried out',
    program: 'mate-terminal',
    command: 'open mate-terminal, type "echo hi > ~/out.txt", press Enter',
    allows: ['run_command'],
    oracle: fileHas('out.txt', 'hi'),
  },
  {
    title: 'kgx: a command line is carried out',
    program: 'kgx',
    command: 'open kgx, type "echo hi > ~/out.txt", press Enter',
    allows: ['run_command'],
    oracle: fileHas('out.txt', 'hi'),
  },
]
