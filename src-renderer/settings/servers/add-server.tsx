// Adds or changes an MCP server: asks what it is, then for agreement to its whole command. Nothing is written or started before
// that.
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { MCPServerState } from '../../../src-preload/contract/calls/settings.ts'
import { mcpServerConfigSchema, type MCPServerConfig } from '../../../src-preload/contract/config.ts'
import { Button } from '../../ui/button.tsx'
import { Segmented, Select, Switch } from '../../ui/choice.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field, Input, TextArea } from '../../ui/field.tsx'
import { fieldWords } from '../words.ts'
import { useShownKeys } from '../shown-keys.ts'
import { CommandBox } from './agree.tsx'
import type { Spot } from './changes.ts'
import { apart, draftOf, draftServer, EMPTY_DRAFT, type Draft, type DraftFault } from './draft.ts'

interface AddServerProps {
  agents: readonly string[]
  /** Returns the names that servers of this agent have. */
  taken: (agent: string) => string[]
  onClose: () => void
  /** The server that is changed; its position stays. */
  edited?: MCPServerState | null
  /** Adds the server; returns the fault, or null. `keys` are kept, and not written into the configuration. */
  onAdd: (spot: Spot, server: MCPServerConfig, keys: Record<string, string>) => Promise<string | null>
}

export function AddServer({ agents, taken, edited = null, onClose, onAdd }: AddServerProps) {
  const { t } = useTranslation()
  const [draft, setDraft] = useState<Draft>(() =>
    edited === null
      ? { ...EMPTY_DRAFT, agent: agents[0] ?? 'AppAgent' }
      : { ...EMPTY_DRAFT, ...draftOf(edited.server), agent: edited.agent, list: edited.list },
  )
  const [keys, setKeys] = useState<Record<string, string>>({})
  const [server, setServer] = useState<MCPServerConfig | null>(null)
  const [fault, setFault] = useState<DraftFault | null>(null)

  const review = () => {
    const others = taken(draft.agent).filter((name) => name !== edited?.server.namespace)
    const made = draftServer(draft, others)
    setDraft(apart(draft))
    setFault(made.ok ? null : made.fault)
    if (!made.ok) return
    setKeys(made.keys)
    setServer({ ...made.server, enabled: edited?.server.enabled ?? true })
  }
  const add = async () => {
    if (server === null) return
    const wrong = await onAdd(
      { agent: draft.agent, root: edited?.root ?? 'default', list: draft.list },
      server,
      keys,
    )
    if (wrong === null) return onClose()
    setServer(null)
    setFault({ field: 'namespace', words: wrong })
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={t(edited === null ? 'settings.servers.add_title' : 'settings.servers.edit_title')}
      closeLabel={t('settings.close')}
      footer={
        server === null ? (
          <Button look="primary" onClick={review}>
            {t('settings.servers.review')}
          </Button>
        ) : (
          <>
            <Button onClick={() => setServer(null)}>{t('settings.servers.back')}</Button>
            <Button look="primary" onClick={() => void add()}>
              {t(edited === null ? 'settings.servers.agree_add' : 'settings.servers.agree_change')}
            </Button>
          </>
        )
      }
    >
      {server === null ? (
        <DraftForm
          agents={agents}
          isPlaced={edited !== null}
          draft={draft}
          fault={fault}
          onChange={(change) => setDraft({ ...draft, ...change })}
        />
      ) : (
        <div className="text-ink-2">
          {t(server.type === 'http' ? 'settings.servers.agree_http' : 'settings.servers.agree_text')}
          <CommandBox server={mcpServerConfigSchema.parse(server)} command={null} />
          {Object.keys(keys).length > 0 && (
            <p className="mt-2">{t('settings.servers.keys_kept', { names: Object.keys(keys).join(', ') })}</p>
          )}
        </div>
      )}
    </Dialog>
  )
}

interface DraftFormProps {
  agents: readonly string[]
  /** Whether its agent and list can no longer be chosen. */
  isPlaced: boolean
  draft: Draft
  fault: DraftFault | null
  onChange: (change: Partial<Draft>) => void
}

const LINES = [
  ['namespace', 'both'],
  ['command', 'stdio'],
  ['start_args', 'stdio'],
  ['env', 'stdio'],
  ['cwd', 'stdio'],
  ['address', 'http'],
  ['headers', 'http'],
] as const

function DraftForm({ agents, isPlaced, draft, fault, onChange }: DraftFormProps) {
  const { t } = useTranslation()
  const reset = fieldWords(t, 'server', 'reset')
  const keys = useShownKeys(({ shown }) => shown)
  const errorOf = (field: DraftFault['field']): string | null => {
    if (fault?.field !== field) return null
    return fault.words ?? t(`settings.servers.${fault.kind ?? 'name_missing'}`, { agent: draft.agent })
  }
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap gap-6">
        {!isPlaced && (
          <>
            <Field label={t('settings.servers.agent')} className="w-48">
              {({ id }) => (
                <Select
                  id={id}
                  aria-label={t('settings.servers.agent')}
                  value={draft.agent}
                  options={agents.map((agent) => ({ value: agent, label: agent }))}
                  onChange={(agent) => onChange({ agent })}
                />
              )}
            </Field>
            <Field label={t('settings.servers.kind')}>
              {({ id }) => (
                <Segmented
                  id={id}
                  aria-label={t('settings.servers.kind')}
                  value={draft.list}
                  options={[
                    { value: 'action', label: t('settings.servers.kind_acts') },
                    { value: 'data_collection', label: t('settings.servers.kind_looks') },
                  ]}
                  onChange={(list) => onChange({ list })}
                />
              )}
            </Field>
          </>
        )}
        <Field label={fieldWords(t, 'server', 'type').label}>
          {({ id }) => (
            <Segmented
              id={id}
              aria-label={fieldWords(t, 'server', 'type').label}
              value={draft.type}
              options={(['stdio', 'http'] as const).map((type) => ({
                value: type,
                label: t(`settings.server.type.options.${type}`),
              }))}
              onChange={(type) => onChange({ type })}
            />
          )}
        </Field>
      </div>
      {LINES.filter(([, type]) => type === 'both' || type === draft.type).map(([name]) => {
        const words = fieldWords(t, 'server', name)
        const long = name === 'start_args' || name === 'env' || name === 'headers'
        return (
          <Field
            key={name}
            label={words.label}
            hint={words.help}
            {...(keys && { settingKey: name })}
            error={errorOf(name)}
          >
            {(ids) =>
              long ? (
                <TextArea
                  {...ids}
                  rows={3}
                  spellCheck={false}
                  value={draft[name]}
                  className="font-mono text-s"
                  onChange={(event) => onChange({ [name]: event.target.value })}
                />
              ) : (
                <Input
                  {...ids}
                  value={draft[name]}
                  onChange={(event) => onChange({ [name]: event.target.value })}
                  // The person may have pasted a whole command.
                  onBlur={name === 'command' ? () => onChange(apart(draft)) : undefined}
                />
              )
            }
          </Field>
        )
      })}
      <Field label={reset.label} hint={reset.help} {...(keys && { settingKey: 'reset' })}>
        {(ids) => <Switch {...ids} checked={draft.reset} onCheckedChange={(on) => onChange({ reset: on })} />}
      </Field>
    </div>
  )
}
