// Shows a part of a page of the settings: a heading and its content, in one box of hairlines.
import { useId, type ReactNode } from 'react'
import { cx } from '../ui/cx.ts'

interface SectionBoxProps {
  title: string
  text?: ReactNode
  /** Is shown to the right of the heading. */
  aside?: ReactNode
  /** Draws no box around its content. */
  plain?: boolean
  children: ReactNode
}

export function SectionBox({ title, text, aside, plain = false, children }: SectionBoxProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="mt-6 first:mt-4">
      <div className="mb-2 flex min-h-6 items-center gap-3">
        <h2 id={id} className="font-[650]">
          {title}
        </h2>
        {aside !== undefined && <div className="ml-auto flex items-center gap-2">{aside}</div>}
      </div>
      {text !== undefined && <p className="mb-2 max-w-[68ch] text-s text-ink-2">{text}</p>}
      <div className={cx(!plain && 'rounded-m border border-line bg-panel px-4')}>{children}</div>
    </section>
  )
}
