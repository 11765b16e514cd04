// Answers the calls that read and change the settings: the configuration, keys, models and MCP servers.
import type { settingsCalls } from '../../../src-preload/contract/calls/settings.ts'
import type { Config } from '../../../src-preload/contract/config.ts'
import { UserError } from '../../core/errors.ts'
import type { DataFolder } from '../../engine/data-folder.ts'
import type { Handlers } from '../handler.ts'
import { readSettings, setSetting, unsetSetting } from '../settings/configuration.ts'
import { mcpServersOf } from '../settings/mcp-servers.ts'
import { keyNames, offeredPresets, offeredRoles } from '../settings/presets.ts'

interface SettingsHandlersOptions {
  data: Pick<DataFolder, 'home' | 'keys'>
  config: () => Config | Promise<Config>
  /** Called after config.yaml was changed, before the call is answered, so that a watcher of the file may look now. */
  changed: () => Promise<void>
}

type SettingsCall = Extract<
  keyof typeof settingsCalls,
  | 'read_config'
  | 'set_config'
  | 'unset_config'
  | 'read_keys'
  | 'set_key'
  | 'delete_key'
  | 'list_presets'
  | 'list_mcp_servers'
>

export function settingsHandlers({
  data: { home, keys },
  config,
  changed,
}: SettingsHandlersOptions): Handlers<SettingsCall> {
  return {
    read_config: ({ strict }) => readSettings(home, { strict }),
    set_config: async ({ key, value, typed }) => {
      const still_wrong = await setSetting(home, key, value, { typed })
      await changed()
      return { still_wrong }
    },
    unset_config: async ({ key }) => {
      const isChanged = await unsetSetting(home, key)
      await changed()
      return { changed: isChanged }
    },

    read_keys: async () => keys.list(keyNames(await config())),
    set_key: async ({ name, value }) => ({ store: await keys.set(name, oneLine(value)) }),
    delete_key: async ({ name }) => {
      await keys.delete(name)
      return {}
    },

    list_presets: () => ({ presets: offeredPresets(), roles: offeredRoles() }),
    list_mcp_servers: async () => ({ servers: mcpServersOf((await config()).mcp) }),
  }
}

/** Removes what was pasted together with a key. */
function oneLine(text: string): string {
  const key = text.trim()
  if (key === '' || /[\r\n]/.test(key)) throw new UserError('Give the key on one line.', { key: 'value' })
  return key
}
