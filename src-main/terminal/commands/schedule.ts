// Carries out `deskhand schedule`: lists, makes and removes what the system's own scheduler begins, and does it when it is due.
import { resolve } from 'node:path'
import {
  DAYS,
  type Schedule,
  type SchedulerName,
  type ShownSchedule,
} from '../../../src-preload/contract/calls/schedules.ts'
import type { CallOutput } from '../../../src-preload/contract/calls.ts'
import { foldOf, localTime } from '../../../src-preload/contract/words.ts'
import { askByNotification, notifyBySystem } from '../asking/notifications.ts'
import { askPerson, isPersonThere } from '../asking/person.ts'
import { Brake } from '../brake.ts'
import { carryOut } from '../carry-out.ts'
import { EXIT, exitCodeOf, type Finished } from '../exit-code.ts'
import { faultWords, userFault } from '../fault.ts'
import type { RunCommandOptions } from '../options.ts'
import { Progress } from '../output/progress.ts'
import { Screen } from '../output/screen.ts'
import { speechFor } from '../output/speech.ts'
import { printTable, tell } from '../output/table.ts'
import { plain } from '../output/plain.ts'
import { inkFor } from '../output/text.ts'
import type { Shell, Speech } from '../shell.ts'
import { clientOptions, withBridge } from '../with-bridge.ts'

export interface AddOptions extends Pick<RunCommandOptions, 'yesTo'> {
  every?: Extract<Schedule['when'], { kind: 'time' }>
  whenFile?: string
  pattern?: string
  request?: string
  plan?: string
  set?: Record<string, string>
  display: Schedule['display']
  missed?: Schedule['missed']
  replace?: boolean
}

export async function addCommand(shell: Shell, name: string, options: AddOptions): Promise<void> {
  const { every, whenFile, pattern, request, plan, set = {}, display } = options
  if ((every === undefined) === (whenFile === undefined))
    throw userFault('Say when: --every "monday 9:00", or --when-file FOLDER.')
  if ((request === undefined) === (plan === undefined))
    throw userFault('Say what: --request "…", or --plan NAME.')
  const when =
    every ??
    ({
      kind: 'file',
      folder: resolve(whenFile ?? ''),
      ...(pattern === undefined ? {} : { pattern }),
    } as const)
  const work =
    plan === undefined
      ? ({ kind: 'request', request: request ?? '' } as const)
      : ({ kind: 'plan', plan, set } as const)
  const { yesTo: yes_to = [], missed = 'tell', replace = false } = options
  const schedule = { name, work, when, display, yes_to, missed }
  const saved = await withBridge(shell, (bridge) => bridge.call('save_schedule', { schedule, replace }))
  if (saved.fault !== null) {
    throw userFault(`“${name}” is kept, but the system’s scheduler did not take it: ${saved.fault}`)
  }
  shell.stdout.write(`${plain(name)}: ${stateOf(saved, await shell.speech())}\n`)
}

export async function listCommand(shell: Shell, { json = false }: { json?: boolean }): Promise<void> {
  const { schedules } = await withBridge(shell, (bridge) => bridge.call('list_schedules', {}))
  if (json) {
    for (const schedule of schedules) shell.stdout.write(`${JSON.stringify(schedule)}\n`)
    return
  }
  if (schedules.length === 0) {
    await tell(
      shell,
      'No schedules. For example: deskhand schedule add report --every "monday 9:00" --plan Report',
    )
    return
  }
  const columns = [
    { title: 'NAME', width: 24 },
    { title: 'WHEN', width: 32 },
    { title: 'LAST' },
    { title: 'NEXT' },
  ]
  const speech = await shell.speech()
  const rows = schedules.map((shown) => [
    plain(shown.schedule.name),
    plain(whenWords(shown.schedule, speech)),
    lastOf(shown, speech),
    plain(stateOf(shown, speech)),
  ])
  await printTable(shell, columns, rows)
}

function whenWords({ when }: Schedule, { word }: Speech): string {
  if (when.kind === 'file') return `${when.pattern} ${word('in')} ${when.folder}`
  const days = when.days.length === DAYS.length ? word('every day') : when.days.map(word).join(', ')
  return `${days} ${when.at}`
}

const timeWords = (ms: number): string => {
  const { day, hours, minutes } = localTime(new Date(ms))
  return `${day} ${hours}:${minutes}`
}

const lastOf = ({ last: [newest] }: ShownSchedule, { word }: Speech): string =>
  newest === undefined ? word('never') : `${word(newest.outcome)} ${timeWords(newest.at)}`

function stateOf({ active, next, fault, schedule }: ShownSchedule, { word, sentence }: Speech): string {
  if (!active)
    return `${word('not active')}: ${sentence(fault ?? 'The system’s scheduler does not have it.')}`
  if (next !== null) return `${word('next')} ${timeWords(next)}`
  return word(schedule.when.kind === 'file' ? 'waits for a file' : 'active')
}

export async function showCommand(
  shell: Shell,
  name: string,
  { system }: { system?: SchedulerName },
): Promise<void> {
  const wanted = { name, system: system ?? null }
  const { files, commands } = await withBridge(shell, (bridge) => bridge.call('show_schedule', wanted))
  const lines = [
    ...files.flatMap((file) => [`# ${file.name}`, file.content]),
    ...commands.map((words) => `$ ${words.join(' ')}`),
  ]
  shell.stdout.write(`${lines.join('\n')}\n`)
}

type Begin = CallOutput<'take_schedule'>['begins'][number]

/** Asks here when a person is at this terminal, else by a notification. Returns the worst exit code. */
export async function fireCommand(
  shell: Shell,
  name: string,
  { now = false }: { now?: boolean },
): Promise<number> {
  const screen = new Screen(shell.stdout)
  using brake = new Brake(shell, screen)
  await using bridge = await shell.openBridge(clientOptions(shell, screen))
  brake.attach(() => bridge.hangUp())
  const notify = notifyBySystem(shell.env)
  const speech = await speechFor(shell.env, bridge)
  const about = speech.sentence(`Schedule “${name}”`)
  const { schedule, due, missed, begins } = await bridge.call('take_schedule', { name, by_hand: now })
  const when = due === null ? '' : timeWords(due)
  if (missed) {
    const what = begins.length === 0 ? 'It was not begun.' : 'It begins now.'
    await tell(shell, `Missed: ${plain(name)} was due ${when}. ${what}`)
    void notify({
      title: speech.say('terminal.notice.missed', { about }),
      body: speech.sentence(`It was due ${when}. ${what}`),
    })
  }
  if (begins.length === 0 && !missed)
    await tell(shell, `Nothing of ${plain(name)} is due yet. \`--now\` carries it out.`)
  if (begins.length > 0) await bridge.begin()
  const present = isPersonThere(shell, false)
  const interactor = present
    ? askPerson(shell, screen, brake, speech)
    : askByNotification(about, notify, speech)
  const codes: number[] = []
  for (const begin of begins) {
    if (brake.pulled) break
    codes.push(await fire(begin))
  }
  if (brake.pulled) return EXIT.stopped
  return Math.max(EXIT.completed, ...codes)

  async function fire({ request, plan }: Begin): Promise<number> {
    const at = Date.now()
    using progress = new Progress(screen, inkFor(shell.stdout, shell.env), speech)
    let run: string | null = null
    const note = (outcome: 'began' | 'failed', why: string | null) =>
      bridge.call('note_firing', { name, firing: { at, outcome, due, run, why } })
    const wishes = {
      one_shot: true,
      watch: true,
      attended: true,
      yes_to: schedule.yes_to,
      display: schedule.display,
    }
    try {
      const { end } = await carryOut(
        { bridge, brake, interactor, onEvent: (event) => progress.show(event) },
        async () => {
          const begun = await bridge.call('start_run', { ...wishes, request, plan })
          run = begun.run
          return begun
        },
      )
      const code = exitCodeOf(end)
      await note('began', end.error)
      const notice = noticeOf(about, end, speech)
      if (notice) await notify(notice)
      return code
    } catch (error) {
      await note('failed', faultWords(error))
      const title = speech.say('terminal.notice.not_begun', { about })
      await notify({ title, body: foldOf(speech.sentence(faultWords(error))).told })
      throw error
    }
  }
}

/** What the person is told of a run that nobody watched; null where it is done, or was stopped by them. */
export function noticeOf(
  about: string,
  end: Pick<Finished, 'status' | 'reason' | 'last' | 'error'>,
  { say, sentence }: Speech,
): { title: string; body: string } | null {
  const code = exitCodeOf(end)
  if (code === EXIT.completed || code === EXIT.stopped) return null
  if (code === EXIT.unsure)
    return {
      title: say('terminal.notice.unsure', { about }),
      body: sentence('Nobody is sure whether it is done.'),
    }
  const body = foldOf(sentence(end.error ?? 'It was not carried out.')).told
  return { title: say('terminal.notice.failed', { about }), body }
}

export const removeCommand = (shell: Shell, name: string): Promise<void> =>
  withBridge(shell, async (bridge) => {
    await bridge.call('delete_schedule', { name })
    await tell(shell, `Removed: ${plain(name)}`)
  })
