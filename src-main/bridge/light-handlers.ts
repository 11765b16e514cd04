// Answers the calls that need no engine, so that a command that lists runs or stops one does not wait for models, tools and
// desktops to be loaded.
import type { CallName } from '../../src-preload/contract/call-names.ts'
import { memoryCalls } from '../../src-preload/contract/calls/memory.ts'
import { planCalls } from '../../src-preload/contract/calls/plans.ts'
import { scheduleCalls } from '../../src-preload/contract/calls/schedules.ts'
import type { DataFolder } from '../engine/data-folder.ts'
import type { Caller, Handlers } from './handler.ts'

/** Makes handlers that are loaded with their first call. */
export function loaded<N extends CallName>(
  names: readonly N[],
  load: () => Promise<Handlers<N>>,
): Handlers<N> {
  let handlers: Promise<Handlers<N>> | null = null
  const entries = names.map((name) => [
    name,
    async (input: never, caller: Caller) => (await (handlers ??= load()))[name](input, caller),
  ])
  return Object.fromEntries(entries) as Handlers<N>
}

const nobody = () => {}
const noRun = () => Promise.reject(new Error('A run needs an engine.'))

/** Makes these handlers. Each call reads `config.yaml` again. No window has to be told of a change. */
export const lightHandlers = (data: DataFolder): Partial<Handlers<CallName>> => ({
  ...loaded(
    ['list_runs', 'search_runs', 'delete_run', 'export_run', 'write_report', 'step_controls', 'read_usage'],
    async () =>
      (await import('./handlers/history.ts')).historyHandlers({
        runs: data.runs,
        writesFiles: true,
        deleted: nobody,
      }),
  ),
  ...loaded(['list_rules', 'revoke_rule'], async () =>
    (await import('./handlers/rules.ts')).rulesHandlers({ data }),
  ),
  ...loaded(Object.keys(memoryCalls) as (keyof typeof memoryCalls)[], async () =>
    (await import('./handlers/memory.ts')).memoryHandlers({ data, writesFiles: true, changed: nobody }),
  ),
  ...loaded(
    [
      'read_config',
      'set_config',
      'unset_config',
      'read_keys',
      'set_key',
      'delete_key',
      'list_presets',
      'list_mcp_servers',
    ],
    async () => {
      const [{ settingsHandlers }, { loadConfigLeniently }] = await Promise.all([
        import('./handlers/settings.ts'),
        import('../engine/configuration.ts'),
      ])
      const config = async () => (await loadConfigLeniently({ home: data.home })).config
      return settingsHandlers({ data, config, changed: () => Promise.resolve() })
    },
  ),
  ...loaded(['view_queue', 'control_queue'], async () => {
    const [{ queueHandlers }, { loadConfigWith }] = await Promise.all([
      import('./handlers/queues.ts'),
      import('../engine/configuration.ts'),
    ])
    return queueHandlers({ config: () => loadConfigWith({ home: data.home }), keys: data.keys })
  }),
  ...loaded(
    ['check_run', 'record_plan', 'find_plans', ...(Object.keys(planCalls) as (keyof typeof planCalls)[])],
    async () =>
      (await import('./handlers/plans.ts')).planHandlers({
        home: data.home,
        runs: data.runs,
        changed: nobody,
        follow: noRun,
      }),
  ),
  ...loaded(Object.keys(scheduleCalls) as (keyof typeof scheduleCalls)[], async () =>
    (await import('./handlers/schedules.ts')).scheduleHandlers({
      home: data.home,
      env: data.env,
      changed: nobody,
    }),
  ),
  control_run: async ({ run, wish }) => {
    try {
      return { run: await data.runs.control(run, wish) }
    } finally {
      // A command to a killed run also ends the desktop that the run has left.
      await data.runs.sweep()
    }
  },
  close_run: async ({ run }) => {
    await data.runs.close(run)
    return {}
  },
})
