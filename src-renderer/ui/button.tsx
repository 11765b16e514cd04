// Draws buttons: with words, or with an icon and a name for those who can't see it.
import type { ComponentProps, ReactNode } from 'react'
import { cx } from './cx.ts'
import { Kbd } from './kbd.tsx'
import { Tooltip } from './tooltip.tsx'

const LOOKS = {
  /** Most buttons. */
  plain: 'border border-line-strong bg-raised text-ink hover:bg-sunken',
  /** The button that goes on; at most one in a place. */
  primary: 'border border-transparent bg-ink text-panel hover:opacity-90',
  /** Ends or deletes. */
  danger: 'border border-line-strong bg-raised text-bad hover:bg-bad-soft',
  quiet: 'border border-transparent text-ink-2 hover:bg-sunken hover:text-ink',
} as const

const SIZES = { s: 'h-6 gap-1.5 px-2', m: 'h-7.5 gap-2 px-3' } as const

export interface ButtonProps extends ComponentProps<'button'> {
  look?: keyof typeof LOOKS
  size?: keyof typeof SIZES
  icon?: ReactNode
  /** Keys that do the same, shown on it. */
  keys?: string | null
  /** Whether what it has begun still goes on: it does nothing then, and keeps the focus, which a disabled button loses. */
  busy?: boolean
}

export function Button({
  look = 'plain',
  size = 'm',
  icon,
  keys,
  busy = false,
  children,
  className,
  type = 'button',
  ...rest
}: ButtonProps) {
  return (
    <button
      // oxlint-disable-next-line react/button-has-type -- it has one: `button` unless the caller says otherwise
      type={type}
      className={cx(
        'inline-flex shrink-0 items-center justify-center rounded-s text-s font-[550] whitespace-nowrap select-none',
        'disabled:opacity-50 disabled:pointer-events-none aria-disabled:opacity-50',
        LOOKS[look],
        SIZES[size],
        className,
      )}
      {...rest}
      {...(busy && { 'aria-disabled': true, onClick: (event) => event.preventDefault() })}
    >
      {icon}
      {children}
      {keys ? <Kbd keys={keys} /> : null}
    </button>
  )
}

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'aria-label'> {
  /** Its name, shown as a tooltip. */
  label: string
  keys?: string | null
  children: ReactNode
}

export function IconButton({ label, keys, children, className, ...rest }: IconButtonProps) {
  return (
    <Tooltip text={label} keys={keys ?? null}>
      <button
        type="button"
        aria-label={label}
        className={cx(
          'inline-grid size-7 shrink-0 place-items-center rounded-s text-ink-2 hover:bg-sunken hover:text-ink',
          'disabled:opacity-40 disabled:pointer-events-none aria-pressed:bg-agent-soft aria-pressed:text-agent',
          className,
        )}
        {...rest}
      >
        {children}
      </button>
    </Tooltip>
  )
}
