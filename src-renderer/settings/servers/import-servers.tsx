// Imports the servers of another program: its JSON is pasted, then the person reads every command and agrees to it.
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { MCPServerConfig } from '../../../src-preload/contract/config.ts'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/choice.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field, TextArea } from '../../ui/field.tsx'
import { CommandBox } from './agree.tsx'
import { importedServers } from './foreign-json.ts'

interface ImportServersProps {
  agents: readonly string[]
  /** Returns the names that servers of this agent have. */
  taken: (agent: string) => string[]
  onClose: () => void
  /** Adds the servers; returns the fault, or null. */
  onImport: (
    agent: string,
    servers: MCPServerConfig[],
    keys: Record<string, string>,
  ) => Promise<string | null>
}

export function ImportServers({ agents, taken, onClose, onImport }: ImportServersProps) {
  const { t } = useTranslation()
  const [agent, setAgent] = useState(agents.includes('AppAgent') ? 'AppAgent' : (agents[0] ?? ''))
  const [json, setJson] = useState('')
  const [refused, setRefused] = useState<string | null>(null)
  const found = json.trim() === '' ? [] : importedServers(json, taken(agent))
  const good = (found ?? []).flatMap(({ server }) => server ?? [])
  const add = async () => {
    const keys = Object.assign({}, ...(found ?? []).map((one) => one.keys)) as Record<string, string>
    const wrong = await onImport(agent, good, keys)
    if (wrong === null) onClose()
    else setRefused(wrong)
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('settings.servers.import_title')}
      closeLabel={t('settings.close')}
      footer={
        <Button look="primary" disabled={good.length === 0} onClick={() => void add()}>
          {t('settings.servers.agree_add')}
        </Button>
      }
    >
      <div className="flex flex-col gap-3">
        <Field label={t('settings.servers.agent')} className="w-48">
          {({ id }) => (
            <Select
              id={id}
              aria-label={t('settings.servers.agent')}
              value={agent}
              options={agents.map((value) => ({ value, label: value }))}
              onChange={setAgent}
            />
          )}
        </Field>
        <Field
          label={t('settings.servers.import_json')}
          hint={t('settings.servers.import_hint')}
          error={refused ?? (found === null ? t('settings.servers.bad_json') : null)}
        >
          {(ids) => (
            <TextArea
              {...ids}
              rows={8}
              spellCheck={false}
              value={json}
              className="font-mono text-s"
              onChange={(event) => {
                setRefused(null)
                setJson(event.target.value)
              }}
            />
          )}
        </Field>
        {good.length > 0 && <p className="text-ink-2">{t('settings.servers.agree_text')}</p>}
        {(found ?? []).map(({ name, server, fault }) => (
          <div key={name}>
            <span className="font-[550]">{name}</span>
            {server !== null && <CommandBox server={server} command={null} />}
            {fault !== null && (
              <p className="text-s text-bad">
                {fault.words ?? t(`settings.servers.${fault.kind ?? 'name_missing'}`, { agent })}
              </p>
            )}
          </div>
        ))}
      </div>
    </Dialog>
  )
}
