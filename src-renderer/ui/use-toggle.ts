// Decides whether something is shown: by default where there is room, until the person decides otherwise; a change of the room
// decides again.
import { useState } from 'react'

export function useToggle(byDefault: boolean): [shown: boolean, show: (shown: boolean) => void] {
  const [wish, setWish] = useState<{ room: boolean; shown: boolean } | null>(null)
  const shown = wish?.room === byDefault ? wish.shown : byDefault
  return [shown, (next) => setWish({ room: byDefault, shown: next })]
}
