// Shows the control of a field, by its shape.
import { useTranslation } from 'react-i18next'
import { Segmented, Select, Switch } from '../ui/choice.tsx'
import type { FieldIds } from '../ui/field.tsx'
import { cx } from '../ui/cx.ts'
import { DraftInput } from './draft-input.tsx'
import { textOf, typedValue, type Field } from './fields.ts'
import { ListEditor } from './list-editor.tsx'
import type { Setting } from './use-setting.ts'
import { unitOf, type FieldWords } from './words.ts'

interface FieldControlProps {
  field: Field
  setting: Setting
  words: FieldWords
  ids: FieldIds
  /** Names that are offered for a text. */
  suggestions?: readonly string[]
  placeholder?: string | null
}

export function FieldControl({
  field,
  setting,
  words,
  ids,
  suggestions,
  placeholder = null,
}: FieldControlProps) {
  const { t } = useTranslation()
  const { shape } = field
  const { value } = setting
  switch (shape.kind) {
    case 'switch':
      return (
        <Switch {...ids} checked={value === true} onCheckedChange={(checked) => void setting.save(checked)} />
      )
    case 'choice': {
      const options = shape.options.map((option) => ({ value: option, label: words.option(option) }))
      const chosen = typeof value === 'string' ? value : ''
      const shared = { value: chosen, options, onChange: (next: string) => void setting.save(next) }
      return shape.options.length <= 3 ? (
        <Segmented {...shared} id={ids.id} aria-label={words.label} />
      ) : (
        <Select {...shared} id={ids.id} aria-label={words.label} className="" />
      )
    }
    case 'list':
      return (
        <ListEditor
          ids={ids}
          label={words.label}
          values={Array.isArray(value) ? value.map(String) : []}
          onChange={setting.save}
        />
      )
    case 'number':
    case 'text': {
      const text = textOf(value)
      const unit = unitOf(t, field.key)
      const list = suggestions === undefined ? undefined : `${ids.id}-known`
      return (
        <span className={cx('flex items-center gap-2', shape.kind === 'text' && 'w-full')}>
          <span className={shape.kind === 'number' ? 'w-24' : 'w-full'}>
            <DraftInput
              {...ids}
              value={text}
              list={list}
              inputMode={shape.kind === 'number' ? (shape.integer ? 'numeric' : 'decimal') : undefined}
              spellCheck={false}
              placeholder={placeholder ?? (field.nullable ? t('settings.empty_value') : undefined)}
              className={cx(shape.kind === 'number' && 'text-right')}
              onCommit={(typed) => setting.save(typedValue(field, typed))}
            />
          </span>
          {shape.kind === 'number' && <span className="w-16 shrink-0 text-s text-ink-2">{unit}</span>}
          {suggestions !== undefined && (
            <datalist id={list}>
              {suggestions.map((name) => (
                <option key={name}>{name}</option>
              ))}
            </datalist>
          )}
        </span>
      )
    }
    default:
      // A table of entries has an editor of its own.
      return null
  }
}
