// Defines the pages of the settings, and which keys of config.yaml each of them shows.
import { CONFIG_FIELDS, MODEL_FIELDS, type Field } from './fields.ts'
import { isMainRole } from './models/roles.ts'

export const PAGES = [
  'models',
  'place',
  'safety',
  'servers',
  'limits',
  'memory',
  'records',
  'shortcuts',
  'appearance',
  'program',
  'machines',
  'data',
  'look',
  'doctor',
] as const
export type Page = (typeof PAGES)[number]

export interface Section {
  /** Its heading is `settings.sections.NAME`. */
  name: string
  /** Keys, or the beginnings of keys that end with a dot. */
  keys: readonly string[]
  /** Few people need it, so it is behind “Advanced”. */
  advanced?: true
}

export const SECTIONS: Record<Page, readonly Section[]> = {
  models: [
    { name: 'models', keys: ['models'] },
    { name: 'web_search', keys: ['web_search.'], advanced: true },
    { name: 'tools', keys: ['prompt_path'], advanced: true },
    { name: 'prices', keys: ['prices'], advanced: true },
  ],
  place: [
    { name: 'desktop', keys: ['display.kind'] },
    { name: 'requests', keys: ['request.'] },
    {
      name: 'virtual',
      keys: ['display.width', 'display.height', 'display.home', 'display.profile', 'display.give_back_after'],
    },
    { name: 'applications', keys: ['applications'] },
  ],
  safety: [
    { name: 'categories', keys: ['safety.categories.'] },
    { name: 'refused', keys: ['safety.refused_applications'] },
  ],
  servers: [{ name: 'servers', keys: ['mcp'] }],
  limits: [
    { name: 'ends', keys: ['system.max_step', 'system.max_round', 'system.cost_ceiling'] },
    { name: 'waits', keys: ['system.sleep_time', 'system.tool_timeout', 'system.slow_tool'] },
    {
      name: 'prompts',
      keys: ['system.history_steps', 'system.max_controls', 'system.send_pictures', 'system.ask_question'],
    },
    { name: 'planner', keys: ['planner.'] },
    { name: 'grounding', keys: ['grounding.'] },
    { name: 'computer_use', keys: ['computer_use.'] },
  ],
  memory: [
    { name: 'experience', keys: ['system.save_experience', 'memory.'] },
    { name: 'evaluation', keys: ['system.eva_session', 'system.eva_round', 'system.eva_all_screenshots'] },
  ],
  records: [
    {
      name: 'folder',
      keys: [
        'system.log_to_markdown',
        'system.save_ui_tree',
        'system.save_full_screen',
        'system.log_xml',
        'system.thin_pictures_after',
      ],
    },
    { name: 'log', keys: ['system.log_level', 'system.print_log'] },
  ],
  shortcuts: [{ name: 'shortcuts', keys: ['app.shortcuts.'] }],
  appearance: [{ name: 'appearance', keys: ['app.theme', 'app.language'] }],
  program: [
    { name: 'host', keys: ['app.overlay', 'app.pause_on_person'] },
    { name: 'notices', keys: ['app.notifications', 'app.close_to_tray'] },
    { name: 'start', keys: ['app.open_at_login', 'app.update_automatically'] },
  ],
  machines: [
    { name: 'aip', keys: ['aip.'] },
    { name: 'queue', keys: ['queue.'] },
  ],
  data: [{ name: 'start_again', keys: ['app.first_start_done'] }],
  look: [],
  doctor: [],
}

const belongs = (field: Field, key: string): boolean =>
  key.endsWith('.') ? field.key.startsWith(key) : field.key === key

export const fieldsOfSection = (section: Section): Field[] =>
  section.keys.flatMap((key) => CONFIG_FIELDS.filter((field) => belongs(field, key)))

/** Returns the page that shows this key, or a key within it: `models.app.base_url` is on the page of `models`. */
export function pageOf(key: string): Page | null {
  const within = (field: Field): boolean => key === field.key || key.startsWith(`${field.key}.`)
  return PAGES.find((page) => SECTIONS[page].some((part) => fieldsOfSection(part).some(within))) ?? null
}

/** Says whether the page itself shows the fault of this key, at its field or in the row of the model's role. */
export function hasFieldOn(page: Page, key: string): boolean {
  if (pageOf(key) !== page) return false
  const [table, role, ...rest] = key.split('.')
  if (table === 'models')
    return isMainRole(role ?? '') && MODEL_FIELDS.some((field) => field.key === rest.join('.'))
  return CONFIG_FIELDS.some((field) => field.key === key)
}

export const isPage = (name: string): name is Page => (PAGES as readonly string[]).includes(name)
