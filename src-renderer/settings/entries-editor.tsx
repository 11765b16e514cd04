// Edits entries under names of their own, as a table: a price per model, a command per application.
import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button, IconButton } from '../ui/button.tsx'
import { cx } from '../ui/cx.ts'
import { Input } from '../ui/field.tsx'
import { DraftInput } from './draft-input.tsx'
import { useSetting } from './use-setting.ts'

export interface Column {
  name: string
  label: string
  numeric: boolean
}

interface EntriesEditorProps {
  /** The key that holds the entries. */
  name: string
  columns: readonly Column[]
  nameLabel: string
  empty: string
  addLabel: string
  removeLabel: (name: string) => string
  cellsOf: (value: unknown) => string[]
  valueOf: (cells: readonly string[]) => unknown
}

export function EntriesEditor(props: EntriesEditorProps) {
  const setting = useSetting([props.name])
  const entries = Object.entries((setting.value ?? {}) as Record<string, unknown>)
  return (
    <div data-setting={props.name} className="py-2">
      {entries.length === 0 && <p className="py-1 text-ink-3">{props.empty}</p>}
      {entries.map(([name, value]) => (
        <EntryRow key={name} {...props} entry={name} value={value} />
      ))}
      <AddRow {...props} taken={entries.map(([name]) => name)} />
      <div className="flex h-6 items-end gap-2 text-xs text-ink-3">
        <code className="font-mono">{props.name}</code>
        {setting.error !== null && (
          <span role="alert" className="text-bad">
            {setting.error}
          </span>
        )}
      </div>
    </div>
  )
}

const widthOf = (column: Column): string => (column.numeric ? 'w-24 shrink-0' : 'min-w-0 flex-[2]')
const ROW = 'flex items-start gap-2 py-1'

function EntryRow(props: EntriesEditorProps & { entry: string; value: unknown }) {
  const { entry, columns } = props
  const setting = useSetting([props.name, entry])
  const cells = props.cellsOf(props.value)
  return (
    <>
      <div className={ROW}>
        <div className="flex h-7.5 min-w-0 flex-1 items-center truncate font-mono text-s">{entry}</div>
        {columns.map((column, index) => (
          <div key={column.name} className={widthOf(column)}>
            <DraftInput
              aria-label={`${column.label}: ${entry}`}
              aria-invalid={setting.error === null ? undefined : true}
              value={cells[index] ?? ''}
              className={cx(column.numeric && 'text-right')}
              onCommit={(text) => setting.save(props.valueOf(cells.with(index, text)))}
            />
          </div>
        ))}
        <IconButton label={props.removeLabel(entry)} onClick={() => void setting.reset()}>
          <Trash2 aria-hidden size={14} />
        </IconButton>
      </div>
      {setting.error !== null && (
        <p role="alert" className="pb-1 text-s text-bad">
          {setting.error}
        </p>
      )}
    </>
  )
}

function AddRow(props: EntriesEditorProps & { taken: readonly string[] }) {
  const { t } = useTranslation()
  const { columns } = props
  const [name, setName] = useState('')
  const [cells, setCells] = useState(() => columns.map(() => ''))
  const setting = useSetting([props.name, name.trim()])
  const ready =
    name.trim() !== '' && !props.taken.includes(name.trim()) && cells.every((cell) => cell.trim() !== '')
  const add = async () => {
    if (!ready || !(await setting.save(props.valueOf(cells)))) return
    setName('')
    setCells(columns.map(() => ''))
  }
  return (
    <form
      className={ROW}
      onSubmit={(event) => {
        event.preventDefault()
        void add()
      }}
    >
      <div className="min-w-0 flex-1">
        <Input
          aria-label={props.nameLabel}
          placeholder={props.nameLabel}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
      </div>
      {columns.map((column, index) => (
        <div key={column.name} className={widthOf(column)}>
          <Input
            aria-label={column.label}
            placeholder={column.label}
            value={cells[index] ?? ''}
            onChange={(event) => setCells(cells.with(index, event.target.value))}
            className={cx(column.numeric && 'text-right')}
          />
        </div>
      ))}
      <Button
        type="submit"
        aria-label={props.addLabel}
        disabled={!ready}
        icon={<Plus aria-hidden size={14} />}
      >
        {t('settings.add')}
      </Button>
    </form>
  )
}
