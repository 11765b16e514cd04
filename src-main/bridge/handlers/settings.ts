// Answers the calls of the settings: the configuration, keys, models, MCP servers, and what works on this machine.
import type { settingsCalls } from '../../../src-preload/contract/calls/settings.ts'
import { checkServer } from '../../computer/mcp-check.ts'
import { RunControl } from '../../core/run-control.ts'
import { UserError } from '../../core/errors.ts'
import type { Engine } from '../../engine.ts'
import { findLocalModels } from '../../models/local-models.ts'
import { describeTools } from '../../models/tools/described.ts'
import { testOffline } from '../../interpreter/test-offline.ts'
import { testModel } from '../../models/test-model.ts'
import type { Caller, Handlers } from '../handler.ts'
import { readSettings, setSetting, unsetSetting } from '../settings/configuration.ts'
import { mcpServersOf } from '../settings/mcp-servers.ts'
import { keyNames, offeredPresets, offeredRoles } from '../settings/presets.ts'

interface SettingsHandlersOptions {
  engine: Pick<Engine, 'home' | 'env' | 'keys' | 'config' | 'logger' | 'doctor' | 'testTools'>
  /** Called after config.yaml was changed, before the call is answered: whoever watches the file may look now. */
  changed: () => Promise<void>
}

type SettingsCall = Exclude<keyof typeof settingsCalls, 'list_rules' | 'revoke_rule'>

export function settingsHandlers({ engine, changed }: SettingsHandlersOptions): Handlers<SettingsCall> {
  return {
    read_config: () => readSettings(engine.home),
    set_config: async ({ key, value }) => {
      await setSetting(engine.home, key, value)
      await changed()
      return {}
    },
    unset_config: async ({ key }) => {
      await unsetSetting(engine.home, key)
      await changed()
      return {}
    },

    read_keys: () => engine.keys.list(keyNames(engine.config)),
    set_key: async ({ name, value }) => {
      await engine.keys.set(name, oneLine(value))
      return {}
    },
    delete_key: async ({ name }) => {
      await engine.keys.delete(name)
      return {}
    },

    list_presets: () => ({ presets: offeredPresets(), roles: offeredRoles() }),
    find_local_models: (_input, caller) =>
      whileHere(caller, async (run) => ({ found: await findLocalModels(run) })),
    test_model: (model, caller) =>
      whileHere(caller, (run) =>
        model.provider === 'offline' ? testOffline(run) : testModel(model, { secrets: engine.keys }, run),
      ),

    list_tools: () => ({ tools: describeTools(engine.config, engine.home) }),
    test_tool: async ({ tool_name }) => {
      const [tested] = await engine.testTools(tool_name)
      if (!tested) throw new UserError(`There is no tool “${tool_name}”.`)
      return tested
    },

    list_mcp_servers: () => ({ servers: mcpServersOf(engine.config.mcp) }),
    check_mcp_server: ({ server }, caller) =>
      whileHere(caller, (run) => checkServer(server, { env: engine.env, logger: engine.logger }, run)),

    examine: async () => ({
      findings: (await engine.doctor()).map(({ mend, ...finding }) => ({ ...finding, fix: mend })),
    }),
  }
}

/** A key is pasted with what is around it. */
function oneLine(text: string): string {
  const key = text.trim()
  if (key === '' || /[\r\n]/.test(key)) throw new UserError('Give the key on one line.', { key: 'value' })
  return key
}

/** Ends with the window that asked. */
async function whileHere<T>(caller: Caller, work: (run: RunControl) => Promise<T>): Promise<T> {
  using run = new RunControl()
  caller.onGone(() => run.stop())
  return await work(run)
}
