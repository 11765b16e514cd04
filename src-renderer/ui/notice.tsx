// Shows that something is empty, went wrong, or is loading: each says what to do.
import { LoaderCircle, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { foldOf } from '../../src-preload/contract/words.ts'
import { cx } from './cx.ts'
import { Disclosure } from './disclosure.tsx'
import { WithCommands } from './with-commands.tsx'

interface EmptyProps {
  icon?: ReactNode
  title: string
  text?: ReactNode
  action?: ReactNode
}

export const Empty = ({ icon, title, text, action }: EmptyProps) => (
  <div className="m-auto flex max-w-100 flex-col items-center gap-1 p-6 text-center">
    {icon !== undefined && <div className="mb-2 text-ink-3">{icon}</div>}
    <div className="text-l font-[550]">{title}</div>
    {text !== undefined && <div className="text-ink-2">{text}</div>}
    {action !== undefined && <div className="mt-3 flex gap-2">{action}</div>}
  </div>
)

const LOOKS = {
  bad: 'border-transparent bg-bad-soft text-ink',
  you: 'border-you-line bg-you-soft text-ink',
  plain: 'border-line bg-panel text-ink-2',
} as const

interface NoticeProps {
  look?: keyof typeof LOOKS
  action?: ReactNode
  children: ReactNode
}

/** Shows a notice; a screen reader reads `bad` at once. */
export const Notice = ({ look = 'bad', action, children }: NoticeProps) => (
  <div
    role={look === 'bad' ? 'alert' : 'status'}
    className={cx('flex items-start gap-2.5 rounded-m border px-3 py-2', LOOKS[look])}
  >
    {look !== 'plain' && (
      <TriangleAlert
        aria-hidden
        size={16}
        className={cx('mt-0.5 shrink-0', look === 'bad' ? 'text-bad' : 'text-you')}
      />
    )}
    <div className="min-w-0 grow break-words">
      {typeof children === 'string' ? <Fault text={children} /> : children}
    </div>
    {action}
  </div>
)

/** Shows what a fault says; what is only to be looked up opens below it. */
export function Fault({ text }: { text: string }) {
  const { told, heading, more } = foldOf(text)
  return (
    <>
      <span className="whitespace-pre-line">
        <WithCommands text={told} />
      </span>
      {more !== '' && (
        <Disclosure summary={heading} className="text-s">
          <p className="pb-1 pl-5 text-ink-2">
            <WithCommands text={more} />
          </p>
        </Disclosure>
      )}
    </>
  )
}

export const Loading = ({ label }: { label: string }) => (
  <output className="m-auto flex items-center gap-2 p-6 text-ink-3">
    <LoaderCircle aria-hidden size={16} className="animate-spin" />
    {label}
  </output>
)
