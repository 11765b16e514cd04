// Shows keys as they are printed on a keyboard. They are only for the eye: screen readers get aria-keyshortcuts where it matters.
import { keyWords } from './keys.ts'

export function Kbd({ keys }: { keys: string }) {
  return (
    <kbd
      aria-hidden
      className="rounded-[4px] border border-line bg-sunken px-1 py-0.5 font-mono text-[10px] leading-none font-medium text-ink-2"
    >
      {keyWords(keys)}
    </kbd>
  )
}
