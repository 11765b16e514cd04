// Scripts a model of which only some tools are set up, and what such tools say.
import { ScriptedModel, type Script } from '../../agents/testing/scripted.ts'
import type { Role } from '../../models/model.ts'

export class SetUp extends ScriptedModel {
  readonly #tools: ReadonlySet<string>

  constructor(tools: readonly string[], ...scripts: Script[]) {
    super(...scripts)
    this.#tools = new Set(tools)
  }

  override nameOf(role: Role): string {
    return this.#tools.has(role) ? super.nameOf(role) : 'offline'
  }
}

/** Writes a graph as a `dag_translator` does; nodes are [id, name, info]. */
export const dag = (
  nodes: readonly [id: string, name: string, info?: string][],
  edges: readonly [string, string][] = [],
): string =>
  `<json>${JSON.stringify({ dag: { nodes: nodes.map(([id, name, info = '']) => ({ id, name, info })), edges } })}</json>`

/** Writes a worker's reply in the four sections of the seed. */
export const workerSays = (call: string): string =>
  `(Previous action verification)\nIt worked.\n\n(Screenshot Analysis)\nA window.\n\n(Next Action)\nGo on.\n\n(Grounded Action)\n\`\`\`python\n${call}\n\`\`\`\n`
