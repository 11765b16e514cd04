// Shows beside the conversation the desktop as it is, the plan, and the numbers.
import { useTranslation } from 'react-i18next'
import { CHECKLIST_QUESTIONS } from '../../src-preload/contract/checklist.ts'
import { openQuestion, type RunView } from '../../src-preload/contract/run-view.ts'
import { useNow } from '../state/clock.ts'
import type { OpenRun } from '../state/run-feed.ts'
import { useConfig } from '../state/store.ts'
import { cx } from '../ui/cx.ts'
import { Facts, RememberedFacts } from './facts.tsx'
import { LiveDesktop } from './live-desktop.tsx'
import { RunPlan } from './run-plan.tsx'

interface AsideProps {
  run: string
  open: OpenRun
  large: boolean
  onLarge: (large: boolean) => void
}

export function Aside({ run, open, large, onLarge }: AsideProps) {
  const { t } = useTranslation()
  const { view, alive } = open
  // What a request that is over left undone is not begun any more.
  const canChange = alive && open.own && view.finished_at === null && view.rounds.at(-1)?.status == null
  return (
    <aside
      aria-label={t('aside.label')}
      className={cx(
        'flex shrink-0 flex-col gap-4 overflow-y-auto border-l border-line bg-panel p-4',
        // The panel covers the conversation where there is no room beside it.
        'max-[820px]:absolute max-[820px]:inset-y-0 max-[820px]:right-0 max-[820px]:z-20 max-[820px]:shadow-lift',
        large ? 'w-[min(68%,1100px)]' : 'w-98 max-[1280px]:w-80',
      )}
    >
      <LiveDesktop run={run} open={open} large={large} onLarge={onLarge} />
      {!(open.own && asksToBegin(view)) && <RunPlan view={view} changes={canChange ? run : null} />}
      <LiveFacts view={view} alive={alive} />
      <RememberedFacts view={view} />
    </aside>
  )
}

/** Tells whether the question that is open shows the plan itself. */
const asksToBegin = (view: RunView): boolean =>
  openQuestion(view)?.told?.code === CHECKLIST_QUESTIONS.begin.code

function LiveFacts({ view, alive }: { view: RunView; alive: boolean }) {
  const now = useNow(alive)
  const ceiling = useConfig()?.values.system.cost_ceiling ?? null
  const { cost } = view
  const gauge = ceiling !== null && cost !== null && (
    <span aria-hidden className="mt-1.5 block h-1 overflow-hidden rounded-full bg-sunken">
      <span
        className={cx('block h-full', cost > 0.8 * ceiling ? 'bg-you' : 'bg-agent')}
        style={{ width: `${Math.min(100, (100 * cost) / ceiling)}%` }}
      />
    </span>
  )
  return <Facts view={view} now={alive ? now : view.updated_at} ceiling={ceiling} gauge={gauge} />
}
