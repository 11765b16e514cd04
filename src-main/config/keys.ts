// Knows which keys `config.yaml` may have, and what to use instead of those of the originals that do nothing.
import { z } from 'zod'
import { configSchema } from '../../src-preload/contract/config.ts'

export type ConfigPath = readonly (string | number)[]

interface Wrapped {
  def: { innerType?: z.ZodType; valueType?: z.ZodType; element?: z.ZodType }
}

function unwrapped(schema: z.ZodType): z.ZodType {
  let inner = schema
  for (let next: z.ZodType | undefined = schema; next; next = (inner as unknown as Wrapped).def.innerType)
    inner = next
  return inner
}

function schemaAt(path: ConfigPath): z.ZodType | null {
  let schema: z.ZodType | null = configSchema
  for (const part of path) {
    const inner: z.ZodType = unwrapped(schema)
    const { valueType, element } = (inner as unknown as Wrapped).def
    if (inner instanceof z.ZodObject) {
      const shape = inner.shape as Record<string, z.ZodType>
      schema = Object.hasOwn(shape, part) ? (shape[part] ?? null) : null
    } else schema = valueType ?? element ?? null
    if (!schema) return null
  }
  return schema
}

/** Returns the keys of a section; empty for a section with free keys, or a value. */
export function knownKeys(path: ConfigPath): string[] {
  const schema = schemaAt(path)
  const inner = schema ? unwrapped(schema) : null
  return inner instanceof z.ZodObject ? Object.keys(inner.shape) : []
}

/** Tells whether a path can be set: it names a key, or an entry of a section with free keys. */
export const isConfigPath = (path: ConfigPath): boolean => path.length > 0 && schemaAt(path) !== null

/** Describes a key; null where its name is enough. */
export function descriptionAt(path: ConfigPath): string | null {
  let schema = schemaAt(path)
  while (schema) {
    if (schema.description) return schema.description
    schema = (schema as unknown as Wrapped).def.innerType ?? null
  }
  return null
}

/** Describes every key, by dotted path; a free name (a role, an application) is NAME, an index of a list is dropped. */
export function descriptions(path: string[] = []): Record<string, string> {
  const words = path.length > 0 ? descriptionAt(path) : null
  const own = words === null ? {} : { [path.filter((part) => part !== '0').join('.')]: words }
  const schema = schemaAt(path)
  if (!schema) return own
  const inner = unwrapped(schema)
  const { valueType, element } = (inner as unknown as Wrapped).def
  const under = valueType ? ['NAME'] : element ? ['0'] : knownKeys(path)
  return Object.assign(own, ...under.map((part) => descriptions([...path, part]))) as Record<string, string>
}

/**
 * Keys that a reader of the originals may use. Each has no effect there, or has moved; silently ignoring a key would be worse than an error
 * (reference: UFO, section 11).
 */
const REFUSED: [RegExp, string][] = [
  [
    /^screenshot_to_memory$/,
    'pictures of earlier steps are not sent again; `models.ROLE.visual_mode` decides on pictures',
  ],
  [/^control_filter_/, 'use `system.max_controls`, which bounds how many controls an observation lists'],
  [/^use_mcp$/, 'tools are always served over MCP; list the servers under `mcp`'],
  [/^mcp_preferred_apps$/, 'list the servers of an application under `mcp: AppAgent: ROOT_NAME:`'],
  [/^mcp_fallback_to_ui$/, 'a server that fails is a failed result, and the desktop tools are always there'],
  [/^mcp_tool_timeout$/, 'use `system.tool_timeout`, in seconds'],
  [/^mcp_log_execution$/, 'every tool call is in events.jsonl; use `system.log_level: debug` for more'],
  [/^mcp_servers_config$/, 'list the servers under `mcp` in this file'],
  [/^mcp_instructions_path$/, 'the descriptions of the tools themselves are sent; there is no second text'],
  [/^request_timeout$/, 'use `models.ROLE.timeout`, in seconds'],
  [/^rectangle_time$/, 'nothing is drawn on the screen from the terminal; remove it'],
  [
    /^(api_key|openai_api_key|bing_api_key)$/,
    'keys are not kept here: use `deskhand config key NAME`, the settings or the environment',
  ],
  [/^(host|app|backup|evaluation)_agent$/, 'use `models: ROLE:` with provider, model_name and base_url'],
  [/^operator$/, 'use `models: operator:` with provider, model_name and base_url'],
  [/^(max_tokens|temperature|timeout|max_retry)$/, 'set it for a model: `models: default:`'],
  [/^top_p$/, 'models are asked with `models.ROLE.temperature` alone'],
  [/^json_parsing_retry$/, 'a reply that does not fit is repaired once, always'],
  [/^safe_guard$/, 'the gate is always on; `safety.categories` says what it allows, asks and refuses'],
  [/^control_backend$/, 'the driver of the platform is used; there is nothing to choose'],
  [
    /^after_click_wait$|^input_text_inter_key_pause$/,
    'Deskhand waits for the effect, at most `system.sleep_time` seconds',
  ],
  [
    /^click_api$|^input_text_api$|^input_text_enter$/,
    'the best way to act on a control is chosen by itself; remove it',
  ],
  [/^show_visual_outline_on_screen$|^maximize_window$/, 'windows are left as they are; remove it'],
  [/^action_sequence$/, 'several actions in one reply are always possible; remove it'],
  [/^task_status(_file)?$/, '`deskhand batch` always keeps tasks_status.json beside tasks/; remove it'],
  [/^output_presenter$/, 'the terminal shows progress, `--json` gives it to programs; remove it'],
  [
    /^control_list$|^history_keys$|^annotation_(colors|font_size)$|^highlight_bbox$/,
    'it is fixed; remove it',
  ],
  [/^concat_screenshot$|^include_last_screenshot$|^default_png_compress_level$/, 'it is fixed; remove it'],
  [
    /^(omniparser|iou_threshold_for_merge|use_apis|use_customization|qa_pair_file|qa_pair_num)$/,
    'there is nothing like it here; remove it',
  ],
  [/^enabled_third_party_agents$|^third_party_agent_config$/, 'there is nothing like it here; remove it'],
]

/** Says what to do about a key of the originals that is not accepted; else null. Case does not count. */
export const refusedKey = (key: string): string | null =>
  REFUSED.find(([pattern]) => pattern.test(key.toLowerCase()))?.[1] ?? null
