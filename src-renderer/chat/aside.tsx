// Beside the conversation: the desktop as it is, the plan, and the numbers.
import { Check, Circle, Navigation, X } from 'lucide-react'
import { useMemo, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Remembered } from '../../src-preload/contract/memory.ts'
import {
  effectCounts,
  rememberedOf,
  stepsOf,
  workedMs,
  type RunView,
} from '../../src-preload/contract/run-view.ts'
import { useNow } from '../state/clock.ts'
import type { OpenRun } from '../state/run-feed.ts'
import { useConfig } from '../state/store.ts'
import { cx } from '../ui/cx.ts'
import { Heading } from './heading.tsx'
import { LiveDesktop } from './live-desktop.tsx'
import { clock, costText, tokenText } from './numbers.ts'
import { planOf, type PlanLine } from './plan.ts'

interface AsideProps {
  run: string
  open: OpenRun
  large: boolean
  onLarge: (large: boolean) => void
}

export function Aside({ run, open, large, onLarge }: AsideProps) {
  const { t } = useTranslation()
  const { view } = open
  const plan = useMemo(() => planOf(view), [view])
  const remembered = useMemo(() => rememberedOf(view), [view])
  const done = plan.filter(({ state }) => state === 'done').length
  return (
    <aside
      aria-label={t('aside.label')}
      className={cx(
        'flex shrink-0 flex-col gap-4 overflow-y-auto border-l border-line bg-panel p-4',
        // Over the conversation where there is no room beside it.
        'max-[820px]:absolute max-[820px]:inset-y-0 max-[820px]:right-0 max-[820px]:z-20 max-[820px]:shadow-lift',
        large ? 'w-[min(68%,1100px)]' : 'w-98 max-[1280px]:w-80',
      )}
    >
      <LiveDesktop run={run} open={open} large={large} onLarge={onLarge} />
      {plan.length > 0 && (
        <section>
          <Heading title={t('aside.plan')}>
            <span>{t('aside.plan_count', { done, all: plan.length })}</span>
          </Heading>
          <ol className="mt-2 flex flex-col gap-1.5">
            {plan.map((line, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- a plan may say the same thing twice
              <PlanRow key={`${index} ${line.text}`} line={line} />
            ))}
          </ol>
        </section>
      )}
      <Facts view={view} alive={open.alive} />
      {(remembered.length > 0 || view.experience > 0) && (
        <section>
          <Heading title={t('aside.remembered')} />
          {remembered.map((memory) => (
            <p key={memory.id} className="mt-1 text-ink-2">
              {t(`aside.used.${memory.kind}`, { title: memory.title })} <Fared memory={memory} />
            </p>
          ))}
          {view.experience > 0 && (
            <p className="mt-1 text-ink-2">{t('end.experience', { count: view.experience })}</p>
          )}
        </section>
      )}
    </aside>
  )
}

/** How a memory had fared when this run was given it. */
function Fared({ memory: { helped, failed } }: { memory: Remembered }) {
  const { t } = useTranslation()
  const all = helped + failed
  if (all === 0) return null
  return (
    <span className={helped >= failed ? 'text-good' : 'text-bad'}>{t('aside.helped', { helped, all })}</span>
  )
}

const SIGNS = {
  done: <Check size={13} />,
  failed: <X size={13} />,
  current: <Navigation size={12} />,
  next: <Circle size={11} />,
}
const COLOURS = {
  done: 'text-ink-3',
  failed: 'text-bad',
  current: 'font-[550] text-ink',
  next: 'text-ink-2',
}

function PlanRow({ line }: { line: PlanLine }) {
  const { t } = useTranslation()
  return (
    <li className={cx('grid grid-cols-[16px_1fr] gap-2', COLOURS[line.state])}>
      <span aria-hidden className={cx('mt-[3px]', line.state === 'current' && 'text-agent')}>
        {SIGNS[line.state]}
      </span>
      <span className="min-w-0 break-words">
        <span className="sr-only">{t(`aside.plan_${line.state}`)}: </span>
        {line.text}
      </span>
    </li>
  )
}

function Facts({ view, alive }: { view: RunView; alive: boolean }) {
  const { t } = useTranslation()
  const now = useNow(alive)
  const ceiling = useConfig()?.values.system.cost_ceiling ?? null
  const steps = stepsOf(view).length
  const verified = effectCounts(view).confirmed
  const { cost, tokens } = view
  const used = !Object.values(view.models).every((name) => name.startsWith('offline'))
  return (
    <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-m border border-line bg-line">
      <Fact name={t('aside.time')}>{clock(workedMs(view, alive ? now : view.updated_at))}</Fact>
      <Fact name={t('aside.verified')}>
        {steps} · {verified}
      </Fact>
      <Fact name={t('aside.tokens')}>
        {used ? `${tokenText(t, tokens.input)} · ${tokenText(t, tokens.output)}` : t('aside.no_model')}
      </Fact>
      <Fact name={ceiling === null ? t('aside.cost') : t('aside.cost_of', { ceiling: costText(t, ceiling) })}>
        {costText(t, cost)}
        {ceiling !== null && cost !== null && (
          <span aria-hidden className="mt-1.5 block h-1 overflow-hidden rounded-full bg-sunken">
            <span
              className={cx('block h-full', cost > 0.8 * ceiling ? 'bg-you' : 'bg-agent')}
              style={{ width: `${Math.min(100, (100 * cost) / ceiling)}%` }}
            />
          </span>
        )}
      </Fact>
    </dl>
  )
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="bg-panel px-2.5 py-2">
    <dt className="text-xs text-ink-3">{name}</dt>
    <dd className="font-semibold">{children}</dd>
  </div>
)
