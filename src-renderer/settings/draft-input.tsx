// Shows a line that is saved when the focus leaves it or Enter is pressed; Escape undoes what was typed.
import { useState, type ComponentProps } from 'react'
import { Input } from '../ui/field.tsx'

interface DraftInputProps extends Omit<
  ComponentProps<'input'>,
  'value' | 'onChange' | 'onBlur' | 'onKeyDown'
> {
  value: string
  /** Saves the text; false when it was refused, and then it stays to be corrected. */
  onCommit: (text: string) => Promise<boolean>
}

export function DraftInput({ value, onCommit, ...rest }: DraftInputProps) {
  // Null while nothing is typed; the field then shows the program's value.
  const [draft, setDraft] = useState<string | null>(null)
  const commit = async () => {
    if (draft === null) return
    if (draft === value || (await onCommit(draft))) setDraft(null)
  }
  return (
    <Input
      {...rest}
      value={draft ?? value}
      onChange={(event) => setDraft(event.target.value)}
      onBlur={() => void commit()}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return
        if (event.key === 'Enter') void commit()
        if (event.key === 'Escape' && draft !== null) {
          event.stopPropagation()
          setDraft(null)
        }
      }}
    />
  )
}
