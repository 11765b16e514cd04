// A menu that opens from a button.
import { Ellipsis, type LucideIcon } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import { Kbd } from './kbd.tsx'
import { leaveTaken } from './use-focus-back.ts'

export interface MenuEntry {
  label: string
  /** One line below it: what it is for, or why it can't be chosen now. */
  text?: string
  icon?: ReactNode
  keys?: string
  /** Shown with a tick when given. */
  checked?: boolean
  danger?: boolean
  disabled?: boolean
  onSelect: () => void
}

export const menuEntry = (label: string, Icon: LucideIcon, onSelect: () => void): MenuEntry => ({
  label,
  icon: <Icon aria-hidden size={14} />,
  onSelect,
})

interface MenuProps {
  /** The button. */
  trigger: ReactNode
  /** Groups, with a hairline between them. */
  groups: readonly (readonly MenuEntry[])[]
  align?: 'start' | 'end'
  side?: 'top' | 'bottom'
}

const ITEM =
  'flex min-h-7 items-center gap-2 rounded-s px-2 outline-none select-none data-disabled:text-ink-3 data-highlighted:bg-sunken'

export function Menu({ trigger, groups, align = 'start', side = 'bottom' }: MenuProps) {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align={align}
          side={side}
          sideOffset={4}
          collisionPadding={8}
          onCloseAutoFocus={leaveTaken}
          className="z-50 min-w-48 rounded-m border border-line bg-raised p-1 shadow-lift"
        >
          {groups
            .filter((group) => group.length > 0)
            .map((group, index) => (
              // oxlint-disable-next-line react/no-array-index-key -- groups have no names and never move
              <DropdownMenu.Group key={index} className={cx(index > 0 && 'mt-1 border-t border-line pt-1')}>
                {group.map((entry) => (
                  <Entry key={entry.label} entry={entry} />
                ))}
              </DropdownMenu.Group>
            ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}

/** Shows the further actions of a row. `label` names the row. */
export const MoreMenu = ({ label, groups }: { label: string; groups: MenuProps['groups'] }) => (
  <Menu
    align="end"
    trigger={
      <button
        type="button"
        aria-label={label}
        className="inline-grid size-7 place-items-center rounded-s text-ink-2 hover:bg-sunken hover:text-ink"
      >
        <Ellipsis aria-hidden size={16} />
      </button>
    }
    groups={groups}
  />
)

function Entry({ entry }: { entry: MenuEntry }) {
  const inside = (
    <>
      {entry.icon}
      <span className={cx('grow', entry.text !== undefined && 'max-w-80 py-1')}>
        {entry.label}
        {entry.text !== undefined && <span className="block text-s text-ink-2">{entry.text}</span>}
      </span>
      {entry.keys === undefined ? null : <Kbd keys={entry.keys} />}
    </>
  )
  const shared = {
    onSelect: entry.onSelect,
    disabled: entry.disabled ?? false,
    className: cx(ITEM, entry.danger === true && 'text-bad'),
  }
  if (entry.checked === undefined) return <DropdownMenu.Item {...shared}>{inside}</DropdownMenu.Item>
  return (
    <DropdownMenu.CheckboxItem checked={entry.checked} {...shared}>
      <span aria-hidden className="w-3.5 text-center">
        {entry.checked ? '✓' : ''}
      </span>
      {inside}
    </DropdownMenu.CheckboxItem>
  )
}
