// Every call of the contract × every shell: which file of the shell makes the call, or why the shell does not. The same for each
// option of a call.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { CallName } from '../../src-preload/contract/call-names.ts'
import { CALLS } from '../../src-preload/contract/calls.ts'

type Shell = 'app' | 'page' | 'terminal' | 'programs'

/** `by`: a file that makes the call. `without`: options of the call that the shell does not give, each with the reason. */
interface Reached {
  by: string
  /** Files beside the callers that give some of the options. */
  with: string[]
  without: Record<string, string>
}
type Reach = Reached | { not: string }

const by = (file: string, without: Record<string, string> = {}): Reached => ({ by: file, with: [], without })
const not = (reason: string): Reach => ({ not: reason })
/** The app and the page show the same windows. */
const windows = (file: string, without: Record<string, string> = {}, beside: readonly string[] = []) => {
  const reached = {
    ...by(`src-renderer/${file}`, without),
    with: beside.map((name) => `src-renderer/${name}`),
  }
  return { app: reached, page: reached }
}
const terminal = (file: string, without: Record<string, string> = {}) => ({
  terminal: by(`src-main/terminal/${file}`, without),
})
const notTerminal = (reason: string) => ({ terminal: not(reason) })

const ONE_REQUEST = 'requests are typed one after the other; those that wait are in the terminal itself'
const NO_PICTURE = 'a terminal shows no pictures'
const NO_WINDOW = 'a terminal has no windows'
const ONE_WINDOW = 'a page is one window of the browser'
const IN_EDITOR = '`config set` sets every key; the file is edited by hand'
const WATCHES_LATER = 'windows watch a run by watch_run when they show it'
const PLAN_FILES = 'plans are files of the folder plans/, which a terminal reads and writes itself'
const BATCH_FOLDER = 'a batch is a folder, which a terminal writes itself'
const ONE_SIZE = { limit: 'a window shows pages of one size' }
const WISHES = 'src-renderer/chat/drafts.ts'
const FILTERS = 'memory/list-state.ts'
const SOMEBODY_IS_THERE = 'somebody is at a window'
const ANSWERED_THERE = 'what is asked at a window is answered there, each time or for good'
const STAYS_OPEN =
  'a session of a window keeps its desktop until it is finished, and then asks about unsaved work'
const IN_SETTINGS = 'a window has it in its settings, for all runs'
/** What a run can be begun with in a terminal only. */
const TERMINAL_WISHES = {
  task: 'a window names a run that is there: label_run',
  max_step: IN_SETTINGS,
  yes_to: ANSWERED_THERE,
  resumable: 'what a window begins can always be continued',
  keep_open: STAYS_OPEN,
}

const NO_WINDOW_ACTS = 'windows give requests, and act by hand in a desktop that is taken over'
const programs = (without: Record<string, string> = {}) => ({
  programs: by('src-main/mcp-server/session.ts', without),
})
const THE_PERSON_SAYS = 'the person says it in the configuration, no program does'

/** `programs`: MCP clients, which reach a part; what has no line there is not theirs. */
const REACH: Record<CallName, Record<Exclude<Shell, 'programs'>, Reach> & { programs?: Reach }> = {
  check_run: {
    app: not('it offers only what goes together: list_strategies'),
    page: not('it offers only what goes together: list_strategies'),
    ...terminal('commands/run.ts'),
  },
  list_strategies: {
    ...windows('chat/composer-chips.tsx'),
    ...notTerminal('`run --strategy` refuses what lacks a model, with the roles'),
  },
  keep_attachment: {
    ...windows('chat/attachments.ts'),
    ...notTerminal('a terminal names files by their paths'),
  },
  start_run: {
    app: {
      ...by('src-renderer/quick/use-start.ts', {
        ...TERMINAL_WISHES,
        platform_override: 'it compares the strategies of two systems, for who develops them',
        on: NO_WINDOW_ACTS,
        client_model: 'a window has no model of its own',
        attended: SOMEBODY_IS_THERE,
        watch: WATCHES_LATER,
      }),
      with: [WISHES],
    },
    page: {
      ...by('src-renderer/chat/send-request.ts', {
        ...TERMINAL_WISHES,
        platform_override: 'it compares the strategies of two systems, for who develops them',
        on: NO_WINDOW_ACTS,
        client_model: 'a window has no model of its own',
        one_shot: 'a page stays open: it asks for the next request',
        attended: SOMEBODY_IS_THERE,
        watch: WATCHES_LATER,
      }),
      with: [WISHES],
    },
    ...terminal('commands/run.ts', {
      one_shot: 'a terminal asks for the next request, or nobody is there',
      on: 'a terminal has the desktop of its run',
      client_model: 'a terminal has no model of its own',
    }),
    ...programs(
      Object.fromEntries(
        ['show_plan', 'display', 'mode', 'platform_override', 'models', 'task', 'yes_to', 'keep_open'].map(
          (name) => [name, THE_PERSON_SAYS],
        ),
      ),
    ),
  },
  queue_request: { ...windows('chat/send-request.ts'), ...notTerminal(ONE_REQUEST) },
  take_back_request: { ...windows('chat/composer.tsx'), ...notTerminal(ONE_REQUEST) },
  finish_session: {
    ...windows('chat/composer.tsx'),
    ...notTerminal('N at the next question ends the session'),
  },
  control_run: { ...windows('chat/brake.tsx'), ...terminal('commands/control.ts'), ...programs() },
  edit_checklist: { ...windows('chat/checklist.tsx'), ...terminal('asking/question-desk.ts') },
  answer_question: {
    ...windows('dialogs/question-box.tsx'),
    ...terminal('asking/question-desk.ts'),
    ...programs(),
  },
  watch_run: {
    ...windows('state/run-feed.ts'),
    ...notTerminal('a terminal watches the run that it begins, by the option `watch`'),
  },
  unwatch_run: {
    ...windows('state/run-feed.ts'),
    ...notTerminal('a terminal watches its run until the end'),
  },
  continue_run: {
    ...windows('history/run-actions.tsx', {
      ...TERMINAL_WISHES,
      models: IN_SETTINGS,
      attended: SOMEBODY_IS_THERE,
      watch: WATCHES_LATER,
    }),
    ...terminal('commands/run.ts'),
  },
  close_run: { ...windows('history/run-actions.tsx'), ...terminal('commands/history.ts') },
  release_desktop: {
    app: not(STAYS_OPEN),
    page: not(STAYS_OPEN),
    ...terminal('carry-out.ts'),
  },
  list_runs: {
    ...windows('state/store.ts', { limit: 'the list shows all runs, and is searched' }),
    ...terminal('commands/history.ts'),
    ...programs(),
  },
  search_runs: {
    ...windows('chat/run-search.ts', { limit: 'the list of found runs is as long as it is useful' }),
    ...terminal('commands/history.ts'),
  },
  list_labels: { ...windows('chat/labels.ts'), ...notTerminal('a terminal names runs by their folders') },
  label_run: { ...windows('chat/run-line.tsx'), ...notTerminal('a terminal names runs by their folders') },
  delete_run: { ...windows('history/run-actions.tsx'), ...terminal('commands/history.ts') },
  export_run: {
    ...windows('history/run-actions.tsx'),
    ...notTerminal('`report` writes the page; output.md is in the run folder'),
    ...programs(),
  },
  write_report: {
    app: not('export_run gives the page as a download'),
    page: not('export_run gives the page as a download'),
    ...terminal('commands/history.ts'),
  },
  step_controls: {
    ...windows('chat/step-seen.tsx'),
    ...notTerminal('the report and the files of the run have them'),
  },
  record_plan: {
    ...windows('plans/from-run-dialog.tsx'),
    ...terminal('commands/record.ts'),
  },
  find_plans: {
    app: not('the library lists the plans that there are: list_plans'),
    page: not('the library lists the plans that there are: list_plans'),
    ...terminal('commands/follow.ts'),
  },
  follow_plan: {
    ...windows('history/run-actions.tsx'),
    ...notTerminal('`follow` begins a plan by start_run'),
  },
  list_plans: { ...windows('plans/plan-list.tsx'), ...notTerminal(PLAN_FILES), ...programs() },
  read_plan: { ...windows('plans/plan-page.tsx'), ...notTerminal(PLAN_FILES) },
  save_plan: { ...windows('plans/plan-form.tsx'), ...notTerminal(PLAN_FILES) },
  delete_plan: { ...windows('plans/plan-list.tsx'), ...notTerminal(PLAN_FILES) },
  export_plan: { ...windows('plans/plan-list.tsx'), ...notTerminal(PLAN_FILES) },
  import_plan: { ...windows('plans/use-plan-import.tsx'), ...notTerminal(PLAN_FILES) },
  list_schedules: { ...windows('schedules/schedule-list.tsx'), ...terminal('commands/schedule.ts') },
  save_schedule: { ...windows('schedules/schedule-form.tsx'), ...terminal('commands/schedule.ts') },
  delete_schedule: { ...windows('schedules/schedule-list.tsx'), ...terminal('commands/schedule.ts') },
  show_schedule: { ...windows('schedules/units-dialog.tsx'), ...terminal('commands/schedule.ts') },
  take_schedule: { ...windows('schedules/schedule-list.tsx'), ...terminal('commands/schedule.ts') },
  note_firing: { ...windows('schedules/schedule-list.tsx'), ...terminal('commands/schedule.ts') },
  read_usage: { ...windows('usage/usage-view.tsx'), ...terminal('commands/history.ts') },
  list_computers: { ...windows('settings/look.tsx'), ...terminal('commands/look.ts') },
  list_windows: { ...windows('settings/look.tsx'), ...terminal('commands/look.ts') },
  read_tree: { ...windows('settings/look.tsx'), ...terminal('commands/look.ts') },
  dry_run: {
    ...windows('plans/dry-run.tsx', { yes_to: ANSWERED_THERE }, [
      'chat/foresee-button.tsx',
      'plans/plan-page.tsx',
    ]),
    ...terminal('commands/dry-run.ts'),
  },
  application_icons: { ...windows('state/app-icons.ts'), ...notTerminal(NO_PICTURE) },
  watch_desktop: { ...windows('state/desktop-feed.ts'), ...notTerminal(NO_PICTURE) },
  unwatch_desktop: { ...windows('state/desktop-feed.ts'), ...notTerminal(NO_PICTURE) },
  watch_hand: { ...windows('chat/watch-me.tsx'), ...notTerminal(NO_PICTURE) },
  unwatch_hand: { ...windows('chat/watch-me.tsx'), ...notTerminal(NO_PICTURE) },
  take_over: { ...windows('chat/live-desktop.tsx'), ...notTerminal(NO_PICTURE) },
  hand_back: { ...windows('chat/live-desktop.tsx'), ...notTerminal(NO_PICTURE) },
  person_input: { ...windows('chat/hand-on.tsx'), ...notTerminal(NO_PICTURE) },
  read_config: {
    ...windows('state/store.ts', { strict: 'a window shows the faults beside their fields' }),
    ...terminal('commands/config.ts'),
  },
  set_config: {
    ...windows('settings/use-setting.ts', {
      typed: 'a window has a field of its own for each kind of value',
    }),
    ...terminal('commands/config.ts'),
  },
  unset_config: { ...windows('settings/use-setting.ts'), ...terminal('commands/config.ts') },
  read_keys: {
    ...windows('settings/models/model-facts.ts'),
    ...notTerminal('`doctor` says which key is missing'),
  },
  set_key: { ...windows('settings/models/key-field.tsx'), ...terminal('commands/key.ts') },
  delete_key: { ...windows('settings/models/key-field.tsx'), ...terminal('commands/key.ts') },
  list_presets: { ...windows('settings/models/model-facts.ts'), ...notTerminal(IN_EDITOR) },
  find_local_models: { ...windows('settings/models/model-facts.ts'), ...notTerminal(IN_EDITOR) },
  test_model: {
    ...windows('settings/models/model-test.tsx'),
    ...notTerminal('`tools test` and `doctor` try what is set up'),
  },
  list_tools: {
    ...windows('settings/models/tools-editor.tsx'),
    ...notTerminal('`tools test` lists them with what came back'),
  },
  test_tool: { ...windows('settings/models/tools-editor.tsx'), ...terminal('commands/tools-test.ts') },
  list_mcp_servers: { ...windows('settings/servers/servers-editor.tsx'), ...notTerminal(IN_EDITOR) },
  check_mcp_server: {
    ...windows('settings/servers/server-row.tsx'),
    ...notTerminal('`tools` lists what each server that is set up offers'),
  },
  list_rules: { ...windows('settings/safety/standing-rules.tsx'), ...terminal('commands/rules.ts') },
  revoke_rule: { ...windows('settings/safety/standing-rules.tsx'), ...terminal('commands/rules.ts') },
  examine: { ...windows('settings/doctor.tsx', { display: IN_SETTINGS }), ...terminal('commands/look.ts') },
  report_problem: {
    ...windows('history/problem-report.ts', { display: IN_SETTINGS }),
    ...terminal('commands/look.ts'),
  },
  list_memories: {
    ...windows('memory/memory-list.tsx', ONE_SIZE, [FILTERS]),
    ...terminal('commands/memory.ts', { page: 'a terminal shows as many lines as it is told' }),
  },
  read_memory: { ...windows('memory/memory-page.tsx'), ...terminal('commands/memory.ts') },
  edit_memory: {
    ...windows('memory/memory-form.tsx'),
    ...notTerminal('an exported file is edited and imported'),
  },
  pin_memory: {
    ...windows('memory/use-pin.ts'),
    ...notTerminal('what is pinned is chosen from the list of a window'),
  },
  forget_memory: { ...windows('memory/forget-question.tsx'), ...terminal('commands/memory.ts') },
  learn_folder: { ...windows('memory/learn-dialog.tsx'), ...terminal('commands/memory.ts') },
  learn_run: { ...windows('chat/run-end.tsx'), ...terminal('commands/memory.ts') },
  learn_recording: { ...windows('memory/recording-dialog.tsx'), ...terminal('commands/memory.ts') },
  import_memories: {
    ...windows('memory/exchange-menu.tsx'),
    ...notTerminal('a terminal names files: import_memory_files'),
  },
  import_memory_files: {
    app: not('a window hands over what a file holds: import_memories'),
    page: not('a window hands over what a file holds: import_memories'),
    ...terminal('commands/memory.ts'),
  },
  export_memories: { ...windows('memory/exchange-menu.tsx'), ...terminal('commands/memory.ts') },
  export_memory_file: {
    app: not('a window gets the file as a download: export_memories'),
    page: not('a window gets the file as a download: export_memories'),
    ...terminal('commands/memory.ts'),
  },
  serve_devices: { ...windows('devices/serve-part.tsx'), ...terminal('commands/serve.ts') },
  stop_serving: { ...windows('devices/serve-part.tsx'), ...terminal('commands/serve.ts') },
  open_page: {
    app: not('the app has windows of its own'),
    page: not('it is open'),
    ...terminal('commands/web.ts'),
  },
  connect_device: {
    ...windows(
      'devices/own-connection.ts',
      {
        yes_to: 'what is asked at a window is answered there, each time or for good',
        attended: SOMEBODY_IS_THERE,
      },
      ['devices/connect-part.tsx'],
    ),
    ...terminal('commands/connect.ts'),
  },
  disconnect_device: { ...windows('devices/connect-part.tsx'), ...notTerminal('Ctrl+C') },
  send_to_device: {
    ...windows('devices/send-dialog.tsx'),
    ...notTerminal('programs send by the HTTP API of `serve`, persons by its page'),
  },
  list_devices: { ...windows('devices/devices-view.tsx'), ...notTerminal('`serve --page` shows them') },
  list_own_tools: {
    app: not(NO_WINDOW_ACTS),
    page: not(NO_WINDOW_ACTS),
    ...notTerminal('`tools` lists those of a desktop, with the ones that are set up'),
    ...programs(),
  },
  ...(Object.fromEntries(
    (['open_desktop', 'use_desktop', 'cancel_use', 'close_desktop', 'answer_model'] as const).map((name) => [
      name,
      {
        app: not(NO_WINDOW_ACTS),
        page: not(NO_WINDOW_ACTS),
        ...notTerminal('`run` has the desktop of its run'),
        ...programs(),
      },
    ]),
  ) as Record<
    'open_desktop' | 'use_desktop' | 'cancel_use' | 'close_desktop' | 'answer_model',
    { app: Reach; page: Reach; terminal: Reach; programs: Reach }
  >),
  programs_setup: {
    ...windows('settings/other-programs.tsx'),
    ...notTerminal('docs/mcp.md has it; `mcp` is the command'),
  },
  serve_programs: { ...windows('settings/other-programs.tsx'), ...terminal('commands/mcp.ts') },
  stop_serving_programs: { ...windows('settings/other-programs.tsx'), ...notTerminal('Ctrl+C') },
  prepare_batch: { ...windows('batch/new-batch.tsx'), ...notTerminal(BATCH_FOLDER) },
  list_batches: { ...windows('batch/batch-list.tsx'), ...notTerminal(BATCH_FOLDER) },
  delete_batch: { ...windows('batch/batch-list.tsx'), ...notTerminal(BATCH_FOLDER) },
  start_batch: {
    ...windows('batch/batch-page.tsx', {
      task: 'the runs of a prepared batch are called by it',
      models: IN_SETTINGS,
      yes_to: ANSWERED_THERE,
      max_step: IN_SETTINGS,
    }),
    ...terminal('commands/batch.ts'),
  },
  watch_batch: { ...windows('batch/use-batch.ts'), ...terminal('commands/batch.ts') },
  unwatch_batch: {
    ...windows('batch/use-batch.ts'),
    ...notTerminal('a terminal watches its batch until the end'),
  },
  control_batch: { ...windows('batch/batch-page.tsx'), ...terminal('commands/batch.ts') },
  view_queue: { ...windows('batch/queue-part.tsx'), ...terminal('commands/queue.ts') },
  control_queue: { ...windows('batch/queue-part.tsx'), ...terminal('commands/control.ts') },
  start_worker: {
    ...windows('batch/queue-part.tsx', {
      name: 'a worker of a window is called by its machine',
      models: IN_SETTINGS,
      yes_to: ANSWERED_THERE,
    }),
    ...terminal('commands/queue.ts'),
  },
  watch_worker: { ...windows('batch/queue-part.tsx'), ...terminal('commands/queue.ts') },
  unwatch_worker: {
    ...windows('batch/queue-part.tsx'),
    ...notTerminal('a terminal watches its worker until the end'),
  },
  stop_worker: { ...windows('batch/queue-part.tsx'), ...terminal('commands/queue.ts') },
  app_state: {
    ...windows('state/store.ts'),
    ...notTerminal('`doctor` says what this machine has'),
  },
  open_view: {
    app: by('src-renderer/overlay/pill.tsx'),
    page: not(ONE_WINDOW),
    ...notTerminal(NO_WINDOW),
  },
  close_window: {
    app: by('src-renderer/quick/use-start.ts'),
    page: not(ONE_WINDOW),
    ...notTerminal(NO_WINDOW),
  },
  drag_window: {
    app: by('src-renderer/overlay/dragging.ts'),
    page: not(ONE_WINDOW),
    ...notTerminal(NO_WINDOW),
  },
  open_link: { ...windows('chat/markdown.tsx'), ...notTerminal('a terminal shows no links') },
  show_folder: { ...windows('settings/data-folder.tsx'), ...notTerminal('a terminal prints the path') },
  open_file: { ...windows('chat/run-end.tsx'), ...notTerminal('a terminal prints the path') },
  quit: { ...windows('palette/palette.tsx'), ...notTerminal('Ctrl+C') },
}

const ROOT = join(import.meta.dirname, '../..')
const sources = (...patterns: string[]) =>
  new Map(
    patterns
      .flatMap((pattern) => globSync(pattern, { cwd: ROOT }))
      .filter((file) => !/\.test\.|\/testing\//.test(file))
      .map((file) => [file, readFileSync(join(ROOT, file), 'utf8')] as const),
  )
const SOURCES: Record<Shell, Map<string, string>> = {
  app: sources('src-renderer/**/*.{ts,tsx}', 'src-main/electron/**/*.ts'),
  page: sources('src-renderer/**/*.{ts,tsx}'),
  terminal: sources('src-main/terminal/**/*.ts'),
  programs: sources('src-main/mcp-server/**/*.ts'),
}
/** Windows that only the app has. */
for (const file of SOURCES.page.keys())
  if (/^src-renderer\/(overlay|quick)\//.test(file)) SOURCES.page.delete(file)

const callsOf = (name: CallName) => new RegExp(`\\b(?:call|ask|useAnswer)\\(\\s*'${name}'`)
const callersIn = (shell: Shell, name: CallName): string[] =>
  [...SOURCES[shell]].filter(([, text]) => callsOf(name).test(text)).map(([file]) => file)
const fieldsOf = (name: CallName): string[] => {
  const input: { shape?: Record<string, unknown> } = CALLS[name].input
  return Object.keys(input.shape ?? {})
}
const isReached = (reach: Reach): reach is Reached => 'by' in reach
const rows = Object.entries(REACH).flatMap(([name, row]) =>
  Object.entries(row).map(([shell, reach]) => ({ name: name as CallName, shell: shell as Shell, reach })),
)

describe('every call is there for every shell, or the table says why not', () => {
  test.each(rows.filter(({ reach }) => isReached(reach)))(
    '$name is called by the $shell',
    ({ name, shell, reach }) => {
      expect(callersIn(shell, name)).toContain(isReached(reach) ? reach.by : '')
    },
  )

  test.each(rows.filter(({ reach }) => !isReached(reach)))(
    '$name has a reason in the $shell',
    ({ name, shell, reach }) => {
      expect(callersIn(shell, name), 'It is called: the table has to say by which file.').toEqual([])
      expect('not' in reach && reach.not.length > 3).toBe(true)
    },
  )

  test.each(Object.entries(REACH).filter(([, row]) => !row.programs))(
    '%s has a line for programs as soon as they make it',
    (name) => expect(callersIn('programs', name as CallName)).toEqual([]),
  )

  test('a shell of the product reaches each call', () => {
    const nowhere = Object.entries(REACH).filter(([, row]) => !Object.values(row).some(isReached))
    expect(nowhere.map(([name]) => name)).toEqual([])
  })

  test.each(rows.filter(({ reach }) => isReached(reach)))(
    'each option of $name is given by the $shell, or the table says why not',
    ({ name, shell, reach }) => {
      const files = [...callersIn(shell, name), ...(isReached(reach) ? reach.with : [])]
      const missing = fieldsOf(name).filter(
        (field) => !files.some((file) => new RegExp(`\\b${field}\\b`).test(SOURCES[shell].get(file) ?? '')),
      )
      const excused = isReached(reach) ? Object.keys(reach.without) : []
      // An excuse for what is given is as wrong as a lack without one; a word may stand in the file for something else.
      expect(missing.filter((field) => !excused.includes(field))).toEqual([])
      expect(excused.filter((field) => !fieldsOf(name).includes(field))).toEqual([])
    },
  )

  test('each option of a call is given by some shell', () => {
    const ungiven = Object.entries(REACH).flatMap(([name, row]) =>
      fieldsOf(name as CallName)
        .filter((field) => !Object.values(row).some((reach) => isReached(reach) && !(field in reach.without)))
        .map((field) => `${name}.${field}`),
    )
    expect(ungiven).toEqual([])
  })
})
