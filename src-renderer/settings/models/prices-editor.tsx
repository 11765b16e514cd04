// Edits the person's own prices: service/model → US dollars per 1000 tokens in and out.
import { useTranslation } from 'react-i18next'
import { EntriesEditor } from '../entries-editor.tsx'
import { textOf, typedValue } from '../fields.ts'

const NUMBER = { shape: { kind: 'number', integer: false, min: null, max: null }, nullable: false } as const

function cellsOf(value: unknown): string[] {
  const price = (value ?? {}) as { input?: unknown; output?: unknown }
  return [textOf(price.input), textOf(price.output)]
}

const valueOf = (cells: readonly string[]): unknown => ({
  input: typedValue(NUMBER, cells[0] ?? ''),
  output: typedValue(NUMBER, cells[1] ?? ''),
})

export function PricesEditor() {
  const { t } = useTranslation()
  return (
    <EntriesEditor
      name="prices"
      columns={[
        { name: 'input', label: t('settings.prices.input'), numeric: true },
        { name: 'output', label: t('settings.prices.output'), numeric: true },
      ]}
      nameLabel={t('settings.prices.name')}
      empty={t('settings.prices.empty')}
      addLabel={t('settings.prices.add')}
      removeLabel={(name) => t('settings.prices.remove', { name })}
      cellsOf={cellsOf}
      valueOf={valueOf}
    />
  )
}
