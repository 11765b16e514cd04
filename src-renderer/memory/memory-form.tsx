// Shows the form to change a memory by hand: how it is found, what it says, and where it holds.
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Memory } from '../../src-preload/contract/memory.ts'
import { bridge, faultWords } from '../state/bridge.ts'
import { Button } from '../ui/button.tsx'
import { TextField } from '../ui/field.tsx'
import { Notice } from '../ui/notice.tsx'
import { applicationsOf, changeOf, draftOf } from './draft.ts'

interface MemoryFormProps {
  memory: Memory
  onClose: () => void
  onSaved: () => void
}

export function MemoryForm({ memory, onClose, onSaved }: MemoryFormProps) {
  const { t } = useTranslation()
  const [draft, setDraft] = useState(() => draftOf(memory))
  const [fault, setFault] = useState<string | null>(null)
  const [going, setGoing] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const change = changeOf(memory, draft)
  const complete = [draft.title, draft.key, draft.text].every((text) => text.trim() !== '')

  const save = async () => {
    setGoing(true)
    try {
      await bridge.call('edit_memory', { id: memory.id, ...change })
      onSaved()
    } catch (error) {
      setFault(faultWords(error))
      setGoing(false)
    }
  }
  // The first field gets the focus, so that a person can type at once.
  useEffect(() => form.current?.querySelector('input')?.focus(), [])
  const set = (name: keyof typeof draft) => (text: string) => setDraft({ ...draft, [name]: text })
  return (
    <form
      ref={form}
      aria-label={t('memory.edit')}
      className="flex flex-col gap-3 rounded-m border border-line bg-panel p-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (complete && change !== null && !going) void save()
      }}
    >
      <TextField label={t('memory.about_what')} value={draft.title} maxLength={500} onText={set('title')} />
      <TextField
        label={t('memory.key')}
        hint={t('memory.key_hint')}
        rows={2}
        value={draft.key}
        maxLength={5000}
        onText={set('key')}
      />
      <TextField
        label={t('memory.text')}
        rows={8}
        value={draft.text}
        maxLength={100_000}
        onText={set('text')}
      />
      <TextField
        label={t('memory.tips')}
        hint={t('memory.tips_hint')}
        rows={3}
        value={draft.tips}
        maxLength={20_000}
        onText={set('tips')}
      />
      <TextField
        label={t('memory.application')}
        hint={t('memory.applications_hint', { count: applicationsOf(draft.applications).length })}
        value={draft.applications}
        onText={set('applications')}
      />
      {fault !== null && <Notice>{fault}</Notice>}
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>{t('settings.cancel')}</Button>
        <Button type="submit" look="primary" disabled={!complete || change === null} busy={going}>
          {t('memory.save')}
        </Button>
      </div>
    </form>
  )
}
