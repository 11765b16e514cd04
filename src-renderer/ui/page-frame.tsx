// Draws a page of the main window: its title, what can be done there, and what it is about.
import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import { useFileDrop } from './file-drop.ts'

interface PageFrameProps {
  title: string
  about?: ReactNode
  /** Buttons at the right of the title. */
  actions?: ReactNode
  /** Takes files that are dropped anywhere on the page. */
  onFiles?: ((files: File[]) => unknown) | undefined
  children: ReactNode
}

export function PageFrame({ title, about, actions, onFiles, children }: PageFrameProps) {
  const { dragged, drop } = useFileDrop(
    (files) => onFiles?.(files),
    () => onFiles !== undefined,
  )
  return (
    <div
      {...drop}
      className={cx('min-h-0 grow overflow-auto', dragged && 'outline-2 -outline-offset-2 outline-agent')}
    >
      <div className="mx-auto flex min-h-full max-w-280 flex-col px-6 pt-5 pb-12 max-[480px]:px-4">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <h1 className="min-w-0 text-xl font-[650] tracking-[-0.015em] break-words">{title}</h1>
          {actions !== undefined && <div className="ml-auto flex flex-wrap gap-2">{actions}</div>}
        </div>
        {about !== undefined && <div className="mt-1 max-w-[72ch] text-ink-2">{about}</div>}
        {children}
      </div>
    </div>
  )
}

interface SectionProps {
  title: string
  aside?: ReactNode
  children: ReactNode
}

/** Draws a part of a page, in a hairline. */
export const PageSection = ({ title, aside, children }: SectionProps) => (
  <section aria-label={title} className="mt-4 rounded-m border border-line bg-panel p-4">
    <div className="mb-3 flex flex-wrap items-center gap-2">
      <h2 className="text-l font-[550]">{title}</h2>
      {aside !== undefined && <div className="ml-auto flex flex-wrap gap-2">{aside}</div>}
    </div>
    {children}
  </section>
)
