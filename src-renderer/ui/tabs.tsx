// Tabs within a page.
import { Tabs as Radix } from 'radix-ui'
import type { ReactNode } from 'react'

export interface Tab<T extends string> {
  value: T
  label: ReactNode
  content: ReactNode
}

interface TabsProps<T extends string> {
  label: string
  value: T
  onChange: (value: T) => void
  tabs: readonly Tab<T>[]
}

export function Tabs<T extends string>({ label, value, onChange, tabs }: TabsProps<T>) {
  return (
    <Radix.Root value={value} onValueChange={(next) => onChange(next as T)}>
      <Radix.List aria-label={label} className="flex gap-4 border-b border-line">
        {tabs.map((tab) => (
          <Radix.Trigger
            key={tab.value}
            value={tab.value}
            className="-mb-px h-8 border-b-2 border-transparent text-ink-2 data-[state=active]:border-ink data-[state=active]:font-[550] data-[state=active]:text-ink"
          >
            {tab.label}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map((tab) => (
        <Radix.Content key={tab.value} value={tab.value} className="pt-3">
          {tab.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  )
}
