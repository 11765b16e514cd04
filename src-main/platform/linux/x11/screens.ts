// Lists the screens of an X display.
import type { Xinerama } from 'x11'
import { screenRect } from '../../../core/geometry.ts'
import type { Screen } from '../../platform.ts'
import type { XConnection } from './connection.ts'

/** Lists one per monitor, the first one being primary; the whole display where it reports no monitors. */
export async function listScreens(connection: XConnection): Promise<Screen[]> {
  const xinerama = await connection.askOrNull<Xinerama>((reply) =>
    connection.client.require('xinerama', reply),
  )
  const areas = xinerama
    ? await connection.askOrNull<{ x: number; y: number; width: number; height: number }[]>((reply) =>
        xinerama.QueryScreens(reply),
      )
    : null
  const all = areas && areas.length > 0 ? areas : [{ x: 0, y: 0, ...connection.size }]
  return all.map((area, index) => ({ bounds: screenRect(area), scale: 1, primary: index === 0 }))
}
