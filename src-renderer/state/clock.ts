// Gives the time to parts that count seconds on the screen.
import { useEffect, useState } from 'react'

/** Returns milliseconds since 1970, anew each second while `running`. */
export function useNow(running: boolean): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (!running) return undefined
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [running])
  return now
}
