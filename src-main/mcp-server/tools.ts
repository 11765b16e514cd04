// Defines the tools of Deskhand as an MCP server: their names, their descriptions, and what they take.
import type { Tool } from '@modelcontextprotocol/sdk/types.js'
import { z } from 'zod'
import type { CallOutput } from '../../src-preload/contract/calls.ts'
import { planChoiceSchema, requestSchema, runNameSchema } from '../../src-preload/contract/calls/runs.ts'

/** Most acts of one call. */
const MAX_ACTS = 50

export const runRequestSchema = z.strictObject({
  request: requestSchema.describe('What should be done, in plain words.'),
  max_step: z.number().int().min(1).max(1_000).optional().describe('Steps that it may take at most.'),
  strategy: z.enum(['host-app', 'single', 'planner', 'operator']).optional().describe('Which agents work.'),
})
export const observeSchema = z.strictObject({
  picture: z.enum(['none', 'window', 'desktop']).default('none').describe('What to take a picture of.'),
  controls: z.boolean().default(true).describe('List the controls of the chosen window.'),
  max_controls: z.number().int().min(1).max(2_000).default(300),
})
export const actSchema = z.strictObject({
  acts: z
    .array(
      z.strictObject({
        tool: z.string().min(1).max(200),
        arguments: z.record(z.string(), z.unknown()).default({}),
      }),
    )
    .min(1)
    .max(MAX_ACTS),
  observe: z.boolean().default(true),
})
export const readSchema = z
  .strictObject({
    id: z
      .union([z.string().max(50), z.number()])
      .optional()
      .describe('Id of a control: its whole text is read.'),
    name: z.string().max(1_000).default('').describe('Its name, where there is one.'),
    path: z.string().min(1).max(4_000).optional().describe('A text file or document to read instead.'),
  })
  .refine(({ id, path }) => (id === undefined) !== (path === undefined), 'Give an id or a path.')
export const runPlanSchema = planChoiceSchema.pick({ plan: true, set: true }).extend({
  plan: z.string().min(1).max(500).describe('Name of a plan of list_plans.'),
  set: z
    .record(z.string().max(200), z.string().max(10_000))
    .default({})
    .describe('Its texts that are others this time.'),
})
export const listPlansSchema = z.strictObject({})
export const runsSchema = z.strictObject({ limit: z.number().int().min(1).max(200).default(20) })
export const reportSchema = z.strictObject({ run: runNameSchema.describe('Name of the run, from runs.') })

type OwnTools = CallOutput<'list_own_tools'>['tools']

export function toolList(own: OwnTools): Tool[] {
  const acts = own.filter(({ tool_type }) => tool_type === 'action')
  return [
    {
      name: 'run_request',
      description: 'Have a request carried out on the desktop by Deskhand, from its first act to its last.',
      inputSchema: schemaOf(runRequestSchema),
      annotations: { readOnlyHint: false, openWorldHint: true },
    },
    {
      name: 'observe',
      description:
        'Look at the desktop: its windows, the controls of the chosen one, and a picture where asked for.',
      inputSchema: schemaOf(observeSchema),
      annotations: { readOnlyHint: true },
    },
    {
      name: 'act',
      description:
        'Act on the desktop, in order, up to the first act that fails. Ids of windows and controls come from observe.',
      inputSchema: actInput(acts),
      annotations: { readOnlyHint: false, destructiveHint: true, openWorldHint: true },
    },
    {
      name: 'read',
      description: 'Read the whole text of a control, or a file.',
      inputSchema: schemaOf(readSchema),
      annotations: { readOnlyHint: true },
    },
    {
      name: 'run_plan',
      description: 'Do a recorded plan again, without a model.',
      inputSchema: schemaOf(runPlanSchema),
      annotations: { readOnlyHint: false, openWorldHint: true },
    },
    {
      name: 'list_plans',
      description: 'List the plans that are kept.',
      inputSchema: schemaOf(listPlansSchema),
      annotations: { readOnlyHint: true },
    },
    {
      name: 'runs',
      description: 'List what was carried out for you since you connected, the newest first.',
      inputSchema: schemaOf(runsSchema),
      annotations: { readOnlyHint: true },
    },
    {
      name: 'report',
      description: 'Tell a run step by step.',
      inputSchema: schemaOf(reportSchema),
      annotations: { readOnlyHint: true },
    },
  ]
}

/** Makes one variant for each act, with its own arguments, so that a client's model sees the whole schema. */
function actInput(acts: OwnTools): Tool['inputSchema'] {
  return {
    type: 'object',
    properties: {
      acts: {
        type: 'array',
        minItems: 1,
        maxItems: MAX_ACTS,
        items: {
          anyOf: acts.map(({ tool_name, description, input_schema }) => ({
            type: 'object',
            description,
            properties: { tool: { type: 'string', const: tool_name }, arguments: input_schema },
            required: ['tool', ...(hasRequired(input_schema) ? ['arguments'] : [])],
            additionalProperties: false,
          })),
        },
      },
      observe: { type: 'boolean', default: true, description: 'Look at the chosen window afterwards.' },
    },
    required: ['acts'],
    additionalProperties: false,
  }
}

const hasRequired = ({ required }: Record<string, unknown>): boolean =>
  Array.isArray(required) && required.length > 0

function schemaOf(schema: z.ZodType): Tool['inputSchema'] {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return { ...rest, type: 'object' } as Tool['inputSchema']
}
