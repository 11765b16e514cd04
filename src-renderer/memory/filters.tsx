// Which memories are listed: words to look for, a kind, an application.
import { Search, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { MEMORY_KINDS } from '../../src-preload/contract/memory.ts'
import { IconButton } from '../ui/button.tsx'
import { Select } from '../ui/choice.tsx'
import { Input } from '../ui/field.tsx'
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
      <div className="relative w-80 max-w-full">
        <Search aria-hidden size={14} className="absolute top-2 left-2.5 text-ink-3" />
        <Input
          type="search"
          aria-label={t('memory.search')}
          placeholder={t('memory.search')}
          value={search}
          maxLength={500}
          onChange={(event) => wish({ search: event.target.value })}
          onKeyDown={(event) => {
            if (event.key === 'Escape' && search !== '') {
              event.stopPropagation()
              wish({ search: '' })
            }
          }}
          className="pr-8 pl-8! [&::-webkit-search-cancel-button]:hidden"
        />
        {search !== '' && (
          <span className="absolute top-px right-px">
            <IconButton label={t('memory.clear')} onClick={() => wish({ search: '' })}>
              <X aria-hidden size={14} />
            </IconButton>
          </span>
        )}
      </div>
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
