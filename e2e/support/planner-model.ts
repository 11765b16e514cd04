// Models of the strategy `planner` behind a service on loopback: what they answer is worked out from what they are sent.
import sharp from 'sharp'
import type { ReceivedRequest, ScriptedReply } from '../../src-main/models/testing/openai-server.ts'

/** Roles of which each has a model of its own name, so that the service knows who asks. */
const ROLES = [
  'query_formulator',
  'subtask_planner',
  'dag_translator',
  'action_generator',
  'traj_reflector',
  'evaluator',
  'evaluation',
] as const

/** `models:` and what follows it in config.yaml. Models for seeing are those of `seeing`. */
export function plannerConfig(baseUrl: string, seeing: readonly string[] = [], more = ''): string {
  const roles = [...new Set([...ROLES, ...seeing])].map((role) => {
    const sees = seeing.includes(role) ? 'true' : 'false'
    return `  ${role}:\n    provider: custom\n    model_name: ${role}\n    base_url: ${baseUrl}\n    visual_mode: ${sees}\n    max_retry: 0\n    timeout: 30\n`
  })
  return `models:\n${roles.join('')}${more}`
}

/** The parts of a prompt by their headings; of several of one name the last. */
export function partsOf(prompt: string): Map<string, string> {
  const parts = prompt.split(/^# /m).slice(1)
  return new Map(
    parts.map((part) => {
      const end = part.indexOf('\n')
      return [part.slice(0, end).trim(), part.slice(end + 1).trim()]
    }),
  )
}

/** `- "name": "info"` lines. */
export const listed = (part: string | undefined): string[] =>
  [...(part ?? '').matchAll(/^- ("(?:[^"\\]|\\.)*")/gm)].map((line) => JSON.parse(line[1] ?? '""') as string)

/** What a worker's model is told. */
export interface WorkerSees {
  subtask: string
  /** Replies that it has given in this subtask. */
  replies: number
  /** The newest of what was told: the screen, or what was wrong with the last reply. */
  news: string
  /** Lines of the controls of the chosen window, and what their values are. */
  screen: string
  values: string[]
  /** What earlier subtasks have noted. */
  notes: string
}

export function workerSees(prompt: string): WorkerSees {
  const headings = [...prompt.matchAll(/^# (.+)$/gm)].map((found) => found[1])
  const parts = partsOf(prompt)
  const told = parts.get('Subtask') ?? ''
  const screen = parts.get('The screen now') ?? ''
  return {
    subtask: /^Only this subtask is yours: (.*)$/m.exec(told)?.[1] ?? /^Task: (.*)$/m.exec(told)?.[1] ?? '',
    replies: headings.filter((heading) => heading === 'Your reply').length,
    news: headings.at(-1) === 'Nothing was done' ? (parts.get('Nothing was done') ?? '') : screen,
    screen,
    values: [...screen.matchAll(/value=("(?:[^"\\]|\\.)*")/g)].map(
      (found) => JSON.parse(found[1] ?? '""') as string,
    ),
    notes: /^Your notes: (.*)$/m.exec(screen)?.[1] ?? '',
  }
}

/** The four sections of the seed's examples around one call. */
export const says = (call: string): string =>
  `(Previous action verification)\nAs seen.\n\n(Screenshot Analysis)\nAs listed.\n\n(Next Action)\nThe next one.\n\n(Grounded Action)\n\`\`\`python\n${call}\n\`\`\``

/** A graph of the plan's lines, one after the other. */
export function graphOf(prompt: string): string {
  const lines = [...(partsOf(prompt).get('Plan') ?? '').matchAll(/^\d+\. (.+)$/gm)].map(
    (line) => line[1] ?? '',
  )
  const nodes = lines.map((name, index) => ({ id: String(index + 1), name, info: '' }))
  const edges = nodes.slice(1).map(({ id }, index) => [String(index + 1), id])
  return `<json>${JSON.stringify({ dag: { nodes, edges } })}</json>`
}

export interface PlannerScript {
  /** Lines of a plan, from what is done, what has failed, and what was left. */
  plan(told: { done: string[]; failed: string[]; left: string[] }): string[]
  work(sees: WorkerSees, request: ReceivedRequest): string | Promise<string>
  /** `done` where nothing is said. */
  judge?(parts: Map<string, string>): string
  /** Of roles beyond these. */
  more?: Record<string, (request: ReceivedRequest) => ScriptedReply | Promise<ScriptedReply>>
}

/** For `OpenAIServer.start({ reply })`. */
export const plannerModel =
  (script: PlannerScript) =>
  async (request: ReceivedRequest): Promise<ScriptedReply> => {
    const { model, user } = request
    switch (model) {
      case 'query_formulator':
        return 'How is this done on this desktop?'
      case 'subtask_planner': {
        const parts = partsOf(user)
        const told = {
          done: listed(parts.get('Done already: never plan these again')),
          failed: listed(parts.get('Failed')),
          left: listed(parts.get('Was still to be done')),
        }
        return script
          .plan(told)
          .map((name, index) => `${index + 1}. ${name}`)
          .join('\n')
      }
      case 'dag_translator':
        return graphOf(user)
      case 'action_generator':
        return says(await script.work(workerSees(user), request))
      case 'traj_reflector':
        return 'It is on its way.'
      case 'evaluator':
        return script.judge?.(partsOf(user)) ?? 'Decision: done\nReason: It is to be seen.'
      case 'evaluation':
        return JSON.stringify({ reason: 'It is to be seen.', sub_scores: [], complete: 'yes' })
      default:
        return (await script.more?.[model]?.(request)) ?? { status: 400, message: `no script for ${model}` }
    }
  }

/** The middle of all pixels of a picture that `fits` takes, as parts of its sides; null where there are too few. */
export async function middleOf(
  picture: string | undefined,
  fits: (red: number, green: number, blue: number) => boolean,
): Promise<{ x: number; y: number } | null> {
  const png = Buffer.from((picture ?? '').replace(/^data:[^,]*,/, ''), 'base64')
  const { data, info } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  let count = 0
  const sum = { x: 0, y: 0 }
  for (let at = 0; at < data.length; at += info.channels) {
    if (!fits(data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0)) continue
    const pixel = at / info.channels
    count++
    sum.x += pixel % info.width
    sum.y += Math.floor(pixel / info.width)
  }
  if (count < 50) return null
  return { x: sum.x / count / info.width, y: sum.y / count / info.height }
}
