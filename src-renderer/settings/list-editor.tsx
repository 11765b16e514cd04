// Edits a list of texts: each can be removed, new ones are added at the end.
import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../ui/button.tsx'
import { Input, type FieldIds } from '../ui/field.tsx'

interface ListEditorProps {
  ids: FieldIds
  label: string
  values: readonly string[]
  onChange: (values: string[]) => Promise<boolean>
}

export function ListEditor({ ids, label, values, onChange }: ListEditorProps) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const add = async () => {
    const name = typed.trim()
    if (name === '') return
    if (values.includes(name) || (await onChange([...values, name]))) setTyped('')
  }
  return (
    <div className="flex flex-col gap-2">
      {values.length === 0 && <p className="text-ink-3">{t('settings.list.empty')}</p>}
      <ul aria-label={label} className="flex flex-wrap gap-1.5">
        {values.map((name, index) => (
          <li
            key={name}
            className="inline-flex h-6 items-center gap-1 rounded-full border border-line bg-raised pr-1 pl-2.5 text-s"
          >
            {name}
            <button
              type="button"
              aria-label={t('settings.list.remove', { name })}
              className="grid size-4.5 place-items-center rounded-full text-ink-3 hover:bg-sunken hover:text-ink"
              onClick={() => void onChange(values.filter((_, at) => at !== index))}
            >
              <X aria-hidden size={12} />
            </button>
          </li>
        ))}
      </ul>
      <div className="flex gap-2">
        <div className="w-64">
          <Input
            {...ids}
            value={typed}
            spellCheck={false}
            placeholder={t('settings.list.placeholder')}
            onChange={(event) => setTyped(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && !event.nativeEvent.isComposing) void add()
            }}
          />
        </div>
        <Button
          icon={<Plus aria-hidden size={14} />}
          onClick={() => void add()}
          disabled={typed.trim() === ''}
        >
          {t('settings.add')}
        </Button>
      </div>
    </div>
  )
}
