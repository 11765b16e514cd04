// Shows a run in the list: how it stands, what it is about, and a menu to pin, rename and delete it.
import { Ellipsis, Pencil, Pin, PinOff, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { TFunction } from 'i18next'
import type { RunSummary } from '../../src-preload/contract/run-view.ts'
import { fileNameOf, resultWords } from '../../src-preload/contract/words.ts'
import { ask } from '../state/commands.ts'
import { goesOn, meaningOfRun, wordOfRun } from '../state/status.ts'
import { AppIcon } from '../ui/app-icon.tsx'
import { cx } from '../ui/cx.ts'
import { Dot } from '../ui/dot.tsx'
import { Input } from '../ui/field.tsx'
import { beginningOf, titleOf } from '../ui/long-text.tsx'
import { Menu } from '../ui/menu.tsx'
import { useLeaving, type Label } from './labels.ts'
import { isOver } from './outcome-words.ts'

interface RunLineProps {
  run: RunSummary
  label: Label
  shown: boolean
  onShow: () => void
}

/** The most characters of an answer that can identify its run. */
const MAX_ANSWER = 24

/** Returns what tells a run from others with the same request: its output file, or its short answer. */
export function signOf({ request, result }: Pick<RunSummary, 'request' | 'result'>): string | null {
  const saved = /\bsave (?:it )?as "([^"]+)"/i.exec(request)?.[1]
  if (saved !== undefined) return fileNameOf(saved)
  const answer = resultWords(result).trim()
  return answer === '' || answer.length > MAX_ANSWER || isOver(answer) ? null : answer
}

export function RunLine({ run, label, shown, onShow }: RunLineProps) {
  const { t } = useTranslation()
  const [naming, setNaming] = useState<string | null>(null)
  const remove = useLeaving()
  const request = titleOf(run.request) || run.task || t('frame.no_request')
  const title = label.title ?? request
  const sign = label.title === null ? signOf(run) : null
  const keep = (next: Partial<Label>) => void ask('label_run', { run: run.run, ...label, ...next })
  const going = goesOn(run.status)
  if (naming !== null) {
    const done = () => {
      const name = naming.trim()
      setNaming(null)
      if (name !== (label.title ?? '')) keep({ title: name === '' ? null : name })
    }
    return (
      <Input
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the person has just asked for this field
        autoFocus
        aria-label={t('frame.rename_to', { request })}
        value={naming}
        maxLength={200}
        onChange={(event) => setNaming(event.target.value)}
        onBlur={done}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return
          if (event.key === 'Enter') done()
          if (event.key !== 'Escape') return
          event.preventDefault()
          setNaming(null)
        }}
      />
    )
  }
  return (
    <div
      className={cx(
        'group flex items-center rounded-s',
        shown ? 'bg-agent-soft font-[550] text-ink' : 'text-ink-2 hover:bg-sunken hover:text-ink',
      )}
    >
      <button
        type="button"
        data-run-line
        aria-current={shown ? 'page' : undefined}
        title={beginningOf(run.request)}
        onClick={onShow}
        onKeyDown={(event) => {
          if (event.key === 'F2') setNaming(label.title ?? request)
          if (event.key === 'Delete' && !going) remove(run)
        }}
        className="grid min-h-7.5 min-w-0 grow grid-cols-[18px_minmax(0,1fr)_auto] items-center gap-2 rounded-s pl-2.5 text-left"
      >
        <span className="relative">
          <AppIcon application={run.applications[0]} />
          <span className="absolute -right-0.5 -bottom-0.5 flex rounded-full ring-2 ring-bg">
            <Dot meaning={meaningOfRun(run)} alive={going && run.status === 'running'} />
          </span>
        </span>
        <span className="truncate">
          {sign !== null && <span className="font-[550] text-ink">{sign} · </span>}
          {title}
        </span>
        <span className="text-xs font-normal text-ink-3 group-hover:hidden group-focus-within:hidden">
          {factOf(t, run)}
        </span>
      </button>
      <Menu
        align="end"
        trigger={
          <button
            type="button"
            aria-label={t('frame.more', { request: title })}
            className="grid size-7 shrink-0 place-items-center rounded-s text-ink-3 opacity-0 group-hover:opacity-100 group-focus-within:opacity-100 data-[state=open]:opacity-100"
          >
            <Ellipsis aria-hidden size={14} />
          </button>
        }
        groups={[
          [
            {
              label: t(label.pinned ? 'frame.unpin' : 'frame.pin'),
              icon: label.pinned ? <PinOff aria-hidden size={14} /> : <Pin aria-hidden size={14} />,
              onSelect: () => keep({ pinned: !label.pinned }),
            },
            {
              label: t('frame.rename'),
              icon: <Pencil aria-hidden size={14} />,
              keys: 'F2',
              // The timer waits, because the menu returns the focus first.
              onSelect: () => setTimeout(() => setNaming(label.title ?? request)),
            },
          ],
          going
            ? []
            : [
                {
                  label: t('frame.delete'),
                  icon: <Trash2 aria-hidden size={14} />,
                  danger: true,
                  onSelect: () => remove(run),
                },
              ],
        ]}
      />
    </div>
  )
}

/** Says how a run stands, on the right side of the list; of one that is done the dot tells it, and its title has the room. */
function factOf(t: TFunction, run: RunSummary): string {
  const word = wordOfRun(run)
  return word === 'completed' || word === 'ready' ? '' : t(`fact.${word}`)
}
