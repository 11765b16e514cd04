// Shows the numbers of a run, and what it remembered.
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Remembered } from '../../src-preload/contract/memory.ts'
import {
  effectCounts,
  rememberedOf,
  stepsOf,
  workedMs,
  type RunView,
} from '../../src-preload/contract/run-view.ts'
import { Heading } from './heading.tsx'
import { clock, costText, tokenText } from './numbers.ts'

interface FactsProps {
  view: RunView
  /** Milliseconds since 1970, where the run goes on. */
  now: number | null
  /** The cost limit of a run, in US dollars. */
  ceiling: number | null
  /** What is shown beside the cost. */
  gauge?: ReactNode
  /** More facts. */
  children?: ReactNode
}

export function Facts({ view, now, ceiling, gauge, children }: FactsProps) {
  const { t } = useTranslation()
  const { cost, tokens } = view
  const { acts, confirmed } = effectCounts(view)
  const used = !Object.values(view.models).every((name) => name.startsWith('offline'))
  return (
    <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-m border border-line bg-line [&>:last-child:nth-child(odd)]:col-span-2">
      <Fact name={t('aside.time')}>{clock(workedMs(view, now))}</Fact>
      <Fact name={t('aside.verified')}>
        {`${stepsOf(view).length} · ${t('aside.plan_count', { done: confirmed, all: acts })}`}
      </Fact>
      <Fact name={t('aside.tokens')}>
        {used ? `${tokenText(t, tokens.input)} · ${tokenText(t, tokens.output)}` : t('aside.no_model')}
      </Fact>
      <Fact name={ceiling === null ? t('aside.cost') : t('aside.cost_of', { ceiling: costText(t, ceiling) })}>
        {costText(t, cost)}
        {gauge}
      </Fact>
      {children}
    </dl>
  )
}

export const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="bg-panel px-2.5 py-2">
    <dt className="text-xs text-ink-3">{name}</dt>
    <dd className="font-semibold break-words">{children}</dd>
  </div>
)

export function RememberedFacts({ view }: { view: RunView }) {
  const { t } = useTranslation()
  const remembered = rememberedOf(view)
  if (remembered.length === 0 && view.experience === 0) return null
  return (
    <section>
      <Heading title={t('aside.remembered')} />
      {remembered.map((memory) => (
        <p key={memory.id} className="mt-1 break-words text-ink-2">
          {t(`aside.used.${memory.kind}`, { title: memory.title })} <Fared memory={memory} />
        </p>
      ))}
      {view.experience > 0 && (
        <p className="mt-1 text-ink-2">{t('end.experience', { count: view.experience })}</p>
      )}
    </section>
  )
}

/** Shows how often a memory had helped or failed when this run was given it. */
function Fared({ memory: { helped, failed } }: { memory: Remembered }) {
  const { t } = useTranslation()
  const all = helped + failed
  if (all === 0) return null
  return (
    <span className={helped >= failed ? 'text-good' : 'text-bad'}>{t('aside.helped', { helped, all })}</span>
  )
}
