// Shows a line for words to search. Escape or its button empties it; when it is empty already, Escape goes to what is around it.
import { Search, X } from 'lucide-react'
import { IconButton } from './button.tsx'
import { cx } from './cx.ts'
import { Input } from './field.tsx'

interface SearchFieldProps {
  label: string
  clearLabel: string
  value: string
  onChange: (value: string) => void
  /** Its width. */
  className: string
}

export function SearchField({ label, clearLabel, value, onChange, className }: SearchFieldProps) {
  return (
    <div className={cx('relative max-w-full', className)}>
      <Search aria-hidden size={14} className="absolute top-2 left-2.5 text-ink-3" />
      <Input
        type="search"
        aria-label={label}
        placeholder={label}
        value={value}
        maxLength={500}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && value !== '') {
            event.stopPropagation()
            onChange('')
          }
        }}
        className="pr-8 pl-8! [&::-webkit-search-cancel-button]:hidden"
      />
      {value !== '' && (
        <span className="absolute top-px right-px">
          <IconButton label={clearLabel} onClick={() => onChange('')}>
            <X aria-hidden size={14} />
          </IconButton>
        </span>
      )}
    </div>
  )
}
