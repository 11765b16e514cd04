// Connects this desktop as a device of a server: by a call that goes on as long as the connection does, with its news.
import { create } from 'zustand'
import type { ConnectionNews } from '../../src-preload/contract/calls/devices.ts'
import type { CallInput } from '../../src-preload/contract/calls.ts'
import { bridge, faultWords } from '../state/bridge.ts'

interface OwnConnection {
  /** The wanted connection; null while there is none and none is being tried. */
  wanted: { address: string; id: string } | null
  news: ConnectionNews | null
  fault: string | null
}

const NONE: OwnConnection = { wanted: null, news: null, fault: null }
export const useOwnConnection = create<OwnConnection>(() => NONE)

/** Connects; ends with the connection, also where another view is shown meanwhile. */
export async function connect(input: CallInput<'connect_device'>): Promise<void> {
  const { address, id } = input
  useOwnConnection.setState({ wanted: { address, id }, news: null, fault: null })
  const forget = bridge.subscribe((push) => {
    if (push.push === 'connection') useOwnConnection.setState({ news: push.news })
  })
  try {
    await bridge.call('connect_device', input)
    useOwnConnection.setState(NONE)
  } catch (error) {
    useOwnConnection.setState({ wanted: null, news: null, fault: faultWords(error) })
  } finally {
    forget()
  }
}
