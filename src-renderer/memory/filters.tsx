// Shows the filters of the memories: words to look for, a kind, an application.
import { useTranslation } from 'react-i18next'
import { MEMORY_KINDS } from '../../src-preload/contract/memory.ts'
import { Select } from '../ui/choice.tsx'
import { SearchField } from '../ui/search-field.tsx'
import { kindOfChoice, useListWish, wish } from './list-state.ts'

/** A choice needs a text that is not empty. */
const ALL = '*'
const OF = 'of:'

export function Filters({ applications }: { applications: readonly string[] }) {
  const { t } = useTranslation()
  const { search, kind, application } = useListWish()
  const offered = application === null ? applications : [...new Set([...applications, application])]
  return (
    <search aria-label={t('memory.filter')} className="mt-4 mb-3 flex flex-wrap items-center gap-2">
      <SearchField
        className="w-80"
        label={t('memory.search')}
        clearLabel={t('memory.clear')}
        value={search}
        onChange={(words) => wish({ search: words })}
      />
      <Select
        aria-label={t('memory.kind')}
        className="w-44!"
        value={kind ?? ALL}
        options={[
          { value: ALL, label: t('memory.all_kinds') },
          ...MEMORY_KINDS.map((one) => ({ value: one, label: t(`memory.kinds.${one}`) })),
        ]}
        onChange={(choice) => wish({ kind: kindOfChoice(choice) })}
      />
      <Select
        aria-label={t('memory.application')}
        className="w-44!"
        value={application === null ? ALL : OF + application}
        options={[
          { value: ALL, label: t('memory.all_applications') },
          ...offered.map((name) => ({ value: OF + name, label: name })),
        ]}
        onChange={(choice) => wish({ application: choice === ALL ? null : choice.slice(OF.length) })}
      />
    </search>
  )
}
