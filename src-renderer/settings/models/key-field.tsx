// Shows the field for the key of a service, which is set, replaced and removed, but never shown. Says where it is kept and why
// there.
import { Eye, EyeOff, KeyRound } from 'lucide-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CallOutput } from '../../../src-preload/contract/calls.ts'
import { bridge, faultWords } from '../../state/bridge.ts'
import { saidNow } from '../../state/sentences.ts'
import type { Answer } from '../../state/use-answer.ts'
import { announce } from '../../ui/announcer.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { Confirm } from '../../ui/dialog.tsx'
import { Input } from '../../ui/field.tsx'

interface KeyFieldProps {
  /** Name of the key; null where the service needs none. */
  name: string | null
  keys: Answer<CallOutput<'read_keys'>>
}

export function KeyField({ name, keys }: KeyFieldProps) {
  const { t } = useTranslation()
  if (name === null) {
    return <p className="border-t border-line py-3 text-s text-ink-2">{t('settings.key.needs_none')}</p>
  }
  return <NamedKey key={name} name={name} keys={keys} />
}

function NamedKey({ name, keys }: { name: string; keys: Answer<CallOutput<'read_keys'>> }) {
  const { t } = useTranslation()
  const id = useId()
  const [typed, setTyped] = useState('')
  const [seen, setSeen] = useState(false)
  const [editing, setEditing] = useState(false)
  const [removing, setRemoving] = useState(false)
  const [fault, setFault] = useState<string | null>(null)
  const kept = keys.value?.keys.find((key) => key.name === name)
  const { again } = keys

  const change = async (call: () => Promise<unknown>, done: string) => {
    try {
      await call()
      // The typed key does not stay in the window any longer than necessary.
      setTyped('')
      setSeen(false)
      setEditing(false)
      setFault(null)
      announce(done)
    } catch (error) {
      setFault(faultWords(error))
    }
    again()
  }
  const save = () =>
    void change(() => bridge.call('set_key', { name, value: typed.trim() }), t('settings.key.saved'))
  const remove = () => {
    setRemoving(false)
    void change(() => bridge.call('delete_key', { name }), t('settings.key.removed'))
  }
  const asks = editing || kept === undefined

  return (
    <div className="flex flex-col gap-1.5 border-t border-line py-3">
      <div className="flex flex-wrap items-center gap-2">
        <label htmlFor={asks ? id : undefined} className="font-[550]">
          {t('settings.key.label')}
        </label>
        <code className="font-mono text-xs text-ink-3">{name}</code>
        {kept !== undefined && (
          <span className="inline-flex items-center gap-1 text-s text-good">
            <KeyRound aria-hidden size={13} />
            {t('settings.key.is_set')}
          </span>
        )}
        {kept !== undefined && !editing && kept.from !== 'environment' && (
          <span className="ml-auto flex gap-2">
            <Button size="s" onClick={() => setEditing(true)}>
              {t('settings.key.replace')}
            </Button>
            <Button size="s" look="danger" onClick={() => setRemoving(true)}>
              {t('settings.key.remove')}
            </Button>
          </span>
        )}
      </div>
      {asks && (
        <form
          className="flex gap-2"
          onSubmit={(event) => {
            event.preventDefault()
            if (typed.trim() !== '') save()
          }}
        >
          <Input
            id={id}
            type={seen ? 'text' : 'password'}
            autoComplete="off"
            placeholder={t('settings.key.placeholder')}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
            className="font-mono"
          />
          <IconButton
            label={t(seen ? 'settings.key.hide' : 'settings.key.show')}
            type="button"
            onClick={() => setSeen(!seen)}
          >
            {seen ? <EyeOff aria-hidden size={15} /> : <Eye aria-hidden size={15} />}
          </IconButton>
          <Button type="submit" disabled={typed.trim() === ''}>
            {t('settings.key.set')}
          </Button>
          {editing && (
            <Button look="quiet" onClick={() => setEditing(false)}>
              {t('settings.cancel')}
            </Button>
          )}
        </form>
      )}
      <p className="text-s text-ink-2">
        {kept === undefined ? t('settings.key.is_missing') : t(`settings.key.from.${kept.from}`)}{' '}
        {asks && keys.value !== null && (
          <>
            {t(`settings.key.store.${keys.value.store.kind}`)} {saidNow(keys.value.store.why ?? '')}{' '}
            {t('settings.key.never_shown')}
          </>
        )}
      </p>
      {fault !== null && (
        <p role="alert" className="text-s text-bad">
          {fault}
        </p>
      )}
      <Confirm
        open={removing}
        title={t('settings.key.remove_title', { name })}
        text={t('settings.key.remove_text')}
        cancel={t('settings.cancel')}
        confirm={t('settings.key.remove')}
        onCancel={() => setRemoving(false)}
        onConfirm={remove}
      />
    </div>
  )
}
