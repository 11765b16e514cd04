// Says on which desktops a run can act: the person's own, or one beside it.
import type { AppState } from '../../src-preload/contract/calls/app.ts'
import type { Config } from '../../src-preload/contract/config.ts'
import { useAppState, useConfig } from './store.ts'

export type Desktop = 'host' | 'virtual'
type Desktops = Pick<AppState, 'host_desktop' | 'virtual_desktop'>

/** Lists the desktops on which a run can act, the one of the configuration first. */
export const desktopsOf = (kind: Config['display']['kind'], app: Desktops): Desktop[] =>
  (kind === 'virtual' ? (['virtual', 'host'] as const) : (['host', 'virtual'] as const)).filter(
    (one) => app[`${one}_desktop`].there,
  )

/** Returns the desktops on which a run can act, the usual one first; none before the program has said. */
export function useDesktops(): Desktop[] {
  const kind = useConfig()?.values.display.kind ?? 'auto'
  const app = useAppState()
  return app === null ? [] : desktopsOf(kind, app)
}
