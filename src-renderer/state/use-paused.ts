// Returns what a person types once they have paused, because a search begins with words, not with letters.
import { useEffect, useState } from 'react'

const PAUSE_MS = 200

/** Returns the text as it was at the last pause; at once when it is empty. */
export function usePaused(text: string): string {
  const [paused, setPaused] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), text === '' ? 0 : PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return text === '' ? '' : paused
}
