// Offers choices: a switch, a tick, one of a few side by side, one of many in a list.
import { Check, ChevronDown } from 'lucide-react'
import { RadioGroup, Select as RadixSelect, Switch as RadixSwitch } from 'radix-ui'
import { useRef, type ComponentProps, type FocusEvent, type ReactNode } from 'react'
import { cx } from './cx.ts'
import { leaveTaken } from './use-focus-back.ts'

export const Switch = ({ className, ...rest }: ComponentProps<typeof RadixSwitch.Root>) => (
  <RadixSwitch.Root
    className={cx(
      'h-4.5 w-8 shrink-0 rounded-full border border-line-strong bg-sunken p-px',
      'data-[state=checked]:border-transparent data-[state=checked]:bg-ink disabled:opacity-50',
      className,
    )}
    {...rest}
  >
    <RadixSwitch.Thumb className="block size-3.5 rounded-full bg-ink-3 transition-transform data-[state=checked]:translate-x-3.5 data-[state=checked]:bg-panel" />
  </RadixSwitch.Root>
)

export interface Option<T extends string> {
  value: T
  label: ReactNode
  disabled?: boolean
}

interface ChoiceProps<T extends string> {
  value: T
  options: readonly Option<T>[]
  onChange: (value: T) => void
  disabled?: boolean
  className?: string
}

const cameFromSibling = ({ currentTarget, relatedTarget }: FocusEvent): boolean =>
  relatedTarget instanceof Element &&
  relatedTarget.closest('[role=radiogroup]') === currentTarget.closest('[role=radiogroup]')

/** Offers one of two to four, all of them visible. */
export function Segmented<T extends string>({
  value,
  options,
  onChange,
  disabled = false,
  className,
  ...ids
}: ChoiceProps<T> & {
  id?: string
  'aria-label'?: string
  'aria-labelledby'?: string
  'aria-describedby'?: string
}) {
  // Radix moves the focus a moment after an arrow key, and chooses only while that key is still down, which is too late in a busy window.
  const held = useRef(false)
  const hold = () => (held.current = true)
  const release = () => (held.current = false)
  return (
    <RadioGroup.Root
      onKeyDown={hold}
      onKeyUp={release}
      onPointerDown={hold}
      onPointerUp={release}
      onPointerCancel={release}
      value={value}
      onValueChange={(next) => onChange(next as T)}
      disabled={disabled}
      orientation="horizontal"
      className={cx(
        'inline-flex w-fit max-w-full flex-wrap rounded-s border border-line-strong bg-sunken p-px',
        className,
      )}
      {...ids}
    >
      {options.map((option) => (
        <RadioGroup.Item
          key={option.value}
          value={option.value}
          disabled={option.disabled ?? false}
          onFocus={(event) => {
            if (!held.current && cameFromSibling(event)) onChange(option.value)
          }}
          className={cx(
            'h-6.5 rounded-[5px] px-2.5 text-s text-ink-2 disabled:opacity-50',
            'data-[state=checked]:bg-raised data-[state=checked]:font-[550] data-[state=checked]:text-ink',
            'data-[state=checked]:outline data-[state=checked]:outline-line-strong data-[state=checked]:focus-visible:outline-2 data-[state=checked]:focus-visible:outline-agent',
          )}
        >
          {option.label}
        </RadioGroup.Item>
      ))}
    </RadioGroup.Root>
  )
}

/** Offers one of many in a list. */
export function Select<T extends string>({
  value,
  options,
  onChange,
  disabled = false,
  className,
  ...ids
}: ChoiceProps<T> & {
  id?: string
  'aria-label'?: string
  'aria-describedby'?: string
  'aria-invalid'?: boolean
}) {
  return (
    <RadixSelect.Root value={value} onValueChange={(next) => onChange(next as T)} disabled={disabled}>
      <RadixSelect.Trigger
        className={cx(
          'inline-flex h-7.5 w-full min-w-0 items-center justify-between gap-2 rounded-s border border-line-strong bg-raised px-2.5 text-left',
          'disabled:opacity-50 aria-invalid:border-bad data-placeholder:text-ink-3',
          className,
        )}
        {...ids}
      >
        <span className="truncate">
          <RadixSelect.Value />
        </span>
        <RadixSelect.Icon className="text-ink-3">
          <ChevronDown size={14} />
        </RadixSelect.Icon>
      </RadixSelect.Trigger>
      <RadixSelect.Portal>
        <RadixSelect.Content
          position="popper"
          sideOffset={4}
          onCloseAutoFocus={leaveTaken}
          className="z-50 max-h-80 min-w-(--radix-select-trigger-width) overflow-hidden rounded-m border border-line bg-raised p-1 shadow-lift"
        >
          <RadixSelect.Viewport>
            {options.map((option) => (
              <RadixSelect.Item
                key={option.value}
                value={option.value}
                disabled={option.disabled ?? false}
                className="flex h-7 items-center gap-2 rounded-s pr-3 pl-7 outline-none select-none data-disabled:opacity-50 data-highlighted:bg-sunken"
              >
                <RadixSelect.ItemIndicator className="absolute left-2.5">
                  <Check size={14} />
                </RadixSelect.ItemIndicator>
                <RadixSelect.ItemText>{option.label}</RadixSelect.ItemText>
              </RadixSelect.Item>
            ))}
          </RadixSelect.Viewport>
        </RadixSelect.Content>
      </RadixSelect.Portal>
    </RadixSelect.Root>
  )
}
