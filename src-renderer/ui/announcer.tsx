// Tells a screen reader what happened without moving the focus.
import { create } from 'zustand'

const useAnnounced = create(() => ({ polite: '', assertive: '' }))

/** Announces a text; `now` interrupts the screen reader, for what needs the person. */
export function announce(text: string, now = false): void {
  // A repeated text gets a blank more, because a screen reader reads only a changed region.
  const field = now ? 'assertive' : 'polite'
  const again = useAnnounced.getState()[field] === text
  useAnnounced.setState({ [field]: again ? `${text}\u00a0` : text })
}

export function Announcer() {
  const { polite, assertive } = useAnnounced()
  return (
    <>
      <output className="sr-only" aria-live="polite">
        {polite}
      </output>
      <div className="sr-only" role="alert" aria-live="assertive">
        {assertive}
      </div>
    </>
  )
}
