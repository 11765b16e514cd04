// Starts what the quick window was asked for, and closes the window once it has begun.
import { useState } from 'react'
import { wishedOf, type Wishes } from '../chat/drafts.ts'
import { bridge, faultWords } from '../state/bridge.ts'
import type { Desktop } from '../state/desktops.ts'
import { useConfig } from '../state/store.ts'

export const leave = () => void bridge.call('close_window', {}).catch(() => {})

export function useStart() {
  const models = useConfig()?.values.models ?? {}
  const [starting, setStarting] = useState(false)
  const [fault, setFault] = useState<string | null>(null)
  const clear = () => setFault(null)
  const begin = async (work: () => Promise<unknown>) => {
    if (starting) return
    setStarting(true)
    try {
      await work()
      leave()
    } catch (error) {
      setFault(faultWords(error))
    } finally {
      setStarting(false)
    }
  }
  const start = async (request: string, display: Desktop, wishes: Wishes) => {
    const words = wishes.plan === null ? request : null
    if (words === '') return
    // The run ends with its request, because nobody is present for a next one. The answer comes as a notification.
    const wished = { ...wishedOf({ ...wishes, display }, models), one_shot: true }
    await begin(() => bridge.call('start_run', { request: words, ...wished }))
  }
  const send = (device: string, request: string) =>
    begin(() => bridge.call('send_to_device', { device, request }))
  return { start, send, starting, fault, clear }
}
