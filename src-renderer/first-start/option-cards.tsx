// Offers a few answers as cards, each with a sentence that says what it means.
import { RadioGroup } from 'radix-ui'
import { WithCommands } from '../ui/with-commands.tsx'

export interface OptionCard<T extends string> {
  value: T
  title: string
  text: string
  disabled?: boolean
}

interface OptionCardsProps<T extends string> {
  label: string
  value: T
  options: readonly OptionCard<T>[]
  onChange: (value: T) => void
}

export function OptionCards<T extends string>({ label, value, options, onChange }: OptionCardsProps<T>) {
  return (
    <RadioGroup.Root
      aria-label={label}
      value={value}
      onValueChange={(next) => onChange(next as T)}
      className="mt-4 flex flex-col gap-2.5"
    >
      {options.map((option) => (
        <RadioGroup.Item
          key={option.value}
          value={option.value}
          disabled={option.disabled ?? false}
          className="group grid grid-cols-[18px_minmax(0,1fr)] gap-2.5 rounded-m border border-line-strong px-3 py-2.5 text-left hover:bg-sunken disabled:opacity-60 disabled:hover:bg-transparent data-[state=checked]:border-agent data-[state=checked]:bg-agent-soft"
        >
          <span
            aria-hidden
            className="mt-0.5 grid size-4 place-items-center rounded-full border border-line-strong bg-raised group-data-[state=checked]:border-agent"
          >
            <span className="hidden size-2 rounded-full bg-agent group-data-[state=checked]:block" />
          </span>
          <span>
            <span className="block font-[600]">{option.title}</span>
            <span className="block text-s text-ink-2">
              <WithCommands text={option.text} />
            </span>
          </span>
        </RadioGroup.Item>
      ))}
    </RadioGroup.Root>
  )
}
