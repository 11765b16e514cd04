// Shows one MCP server: its whole command, whether it is enabled, and on request its health and tools.
import { Check, Pencil, Trash2, X } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CallOutput } from '../../../src-preload/contract/calls.ts'
import type { MCPServerState } from '../../../src-preload/contract/calls/settings.ts'
import { durationWords } from '../../../src-preload/contract/words.ts'
import { bridge, faultWords } from '../../state/bridge.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { Switch } from '../../ui/choice.tsx'
import { Confirm } from '../../ui/dialog.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import { Agree, CommandBox } from './agree.tsx'

type Health = CallOutput<'check_mcp_server'>

interface ServerRowProps {
  state: MCPServerState
  onEnable: (enabled: boolean) => void
  onEdit: () => void
  onRemove: () => void
}

export function ServerRow({ state, onEnable, onEdit, onRemove }: ServerRowProps) {
  const { t } = useTranslation()
  const { server } = state
  const name = server.namespace
  const [health, setHealth] = useState<Health | 'checking' | null>(null)
  const [asks, setAsks] = useState<'check' | 'enable' | 'remove' | null>(null)
  // A built-in server is part of Deskhand; only a foreign program or address needs the person's consent.
  const foreign = server.type !== 'local'

  const check = async () => {
    setAsks(null)
    setHealth('checking')
    try {
      setHealth(await bridge.call('check_mcp_server', { server }))
    } catch (error) {
      setHealth({ ok: false, error: faultWords(error), tools: [], ms: 0 })
    }
  }
  const agree = () => {
    if (asks === 'check') void check()
    else onEnable(true)
    setAsks(null)
  }

  return (
    <div className="border-t border-line py-2.5 first:border-t-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-[550]">{name}</span>
        <Badge>{t(`settings.server.type.options.${server.type}`)}</Badge>
        <span className="text-s text-ink-3">
          {t(state.list === 'action' ? 'settings.servers.acts' : 'settings.servers.looks')}
          {state.root !== 'default' && ` · ${t('settings.servers.root')} ${state.root}`}
        </span>
        <span className="ml-auto flex items-center gap-2">
          <Button
            size="s"
            disabled={health === 'checking'}
            aria-label={t('settings.servers.check_of', { name })}
            onClick={() => (foreign ? setAsks('check') : void check())}
          >
            {t('settings.servers.check')}
          </Button>
          <Switch
            aria-label={t('settings.servers.enable', { name })}
            checked={server.enabled}
            onCheckedChange={(enabled) => (enabled && foreign ? setAsks('enable') : onEnable(enabled))}
          />
          {foreign && (
            <>
              <IconButton label={t('settings.servers.edit_of', { name })} onClick={onEdit}>
                <Pencil aria-hidden size={14} />
              </IconButton>
              <IconButton label={t('settings.servers.remove_of', { name })} onClick={() => setAsks('remove')}>
                <Trash2 aria-hidden size={14} />
              </IconButton>
            </>
          )}
        </span>
      </div>
      {foreign && <CommandBox server={server} command={state.command} />}
      {health !== null && <HealthLine health={health} />}
      <Agree
        server={asks === 'check' || asks === 'enable' ? server : null}
        command={state.command}
        verb={t(asks === 'enable' ? 'settings.servers.agree_enable' : 'settings.servers.agree_start')}
        onCancel={() => setAsks(null)}
        onAgree={agree}
      />
      <Confirm
        open={asks === 'remove'}
        title={t('settings.servers.remove_title', { name, agent: state.agent })}
        text={t('settings.servers.remove_text')}
        cancel={t('settings.cancel')}
        confirm={t('settings.remove')}
        onCancel={() => setAsks(null)}
        onConfirm={() => {
          setAsks(null)
          onRemove()
        }}
      />
    </div>
  )
}

function HealthLine({ health }: { health: Health | 'checking' }) {
  const { t } = useTranslation()
  if (health === 'checking') {
    return <output className="mt-1.5 block text-s text-ink-3">{t('settings.servers.checking')}</output>
  }
  if (!health.ok) {
    return (
      <p role="alert" className="mt-1.5 flex gap-1.5 text-s text-bad">
        <X aria-hidden size={14} className="mt-0.5 shrink-0" />
        <span className="break-words">
          {t('settings.servers.broken')}: {health.error}
        </span>
      </p>
    )
  }
  return (
    <Disclosure
      className="mt-1 text-s"
      summary={
        <>
          <Check aria-hidden size={14} className="text-good" />
          <span className="text-good">
            {t('settings.servers.healthy', { time: durationWords(health.ms) })}
          </span>
          <span>{t('settings.servers.tools', { count: health.tools.length })}</span>
        </>
      }
    >
      <dl className="mt-1 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1">
        {health.tools.map((tool) => (
          <div key={tool.name} className="contents">
            <dt className="font-mono">{tool.name}</dt>
            <dd className="truncate text-ink-2" title={tool.description}>
              {tool.description}
            </dd>
          </div>
        ))}
      </dl>
    </Disclosure>
  )
}
