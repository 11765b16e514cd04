// Defines the calls of the settings: every setting is a key of config.yaml, as in the terminal.
import { z } from 'zod'
import { addressSchema, displayKindSchema, mcpServerConfigSchema } from '../config.ts'
import { usageSchema } from '../events.ts'
import { safetyCategorySchema } from '../safety.ts'
import { runNameSchema } from './runs.ts'

export const configKeySchema = z
  .array(z.union([z.string().min(1).max(200), z.number().int()]))
  .min(1)
  .max(10)
const keyName = z
  .string()
  .regex(/^[A-Za-z0-9_.-]{1,100}$/, 'A key’s name has letters, digits, dots, dashes and underlines.')

const keyStoreSchema = z.object({ kind: z.enum(['keyring', 'file']), why: z.string().nullable() })

export const modelPresetSchema = z.object({
  provider: z.string(),
  /** The name by which people know it. */
  label: z.string(),
  base_url: z.string().nullable(),
  /** Environment variable or entry that holds the key, null where none is needed. */
  api_key_name: z.string().nullable(),
  /** Whether it runs on this machine. */
  local: z.boolean(),
  /** Model names to offer. */
  models: z.array(z.string()),
})
export type ModelPreset = z.infer<typeof modelPresetSchema>

/** The abilities of a model as a test has shown them; null where one was not tried: an earlier test had failed, or it does not apply. */
export const modelTestSchema = z.object({
  reachable: z.boolean(),
  text: z.boolean().nullable(),
  picture: z.boolean().nullable(),
  json_schema: z.boolean().nullable(),
  /** Milliseconds of the first call. */
  ms: z.number().nullable(),
  /** The fault and the correction, null when there was none. */
  error: z.string().nullable(),
})
export type ModelTest = z.infer<typeof modelTestSchema>

export const mcpServerStateSchema = z.object({
  /** Its position in the configuration. */
  agent: z.string(),
  root: z.string(),
  list: z.enum(['data_collection', 'action']),
  index: z.number().int(),
  server: mcpServerConfigSchema,
  /** The program and its arguments as they are started, or the address; null for one that is built in. */
  command: z.string().nullable(),
})
export type MCPServerState = z.infer<typeof mcpServerStateSchema>

export const ruleSchema = z.object({
  id: z.string(),
  category: safetyCategorySchema,
  application: z.string(),
  /** Tool name; null for every act of the category. */
  action: z.string().nullable(),
  /** The target or argument (a control's name, a command, an address); null for anything. */
  argument: z.string().nullable(),
  /** The run it is for; null for always. */
  run: z.string().nullable(),
  /** Milliseconds since 1970. */
  since: z.number(),
})
export type Rule = z.infer<typeof ruleSchema>

export const findingSchema = z.object({
  name: z.string(),
  ok: z.boolean(),
  detail: z.string(),
  fix: z.string().nullable(),
})

/** The names that the seed's Tools have. */
export const SEED_TOOLS = [
  'websearch', 'context_fusion', 'subtask_planner', 'traj_reflector', 'memory_retrival', 'grounding', 'evaluator',
  'action_generator', 'fast_action_generator', 'dag_translator', 'embedding', 'query_formulator', 'text_span',
  'narrative_summarization', 'episode_summarization',
] as const // prettier-ignore

/** One of the seed's tools as it is set up. */
export const toolSetUpSchema = z.object({
  tool_name: z.string(),
  /** A preset, a search service, or `offline` and `off` where nothing is set up. */
  provider: z.string(),
  model_name: z.string(),
  /** The entry that configures it: its own in `models`, `default`, `web_search`; null where none does. */
  from: z.string().nullable(),
  /** The file with its model's prompt; null where there is none. */
  prompt_path: z.string().nullable(),
  own_prompt: z.boolean(),
  /** The consequence where it is not set up; null where it is. */
  without: z.string().nullable(),
})
export type ToolSetUp = z.infer<typeof toolSetUpSchema>

/** What a real call of a tool showed. */
export const toolTestSchema = z.object({
  tool_name: z.string(),
  /** `provider/model` or the search service; `none` where nothing is set up. */
  model: z.string(),
  state: z.enum(['works', 'failed', 'not set up']),
  /** The answer, the error, or the consequence where it is not set up. */
  said: z.string(),
  /** Null where no model was called. */
  usage: usageSchema.nullable(),
  ms: z.number(),
})
export type ToolTest = z.infer<typeof toolTestSchema>

const nothing = z.strictObject({})

export const settingsCalls = {
  /**
   * `values` is the whole configuration with defaults, which also replace wrong values of the file; `own` has the file's own values;
   * `descriptions` are by dotted key, with NAME for a free name (`models.NAME.provider`). `faults` are those of the file: by `key` where
   * setting or unsetting that key corrects it, null where an editor has to. `strict` refuses a file with faults, with one line per fault.
   */
  read_config: {
    input: z.strictObject({ strict: z.boolean().default(false) }),
    output: z.object({
      values: z.record(z.string(), z.unknown()),
      own: z.unknown(),
      defaults: z.record(z.string(), z.unknown()),
      descriptions: z.record(z.string(), z.string()),
      faults: z.array(z.object({ key: z.string().nullable(), message: z.string() })),
      path: z.string(),
    }),
  },
  /**
   * Sets a value. An invalid one is refused with a fault that names its key, and nothing is changed. `typed`: the value is text of a
   * command line (`true`, `12`, `[a, b]`, else text). `still_wrong` lists the other faults of the file, as lines.
   */
  set_config: {
    input: z.strictObject({ key: configKeySchema, value: z.unknown(), typed: z.boolean().default(false) }),
    output: z.object({ still_wrong: z.array(z.string()) }),
  },
  /** `changed` is false where the file does not set it. */
  unset_config: {
    input: z.strictObject({ key: configKeySchema }),
    output: z.object({ changed: z.boolean() }),
  },
  /** Returns only names: no key ever crosses the bridge outward. `store.why`: why keys are in a file, or the key store can't be used. */
  read_keys: {
    input: nothing,
    output: z.object({
      keys: z.array(z.object({ name: z.string(), from: z.enum(['environment', 'keyring', 'file']) })),
      store: keyStoreSchema,
    }),
  },
  /** Returns where it is stored. */
  set_key: {
    input: z.strictObject({ name: keyName, value: z.string().min(1).max(10_000) }),
    output: z.object({ store: keyStoreSchema }),
  },
  delete_key: { input: z.strictObject({ name: keyName }), output: nothing },
  list_presets: {
    input: nothing,
    output: z.object({ presets: z.array(modelPresetSchema), roles: z.array(z.string()) }),
  },
  /** Finds model servers that answer now on this machine's usual ports. */
  find_local_models: {
    input: nothing,
    output: z.object({
      found: z.array(z.object({ provider: z.string(), base_url: z.string(), models: z.array(z.string()) })),
    }),
  },
  /** Makes real calls, with a picture, to this model; `api_key` is for a key that is not stored yet. */
  test_model: {
    input: z.strictObject({
      provider: z.string().min(1).max(100),
      model_name: z.string().max(300),
      base_url: addressSchema.nullable().default(null),
      api_key_name: z.string().nullable().default(null),
      api_key: z.string().max(10_000).nullable().default(null),
    }),
    output: modelTestSchema,
  },
  /** Lists the seed's fifteen tools with their provider, model and prompt. */
  list_tools: { input: nothing, output: z.object({ tools: z.array(toolSetUpSchema) }) },
  /** Makes a real call of the configured tool; null: of all tools, one after the other. */
  test_tool: {
    input: z.strictObject({ tool_name: z.string().min(1).max(100).nullable() }),
    output: z.object({ tests: z.array(toolTestSchema) }),
  },
  list_mcp_servers: { input: nothing, output: z.object({ servers: z.array(mcpServerStateSchema) }) },
  /** Starts the server as the configuration would, asks for its tools, and ends it. */
  check_mcp_server: {
    input: z.strictObject({ server: mcpServerConfigSchema }),
    output: z.object({
      ok: z.boolean(),
      error: z.string().nullable(),
      tools: z.array(z.object({ name: z.string(), description: z.string() })),
      ms: z.number(),
    }),
  },
  list_rules: { input: nothing, output: z.object({ rules: z.array(ruleSchema) }) },
  revoke_rule: {
    input: z.strictObject({ id: z.string().min(1) }),
    output: z.object({ revoked: z.boolean() }),
  },
  /** Checks what works on this machine, and how to correct what does not. `display`: the desktop to try; null: the configuration's. */
  examine: {
    input: z.strictObject({ display: displayKindSchema.nullable().default(null) }),
    output: z.object({ findings: z.array(findingSchema) }),
  },
  /**
   * Returns what a person adds to a bug report, as Markdown: what `examine` finds, the configuration without secrets, the end of the
   * program's log, and a run where one is named, with its requests and texts. Nothing is sent.
   */
  report_problem: {
    input: z.strictObject({
      run: runNameSchema.nullable().default(null),
      display: displayKindSchema.nullable().default(null),
    }),
    output: z.object({ name: z.string(), type: z.string(), content: z.string() }),
  },
} as const
