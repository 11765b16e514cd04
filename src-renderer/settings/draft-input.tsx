// A line that is saved when it is left or Enter is pressed; Escape takes back what was typed.
import { useState, type ComponentProps } from 'react'
import { Input } from '../ui/field.tsx'

interface DraftInputProps extends Omit<
  ComponentProps<'input'>,
  'value' | 'onChange' | 'onBlur' | 'onKeyDown'
> {
  value: string
  /** False when it was refused: what was typed stays, so that it can be mended. */
  onCommit: (text: string) => Promise<boolean>
}

export function DraftInput({ value, onCommit, ...rest }: DraftInputProps) {
  // Null while nothing is being typed: then it shows what the program says.
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
