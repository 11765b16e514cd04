// Shows the conversation of a run: rounds, steps, questions. Only what is on the screen is in the document, however long the run;
// the end stays in sight while it grows, unless the person has scrolled up.
import { useVirtualizer } from '@tanstack/react-virtual'
import { ArrowDown } from 'lucide-react'
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import type { OpenRun } from '../state/run-feed.ts'
import { Button } from '../ui/button.tsx'
import { focusQuestion } from '../dialogs/focus-question.ts'
import { QuestionBox } from '../dialogs/question-box.tsx'
import { CurrentStep } from './current-step.tsx'
import { itemsOf, type Item } from './items.ts'
import { RecordedLine } from './recorded-line.tsx'
import { StepLine } from './step-line.tsx'
import { useEndWanted } from './to-question.ts'

/** Heights in pixels before anything was measured. */
const HEIGHTS: Record<Item['kind'], number> = {
  request: 64,
  step: 28,
  question: 150,
  result: 60,
  warning: 26,
  end: 50,
}
/** How many pixels from the end still count as the end. */
const NEAR_PX = 48
/** Milliseconds within which a scroll belongs to the wheel or key that caused it. */
const HAND_MS = 800

interface ConversationProps {
  run: string
  open: OpenRun
}

export function Conversation({ run, open }: ConversationProps) {
  const { t } = useTranslation()
  const { view } = open
  const items = useMemo(() => itemsOf(view), [view])
  const scroller = useRef<HTMLDivElement>(null)
  const follows = useRef(true)
  const top = useRef(0)
  const touched = useRef(-HAND_MS)
  const held = useRef(false)
  const touch = () => {
    touched.current = performance.now()
  }
  const [away, setAway] = useState(false)
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set())
  const toggle = useCallback((step: number) => {
    // An opened line must stay in its place, so the list stops following its end.
    follows.current = false
    setOpened((before) => {
      const next = new Set(before)
      if (!next.delete(step)) next.add(step)
      return next
    })
  }, [])
  // oxlint-disable-next-line react/incompatible-library -- nothing here is memoised by a compiler
  const virtual = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => HEIGHTS[items[index]?.kind ?? 'step'],
    getItemKey: (index) => items[index]?.key ?? index,
    overscan: 12,
    paddingStart: 24,
    paddingEnd: 16,
  })
  const total = virtual.getTotalSize()
  useLayoutEffect(() => {
    const box = scroller.current
    if (box && follows.current) box.scrollTop = box.scrollHeight
  }, [total, items.length])

  const onScroll = () => {
    const box = scroller.current
    if (!box) return
    // A closing step shortens the list, which scrolls, too, so only scrolling by hand counts.
    const byHand = held.current || performance.now() - touched.current < HAND_MS
    if (box.scrollHeight - box.scrollTop - box.clientHeight < NEAR_PX) follows.current = true
    else if (byHand && box.scrollTop < top.current) follows.current = false
    top.current = box.scrollTop
    setAway(!follows.current)
  }
  const toEnd = useCallback(() => {
    follows.current = true
    scroller.current?.scrollTo({ top: scroller.current.scrollHeight })
  }, [])
  useEffect(
    () =>
      useEndWanted.subscribe(({ focus }) => {
        toEnd()
        // The question's box is drawn once the end is on the screen.
        if (focus) setTimeout(() => requestAnimationFrame(() => focusQuestion()), 50)
      }),
    [toEnd],
  )

  return (
    <div className="relative min-h-0 grow">
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- arrows go from line to line within */}
      <div
        ref={scroller}
        onScroll={onScroll}
        onWheel={touch}
        onTouchMove={touch}
        onPointerDown={() => (held.current = true)}
        onPointerUp={() => (held.current = false)}
        // A drag of the scroll bar may end without an event.
        onPointerMove={(event) => (held.current &&= event.buttons !== 0)}
        onKeyDown={(event) => {
          touch()
          moveByArrows(event)
        }}
        className="h-full overflow-x-hidden overflow-y-auto [overflow-anchor:none] [scrollbar-gutter:stable]"
      >
        <ol
          aria-label={t('chat.conversation')}
          className="relative mx-auto w-full max-w-[820px]"
          style={{ height: total }}
        >
          {virtual.getVirtualItems().map((row) => {
            const item = items[row.index]
            return item ? (
              <li
                key={row.key}
                ref={virtual.measureElement}
                data-index={row.index}
                aria-setsize={items.length}
                aria-posinset={row.index + 1}
                className="absolute top-0 left-0 w-full pr-3.5 pl-6"
                style={{ transform: `translateY(${row.start}px)` }}
              >
                <Line run={run} open={open} item={item} opened={opened} onToggle={toggle} />
              </li>
            ) : null
          })}
        </ol>
      </div>
      {away && (
        <div className="absolute inset-x-0 bottom-2 flex justify-center">
          <Button size="s" icon={<ArrowDown aria-hidden size={12} />} onClick={toEnd} className="shadow-lift">
            {t('chat.to_end')}
          </Button>
        </div>
      )}
    </div>
  )
}

interface LineProps {
  run: string
  open: OpenRun
  item: Item
  opened: ReadonlySet<number>
  onToggle: (step: number) => void
}

function Line({ run, open, item, opened, onToggle }: LineProps) {
  const { view, alive } = open
  if (item.kind === 'step') {
    const { step, current, error } = item
    return current && alive ? (
      <CurrentStep view={view} step={step} text={open.text?.text ?? null} />
    ) : (
      <StepLine run={run} step={step} error={error} open={opened.has(step.step)} onToggle={onToggle} />
    )
  }
  if (alive && item.kind === 'question' && item.question.answer === null) {
    return <QuestionBox run={run} question={item.question} own={open.own} checklist={view.checklist} />
  }
  return <RecordedLine view={view} item={item} />
}

/** Moves from line to line with the arrow keys; the content of a line keeps its own keys. */
function moveByArrows(event: KeyboardEvent<HTMLDivElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (step === 0 || !(event.target instanceof HTMLElement) || !event.target.matches('[data-line]')) return
  const lines = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-line]')]
  const next = lines[lines.indexOf(event.target) + step]
  if (!next) return
  event.preventDefault()
  next.focus()
}
