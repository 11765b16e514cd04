// Decides when events reach the screen: together, once per frame of the screen; hidden windows get them by the clock.

const LONGEST_MS = 200

/** Runs the work once, soon, however often it is asked for. */
export function onNextFrame(work: () => void): () => void {
  let asked = false
  const run = () => {
    if (!asked) return
    asked = false
    work()
  }
  return () => {
    if (asked) return
    asked = true
    if (typeof requestAnimationFrame === 'function') requestAnimationFrame(run)
    // A hidden or covered window is not drawn, but must be up to date when it appears.
    setTimeout(run, typeof requestAnimationFrame === 'function' ? LONGEST_MS : 0)
  }
}
