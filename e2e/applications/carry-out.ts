// Carries out one row as a person would: a home of its own, `deskhand run`, and witnesses beside it that are no part of Deskhand.
import { execFile } from 'node:child_process'
import { constants } from 'node:fs'
import { access, chmod, mkdir, writeFile } from 'node:fs/promises'
import { delimiter, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { place, start, story } from '../support/deskhand.ts'
import { desktopOf, titlesOn } from '../support/witness.ts'
import type { Outcome, Row } from './row.ts'

const exec = promisify(execFile)

const LOOK_MS = 1500
/** Appended to each command, so that the witnesses see its end. */
const LAST_CLAUSE = 'wait 5 seconds'
const MAX_RUN_MS = 150_000

/** What was seen of a run from outside. */
export interface Seen {
  row: Row
  home: string
  /** Titles of the windows at the end, and of all there ever were. */
  titles: string[]
  everTitles: string[]
  /** All that the applications showed at the end, as libatspi reads it. */
  texts: string
  answer: string
  code: number | null
}

/**
 * `done`: as written, and told so. `told`: not done, and told so, with why. `false verdict`: the outcome is another than what
 * was told. `question`: a person was asked who had said it already.
 */
export type Verdict = 'done' | 'told' | 'question' | 'false verdict' | 'wrong' | 'skipped'

export interface Result {
  row: Row
  verdict: Verdict
  /** Why it is not `done`. */
  reason: string
  seconds: number
  story: string
}

export async function isInstalled(program: string): Promise<boolean> {
  const folders = (process.env['PATH'] ?? '/usr/bin').split(delimiter)
  const found = await Promise.all(
    folders.map((folder) =>
      access(join(folder, program), constants.X_OK).then(
        () => true,
        () => false,
      ),
    ),
  )
  return found.includes(true)
}

export async function carryOut(row: Row): Promise<Result> {
  const result = { row, seconds: 0, story: '' }
  if (!(await isInstalled(row.program)))
    return { ...result, verdict: 'skipped', reason: `${row.program} is not installed` }
  await using where = await place()
  for (const [name, content] of Object.entries({ ...row.files, ...row.executables })) {
    const path = join(where.home, name)
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, content)
    if (row.executables && name in row.executables) await chmod(path, 0o755)
  }
  if (row.config !== undefined) await where.config(row.config.replaceAll('{home}', where.home))
  const command = row.command.replaceAll('{home}', where.home)
  const request = row.told ? command : `${command}, ${LAST_CLAUSE}`
  const allowed = (row.allows ?? []).flatMap((category) => ['--yes-to', category])
  const began = performance.now()
  const running = start(
    where,
    ['run', request, '--model', 'offline', '--display', 'virtual', '--json', ...allowed],
    row.env,
  )
  const everTitles = new Set<string>()
  let titles: string[] = []
  let texts = ''
  let over = false
  const look = async () => {
    const { run } = await running.event('run_started').catch(() => ({ run: '' }))
    const env = await desktopOf(where, run).catch(() => null)
    if (!env?.['DISPLAY']) return null
    const now = await titlesOn(env)
    if (!over && now.length > 0) titles = now
    for (const title of now) everTitles.add(title)
    return env
  }
  // At the desktop's end its applications are closed, so that what is to be seen then is not what the commands have left.
  void running
    .event('round_finished')
    .then(() => {
      over = true
    })
    .catch(() => {})
  const watching = setInterval(() => void look(), LOOK_MS)
  const atEnd = running
    // Of the clause itself: the host's word, by which it gives several clauses away at once, ends so too.
    .event('decided', ({ comment }) => (comment ?? '').endsWith(`: ${LAST_CLAUSE}`))
    .then(async () => {
      const env = await look()
      if (env) texts = await readTexts(env)
    })
    .catch(() => {})
  const timer = setTimeout(() => running.child.kill('SIGKILL'), MAX_RUN_MS)
  const { code, last } = await running.ended
  clearTimeout(timer)
  over = true
  clearInterval(watching)
  await atEnd
  const answer = typeof last?.result === 'string' ? last.result : ''
  const seen: Seen = { row, home: where.home, titles, everTitles: [...everTitles], texts, answer, code }
  const outcome = await row.oracle(seen)
  const reason = running.stderr().trim().slice(-400) || (last?.error ?? answer)
  return {
    row,
    seconds: (performance.now() - began) / 1000,
    story: `${story(running.events)}\n${running.stderr()}\n${JSON.stringify({ ...seen, row: undefined, texts: texts.slice(0, 3000) })}`,
    ...judge(row, outcome, code, reason, story(running.events)),
  }
}

function judge(
  row: Row,
  outcome: Outcome,
  code: number | null,
  reason: string,
  told: string,
): { verdict: Verdict; reason: string } {
  if (row.told) {
    if (outcome.startsWith('wrong')) return { verdict: 'wrong', reason: outcome }
    if (code === 0 || outcome !== 'done')
      return { verdict: 'false verdict', reason: `exit ${code}, ${outcome}` }
    return row.told.test(`${reason}\n${told}`) ? { verdict: 'done', reason: '' } : { verdict: 'told', reason }
  }
  if (code === 4) return { verdict: 'question', reason }
  if (code === 0) {
    if (outcome === 'done') return { verdict: 'done', reason: '' }
    return outcome === 'not done'
      ? { verdict: 'false verdict', reason: `“done”, and it is not: ${reason}` }
      : { verdict: 'wrong', reason: `${outcome}, told as done` }
  }
  if (outcome === 'done') return { verdict: 'false verdict', reason: `it is done, told as not: ${reason}` }
  return outcome === 'not done'
    ? { verdict: 'told', reason }
    : { verdict: 'wrong', reason: `${outcome}, ${reason}` }
}

/** All that is shown on a desktop. libatspi, not Deskhand. */
async function readTexts(env: Record<string, string>): Promise<string> {
  const done = await exec('/usr/bin/python3', ['-c', ATSPI_TEXTS], {
    env: { ...process.env, ...env },
    timeout: 15_000,
    maxBuffer: 1 << 24,
  }).catch((error: { stdout?: string }) => error)
  return done.stdout ?? ''
}

const ATSPI_TEXTS = `
import gi
gi.require_version('Atspi', '2.0')
from gi.repository import Atspi
count = 0
def walk(node, depth):
    global count
    if node is None or depth > 25 or count > 3000: return
    count += 1
    try:
        states = node.get_state_set()
        said = [node.get_role_name(), node.get_name() or '', node.get_description() or '']
        said += [s.value_nick for s in states.get_states() if s.value_nick in ('checked', 'selected', 'focused', 'showing')]
        if node.get_text_iface() and node.get_role_name() != 'password text':
            said.append(Atspi.Text.get_text(node, 0, min(2000, Atspi.Text.get_character_count(node))))
        print('\\t'.join(said), flush=True)
        # Hundreds of items in closed menus would take longer than the run lasts.
        if said[0] == 'menu': return
        for i in range(min(node.get_child_count(), 150)): walk(node.get_child_at_index(i), depth + 1)
    except Exception: pass
desktop = Atspi.get_desktop(0)
for i in range(desktop.get_child_count()): walk(desktop.get_child_at_index(i), 0)
`
