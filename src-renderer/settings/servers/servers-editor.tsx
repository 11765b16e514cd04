// Edits the MCP servers of each agent: shows what they are, whether they work, which tools they have; adds and removes them.
import { FileJson, Plus } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { MCPServerState } from '../../../src-preload/contract/calls/settings.ts'
import type { MCPServerConfig } from '../../../src-preload/contract/config.ts'
import { bridge, faultWords } from '../../state/bridge.ts'
import { useConfig } from '../../state/store.ts'
import { useAnswer } from '../../state/use-answer.ts'
import { announce } from '../../ui/announcer.tsx'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { SectionBox } from '../section.tsx'
import { AddServer } from './add-server.tsx'
import { changedServers, type Spot } from './changes.ts'
import { ImportServers } from './import-servers.tsx'
import { ServerRow } from './server-row.tsx'
import { Unanswered } from '../../ui/unanswered.tsx'

type ChangeServers = (
  spot: Spot,
  change: (servers: MCPServerConfig[]) => MCPServerConfig[],
) => Promise<string | null>

/** Returns a function that writes a change; it returns null, or the fault. */
function useChange(): ChangeServers {
  const { t } = useTranslation()
  const config = useConfig()
  return async (spot, change) => {
    if (config === null) return null
    const { path, value } = changedServers(config.values.mcp, spot, change)
    try {
      await bridge.call('set_config', { key: [...path], value })
      announce(t('settings.saved'))
      return null
    } catch (error) {
      return faultWords(error)
    }
  }
}

export function ServersEditor() {
  const { t } = useTranslation()
  const config = useConfig()
  const answer = useAnswer('list_mcp_servers', {})
  const { value, again } = answer
  const [adding, setAdding] = useState<'one' | 'import' | MCPServerState | null>(null)
  const [fault, setFault] = useState<string | null>(null)
  const change = useChange()
  const mcp = config?.values.mcp
  // The program reads the same file, so the list is loaded again after a change.
  useEffect(again, [mcp, again])
  const agents = useMemo(() => {
    const servers = Map.groupBy(value?.servers ?? [], (state) => state.agent)
    return [...new Set([...Object.keys(mcp ?? {}), ...servers.keys()])].map((agent) => ({
      agent,
      servers: servers.get(agent) ?? [],
    }))
  }, [value, mcp])

  const tell = async (spot: Spot, by: (servers: MCPServerConfig[]) => MCPServerConfig[]) => {
    const wrong = await change(spot, by)
    setFault(wrong)
    return wrong
  }
  /** Stores the keys first, so that a server is never written without the keys that it needs. */
  const tellWithKeys = async (
    keys: Record<string, string>,
    spot: Spot,
    by: (servers: MCPServerConfig[]) => MCPServerConfig[],
  ) => {
    try {
      for (const [name, value] of Object.entries(keys)) await bridge.call('set_key', { name, value })
    } catch (failure) {
      return faultWords(failure)
    }
    return await tell(spot, by)
  }
  const taken = (agent: string) =>
    agents.find((one) => one.agent === agent)?.servers.map((one) => one.server.namespace) ?? []
  const edited = typeof adding === 'object' ? adding : null
  const replace = (state: MCPServerState, by: MCPServerConfig[]) =>
    void tell(state, (servers) => servers.toSpliced(state.index, 1, ...by))

  return (
    <>
      <div className="mt-4 flex items-center gap-3">
        <Button icon={<Plus aria-hidden size={14} />} onClick={() => setAdding('one')}>
          {t('settings.servers.add')}
        </Button>
        <Button icon={<FileJson aria-hidden size={14} />} onClick={() => setAdding('import')}>
          {t('settings.servers.import')}
        </Button>
        <span className="text-s text-ink-2">{t('settings.servers.none_changed')}</span>
      </div>
      {fault !== null && (
        <div className="mt-3">
          <Notice>{fault}</Notice>
        </div>
      )}
      <Unanswered answer={answer} loading={t('settings.loading')} />
      {value !== null &&
        agents.map(({ agent, servers }) => (
          <SectionBox key={agent} title={agent}>
            {servers.length === 0 && <p className="py-3 text-ink-3">{t('settings.servers.empty')}</p>}
            {servers.map((state) => (
              <ServerRow
                key={`${state.root}.${state.list}.${state.index}.${state.server.namespace}`}
                state={state}
                onEnable={(enabled) => replace(state, [{ ...state.server, enabled }])}
                onEdit={() => setAdding(state)}
                onRemove={() => replace(state, [])}
              />
            ))}
          </SectionBox>
        ))}
      {adding === 'import' && (
        <ImportServers
          agents={agents.map(({ agent }) => agent)}
          taken={taken}
          onClose={() => setAdding(null)}
          onImport={(agent, added, keys) =>
            tellWithKeys(keys, { agent, root: 'default', list: 'action' }, (servers) => [
              ...servers,
              ...added,
            ])
          }
        />
      )}
      {(adding === 'one' || edited !== null) && (
        <AddServer
          agents={agents.map(({ agent }) => agent)}
          taken={taken}
          edited={edited}
          onClose={() => setAdding(null)}
          onAdd={(spot, server, keys) =>
            tellWithKeys(keys, spot, (servers) =>
              edited === null ? [...servers, server] : servers.toSpliced(edited.index, 1, server),
            )
          }
        />
      )}
    </>
  )
}
