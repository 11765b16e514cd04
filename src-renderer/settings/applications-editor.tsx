// Edits the person's own names for applications: name → desktop entry or command.
import { useTranslation } from 'react-i18next'
import { EntriesEditor } from './entries-editor.tsx'

const cellsOf = (value: unknown): string[] => [typeof value === 'string' ? value : '']
const valueOf = (cells: readonly string[]): unknown => cells[0]?.trim() ?? ''

export function ApplicationsEditor() {
  const { t } = useTranslation()
  return (
    <EntriesEditor
      name="applications"
      columns={[{ name: 'command', label: t('settings.applications.command'), numeric: false }]}
      nameLabel={t('settings.applications.name')}
      empty={t('settings.applications.empty')}
      addLabel={t('settings.applications.add')}
      removeLabel={(name) => t('settings.applications.remove', { name })}
      cellsOf={cellsOf}
      valueOf={valueOf}
    />
  )
}
