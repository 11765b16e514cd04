// Shows the page of a new request, with examples that work as they are.
import { CornerDownLeft } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useConfig, useRuns } from '../state/store.ts'
import { Mark } from '../ui/mark.tsx'
import { Composer } from './composer.tsx'
import { setDraft } from './drafts.ts'
import { COMPOSER_ID } from './ids.ts'

/** Plain commands for the offline interpreter; they are English in every language. */
const PLAIN = [
  'open galculator, click 7, click "*", click 6, click "=", read display',
  'open Mousepad, type "Hello from Deskhand", save as "~/hello.txt"',
  'open Mousepad, type "Milk, bread, apples", choose Edit > Select All',
]

export function NewPage() {
  const { t } = useTranslation()
  const models = useConfig()?.values.models ?? {}
  const offline = (models.default?.provider ?? 'offline') === 'offline'
  const first = useRuns()?.length === 0
  const examples = offline ? PLAIN : [t('new.example_1'), t('new.example_2'), t('new.example_3')]
  const take = (example: string) => {
    setDraft('', example)
    document.getElementById(COMPOSER_ID)?.focus()
  }
  return (
    <div className="flex min-h-0 grow flex-col">
      <div className="flex min-h-0 grow flex-col overflow-y-auto">
        <div className="mx-auto mt-auto w-full max-w-[820px] px-6 pt-8 pb-6">
          <Mark size={36} />
          <h1 className="mt-4 text-xl font-[650] tracking-tight">
            {first ? t('new.welcome') : t('new.title')}
          </h1>
          <p className="mt-1 max-w-[62ch] text-ink-2">{offline ? t('new.offline') : t('new.text')}</p>
          <h2 className="mt-6 mb-1 text-xs font-semibold text-ink-3">{t('new.examples')}</h2>
          <ul>
            {examples.map((example) => (
              <li key={example}>
                <button
                  type="button"
                  onClick={() => take(example)}
                  className="group -mx-2 flex w-[calc(100%+16px)] items-center gap-2 rounded-s px-2 py-1.5 text-left text-ink-2 hover:bg-sunken hover:text-ink"
                >
                  <span className="min-w-0 truncate">{example}</span>
                  <CornerDownLeft
                    aria-hidden
                    size={13}
                    className="ml-auto shrink-0 text-ink-3 opacity-0 group-hover:opacity-100 group-focus-visible:opacity-100"
                  />
                </button>
              </li>
            ))}
          </ul>
        </div>
      </div>
      <Composer run={null} open={null} />
    </div>
  )
}
