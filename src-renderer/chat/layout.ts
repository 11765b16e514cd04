// Decides whether the part beside a conversation is shown; the header chooses it, the view draws it.
import { create } from 'zustand'
import { useWide } from '../ui/use-wide.ts'

const useWish = create<{ room: boolean; shown: boolean } | { room: null; shown: null }>(() => ({
  room: null,
  shown: null,
}))

/** Shows it by default if there is room, until the person decides otherwise; a change of the room resets this. */
export function useAside(): [shown: boolean, show: (shown: boolean) => void] {
  const room = useWide(960)
  const wish = useWish()
  return [wish.room === room ? wish.shown : room, (shown) => useWish.setState({ room, shown })]
}
