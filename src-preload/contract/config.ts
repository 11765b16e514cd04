// Defines every key of `config.yaml`. Names and defaults are the seeds' where they have one; sections group them as the seeds do.
import { z } from 'zod'
import { DEFAULT_MCP, mcpConfigSchema } from './mcp-config.ts'
import { PASSWORD_STORES } from './password-stores.ts'
import { CATEGORY_WORDS, decisionSchema, SAFETY_CATEGORIES, type SafetyCategory } from './safety.ts'

export { mcpServerConfigSchema, type MCPConfig, type MCPServerConfig } from './mcp-config.ts'

export const displayKindSchema = z.enum(['auto', 'host', 'virtual'])

/** The strategies: which agents work on a request. */
export const STRATEGIES = ['host-app', 'single', 'planner', 'operator'] as const
export const strategySchema = z.enum(STRATEGIES)

export const saveExperienceSchema = z.enum(['always', 'ask', 'auto', 'always_not'])

/** A shortcut as Electron writes accelerators; an empty text for none. */
const shortcut = (keys: string) =>
  z
    .string()
    .regex(/^$|^[^+\s]+(\+[^+\s]+)+$/, 'write a shortcut as Control+Alt+P, or nothing for none')
    .default(keys)

const positive = () => z.number().int().min(1)

export const systemConfigSchema = z.strictObject({
  max_step: positive().default(50).describe('Steps that a session may take.'),
  max_round: positive().default(10).describe('Requests that a session may carry out.'),
  eva_session: z.boolean().default(true).describe('Evaluate the session at its end.'),
  eva_round: z.boolean().default(false).describe('Evaluate each round.'),
  eva_all_screenshots: z
    .boolean()
    .default(true)
    .describe('Give the evaluation all pictures that tell more than was read, else the first and the last.'),
  send_pictures: z
    .enum(['always', 'needed'])
    .default('always')
    .describe(
      'When an agent in a window is sent its picture; needed: where the controls do not tell enough, or it asks.',
    ),
  save_experience: saveExperienceSchema.default('ask').describe('When what worked is remembered.'),
  log_to_markdown: z.boolean().default(true).describe('Write output.md.'),
  save_ui_tree: z.boolean().default(true).describe('Save the control tree at each step and snapshot.'),
  save_full_screen: z
    .boolean()
    .default(false)
    .describe('Save a picture of the whole desktop at each step and snapshot.'),
  thin_pictures_after: z
    .number()
    .int()
    .min(0)
    .max(36_500)
    .nullable()
    .default(null)
    .describe(
      'Days after which pictures of a run are packed smaller; those of questions, failures and ends stay; null: never.',
    ),
  log_xml: z.boolean().default(false).describe('Save the control tree as XML, too.'),
  log_level: z
    .enum(['silent', 'error', 'warn', 'info', 'debug'])
    .default('warn')
    .describe('What the log of the program itself, deskhand.log, tells.'),
  print_log: z.boolean().default(false).describe('Print that log on standard error, too.'),
  sleep_time: z
    .number()
    .min(0)
    .max(60)
    .default(1)
    .describe('Upper bound, in seconds, of waiting for the screen to settle.'),
  tool_timeout: z.number().positive().default(6000).describe('Seconds that one tool call may take.'),
  slow_tool: z
    .number()
    .positive()
    .default(300)
    .describe('Seconds after which a tool call is reported as slow.'),
  ask_question: z
    .boolean()
    .default(true)
    .describe('Ask a person the questions of a model; else it is told to use its own knowledge.'),
  history_steps: positive().default(20).describe('Earlier steps that a prompt tells.'),
  max_controls: positive().default(500).describe('Controls that one observation lists.'),
  cost_ceiling: z
    .number()
    .positive()
    .nullable()
    .default(null)
    .describe('US dollars that a session may cost; null for no ceiling.'),
})
export type SystemConfig = z.infer<typeof systemConfigSchema>

/** The address of a service, which must have a scheme (`localhost:8000` would have the scheme “localhost”). */
export const addressSchema = z.url({
  protocol: /^https?$/,
  error: 'write an address that begins with https:// or http://',
})

/** One model of one service. */
export const modelConfigSchema = z.strictObject({
  provider: z
    .string()
    .default('offline')
    .describe('A preset: offline, openai, azure, ollama …; `custom` with a base_url.'),
  model_name: z.string().default('').describe("The model's name at the service."),
  base_url: addressSchema.nullable().default(null).describe("Address of the service; null: the preset's."),
  api_key_name: z
    .string()
    .nullable()
    .default(null)
    .describe("Name of the key: an environment variable, or one that is kept; null: the preset's."),
  visual_mode: z.boolean().default(true).describe('Give it pictures.'),
  temperature: z
    .number()
    .min(0)
    .max(2)
    .nullable()
    .default(0)
    .describe("How freely it answers, 0 to 2; null: the service's own."),
  max_tokens: z.number().int().positive().default(4000).describe('Longest reply, in tokens.'),
  timeout: z.number().positive().default(60).describe('Seconds that one call may take.'),
  max_retry: z.number().int().min(0).default(3).describe('Times that a failed call is made again.'),
  requests_per_minute: z
    .number()
    .int()
    .positive()
    .nullable()
    .default(null)
    .describe('Calls a minute that all sessions together make; null for no limit.'),
  tokens_per_minute: z
    .number()
    .int()
    .positive()
    .nullable()
    .default(null)
    .describe('Tokens a minute that all sessions together use; null for no limit.'),
  picture_size: z
    .number()
    .int()
    .min(256)
    .default(1280)
    .describe('Longest side of the pictures that it is sent, in pixels.'),
})
export type ModelConfig = z.infer<typeof modelConfigSchema>

/** Searching the web while planning; every text that is found counts as written by strangers. */
export const webSearchConfigSchema = z.strictObject({
  provider: z
    .enum(['off', 'exa', 'bocha', 'tavily', 'searxng'])
    .default('off')
    .describe('The service that is asked; off: nothing is searched.'),
  base_url: addressSchema
    .nullable()
    .default(null)
    .describe("Address of the service; null: the service's own."),
  api_key_name: z
    .string()
    .nullable()
    .default(null)
    .describe(
      "Name of the key: an environment variable, or one that is kept; null: the service's usual one.",
    ),
  results: z.number().int().min(1).max(10).default(5).describe('Pages that one search brings.'),
  timeout: z.number().positive().max(120).default(15).describe('Seconds that one search may take.'),
  private_address: z
    .boolean()
    .default(false)
    .describe('The service may be on this machine or in its own network, also without https.'),
})
export type WebSearchConfig = z.infer<typeof webSearchConfigSchema>

/** The strategy `planner`. */
export const plannerConfigSchema = z.strictObject({
  mode: z
    .enum(['normal', 'fast'])
    .default('normal')
    .describe(
      'normal: a plan of subtasks, memory, reflection; fast: one model call per action, nothing else.',
    ),
  judge_every: positive().default(8).describe('Acts after which the evaluator looks in.'),
  most_replans: z.number().int().min(0).max(50).default(5).describe('Other plans that one request may have.'),
})
export type PlannerConfig = z.infer<typeof plannerConfigSchema>

/** How Grounding finds the point of a description where the control tree does not have it. */
const groundingConfigSchema = z.strictObject({
  space: z
    .enum(['auto', 'thousandths', 'pixels'])
    .default('auto')
    .describe('Space that the model of the role grounding answers in; auto: by its name.'),
  languages: z
    .array(
      z
        .string()
        .regex(/^[A-Za-z]+(?:_[A-Za-z]+)*$/, 'write a language as Tesseract names it: eng')
        .describe('A language.'),
    )
    .min(1, 'name at least one language')
    .default(['eng', 'chi_sim'])
    .describe('Languages of the text on the screen, as Tesseract names them.'),
})

/** Devices and servers that speak the Agent Interaction Protocol. */
export const aipConfigSchema = z.strictObject({
  heartbeat: z
    .number()
    .min(1)
    .max(600)
    .default(30)
    .describe('Seconds of silence after which a connection is lost, and in which a device can come back.'),
  result_ttl: positive()
    .default(86_400)
    .describe('Seconds that the result of a task can be read after its end.'),
  max_message: z.number().int().min(1).max(100).default(100).describe('Largest message, in MiB.'),
  max_clients: z.number().int().min(1).max(10_000).default(1000).describe('Clients that are there at once.'),
  max_queue: z.number().int().min(1).max(10_000).default(100).describe('Tasks that wait for one device.'),
  messages_per_minute: positive().default(6000).describe('Messages that one client may send.'),
  requests_per_minute: positive().default(600).describe('Requests that one address may make.'),
  private_address: z
    .boolean()
    .default(false)
    .describe('A device may connect to a server in a private network.'),
  server: z
    .string()
    .max(2_000)
    .default('')
    .describe('Address of the server that the kept key is for; one on this machine gets it, too.'),
})
export type AipConfig = z.infer<typeof aipConfigSchema>

export const queueNameSchema = z.string().regex(/^[\w.-]{1,60}$/, 'use letters, digits, dots and dashes')

const queueConfigSchema = z.strictObject({
  name: queueNameSchema
    .default('deskhand')
    .describe('Name of the queue: batches and workers with the same one belong together.'),
  lease: z
    .number()
    .min(2)
    .max(600)
    .default(30)
    .describe('Seconds after which a worker that is not heard of has lost its task.'),
  max_size: z
    .number()
    .int()
    .min(1)
    .max(256)
    .default(64)
    .describe('MiB of files that may travel through the queue with one task, each way.'),
})

/** The model of the role operator. */
const computerUseConfigSchema = z.strictObject({
  tool: z
    .enum(['auto', 'computer', 'computer_use_preview', 'ui_tars'])
    .default('auto')
    .describe(
      'How it acts: a tool of the Responses API (computer, computer_use_preview) or UI-TARS text; auto: by its name.',
    ),
  space: z
    .enum(['auto', 'thousandths', 'pixels'])
    .default('auto')
    .describe('Space that its points are in; auto: by its name.'),
})

const safetyDefaults = Object.fromEntries(
  SAFETY_CATEGORIES.map((category) => [
    category,
    decisionSchema.default('ask').describe(`allow, ask or refuse an act when ${CATEGORY_WORDS[category]}.`),
  ]),
) as Record<SafetyCategory, z.ZodDefault<typeof decisionSchema>>

export const configSchema = z.strictObject({
  system: systemConfigSchema.prefault({}),
  models: z
    .record(z.string(), modelConfigSchema)
    .default({})
    .describe('Role (host, app, linux, evaluation, backup …) → model; others use that of `default`.'),
  prompt_path: z
    .record(
      z.string(),
      z.string().max(4000).describe('A text file: ~ and paths below the data folder count.'),
    )
    .default({})
    .describe('Role → a file of your own with its prompt; others have the one that Deskhand brings.'),
  prices: z
    .record(
      z.string(),
      z.strictObject({
        input: z.number().describe('Of what it is told.'),
        output: z.number().describe('Of what it answers.'),
      }),
    )
    .default({})
    .describe('provider/model → US dollars per 1000 tokens; goes before the table that Deskhand has.'),
  mcp: mcpConfigSchema.prefault(DEFAULT_MCP),
  safety: z
    .strictObject({
      categories: z.strictObject(safetyDefaults).prefault({}).describe('allow, ask or refuse, per category.'),
      refused_applications: z
        .array(z.string().min(1).describe('A process name.'))
        .default(PASSWORD_STORES)
        .describe(
          'Applications (process names) in which Deskhand never acts: password managers and key rings, unless you change it.',
        ),
    })
    .prefault({}),
  display: z
    .strictObject({
      kind: displayKindSchema.default('auto').describe('auto: host where there is a screen, else virtual.'),
      width: z.number().int().min(640).max(7680).default(1280).describe('Pixels of a virtual desktop.'),
      height: z.number().int().min(480).max(4320).default(800).describe('Pixels of a virtual desktop.'),
      home: z
        .enum(['shared', 'private'])
        .default('shared')
        .describe('The home folder on a virtual desktop: your own, or an empty one.'),
      profile: z
        .enum(['keep', 'forget'])
        .default('keep')
        .describe(
          'Settings of applications that are changed on a virtual desktop: there again on the next one, or gone with it.',
        ),
      give_back_after: z
        .number()
        .positive()
        .max(1440)
        .nullable()
        .default(15)
        .describe(
          'Minutes after which a session that waits for a request gives its virtual desktop back; null: never.',
        ),
    })
    .prefault({}),
  request: z
    .strictObject({
      strategy: z
        .enum(['auto', ...STRATEGIES])
        .default('auto')
        .describe('Who works on a request that does not say it; auto: what fits the desktop.'),
      show_plan: z
        .boolean()
        .default(false)
        .describe('Show what is going to be done first, and wait for your yes; else begin at once.'),
    })
    .prefault({}),
  memory: z
    .strictObject({
      enabled: z.boolean().default(true).describe('Tell a model what was learned before.'),
      budget: z
        .number()
        .int()
        .min(100)
        .max(20_000)
        .default(1200)
        .describe('Tokens that memories may take in one prompt.'),
      limit: z.number().int().min(1).max(20).default(4).describe('Memories that one prompt is given.'),
      use_customization: z
        .boolean()
        .default(true)
        .describe('Keep what you answer to a question, and use it when it is asked again with nobody there.'),
    })
    .prefault({}),
  web_search: webSearchConfigSchema.prefault({}),
  planner: plannerConfigSchema.prefault({}),
  grounding: groundingConfigSchema.prefault({}),
  computer_use: computerUseConfigSchema.prefault({}),
  aip: aipConfigSchema.prefault({}),
  queue: queueConfigSchema.prefault({}),
  applications: z
    .record(z.string(), z.string())
    .default({})
    .describe('Name → desktop entry or command of an application; adds to the applications found.'),
  app: z
    .strictObject({
      theme: z.enum(['system', 'light', 'dark']).default('system').describe('Light or dark.'),
      language: z
        .enum(['system', 'en', 'zh'])
        .default('system')
        .describe('Language of the windows, and of runs in a terminal.'),
      shortcuts: z
        .strictObject({
          quick: shortcut('Control+Alt+Space').describe('Opens the quick request, everywhere.'),
          pause: shortcut('Control+Alt+P').describe('Pauses and resumes the run, everywhere.'),
          terminate: shortcut('Control+Alt+.').describe('Ends the run at once, everywhere.'),
        })
        .prefault({}),
      overlay: z
        .boolean()
        .default(true)
        .describe('Show a border, a pill and a click marker while a run acts on your own desktop.'),
      pause_on_person: z
        .boolean()
        .default(true)
        .describe('Pause a run on your own desktop when you move the mouse.'),
      notifications: z.boolean().default(true).describe('Tell when a run has ended or needs you.'),
      close_to_tray: z.boolean().default(true).describe('Go on in the tray when the window is closed.'),
      open_at_login: z.boolean().default(false).describe('Start with the computer.'),
      update_automatically: z.boolean().default(false).describe('Fetch and install new versions.'),
      first_start_done: z.boolean().default(false).describe('The first start was seen.'),
    })
    .prefault({}),
})
export type Config = z.infer<typeof configSchema>
