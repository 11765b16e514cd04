// What worked, kept for later: one record per subtask in `experience.yaml`, in the seeds' shape.
import { readFile } from 'node:fs/promises'
import { parse, stringify } from 'yaml'
import { z } from 'zod'
import { withFileLock, writeFileAtomically } from '../core/atomic-file.ts'
import type { Context } from '../core/context.ts'
import { messageOf, UserError } from '../core/errors.ts'
import type { SessionDependencies } from './dependencies.ts'

const fileSchema = z.record(z.string(), z.record(z.string(), z.unknown())).nullable()
const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

/** Appends the subtasks of the session and returns their number. A file that can't be read is left as it is (UserError). */
export async function saveExperience(
  path: string,
  runId: string,
  context: Context,
  mask: SessionDependencies['mask'],
): Promise<number> {
  const subtasks = Object.values(context.get('STRUCTURAL_LOGS')).flatMap(subtasksOf)
  const records = subtasks.filter((steps) => steps.length > 0).map((steps) => mask(recordOf(steps, runId)))
  if (records.length === 0) return 0
  return withFileLock(path, async () => {
    const known = await readExperience(path)
    const first = Object.keys(known).length
    const added = Object.fromEntries(records.map((record, index) => [`example${first + index}`, record]))
    await writeFileAtomically(path, stringify({ ...known, ...added }), 0o600)
    return records.length
  })
}

/** The host's own steps, which plan and assign, are filed as subtask -1: no experience of an application. */
const subtasksOf = (round: Record<string, Record<string, unknown>[]>) =>
  Object.entries(round).flatMap(([index, steps]) => (index === '-1' ? [] : [steps]))

async function readExperience(path: string): Promise<Record<string, unknown>> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw new UserError(`${path} can't be read: ${error.message}`)
  })
  try {
    return fileSchema.parse(parse(text)) ?? {}
  } catch (error) {
    throw new UserError(
      `${path} is not an experience file (${messageOf(error)}). Move it away and save again.`,
    )
  }
}

function recordOf(steps: Record<string, unknown>[], runId: string): Record<string, unknown> {
  const last = steps.at(-1) ?? {}
  const applications = steps.map(
    (step) => textOf(step['app_root']) || textOf(step['application_process_name']),
  )
  return {
    request: textOf(last['request']),
    'Sub-task': textOf(last['subtask']) || textOf(last['request']),
    app_list: [...new Set(applications.filter((name) => name !== ''))],
    example: {
      Observation: textOf(steps[0]?.['observation']),
      Thought: textOf(steps[0]?.['thought']),
      Plan: steps.map((step) => textOf(step['action_representation'])).filter((line) => line !== ''),
      Status: textOf(last['status']),
      Comment: textOf(last['comment']),
    },
    Tips: '',
    run: runId,
  }
}
