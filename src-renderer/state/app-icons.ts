// Keeps the icons of applications, each asked for once while the window is open.
import { useEffect } from 'react'
import { create } from 'zustand'
import type { ApplicationIcon } from '../../src-preload/contract/desktop.ts'
import { bridge } from './bridge.ts'

/** The most names that one call may have. */
const MAX_AT_ONCE = 100

/** By the application's name: the address of its icon; null where it has none, and while it is asked for. */
export const useIcons = create<Record<string, string | null>>(() => ({}))

/** Asks for those that are not known yet. */
export function useIconsOf(names: readonly string[]): void {
  const wanted = JSON.stringify([...new Set(names)])
  useEffect(() => {
    const known = useIcons.getState()
    const unknown = (JSON.parse(wanted) as string[]).filter((name) => !(name in known))
    if (unknown.length === 0) return
    useIcons.setState(Object.fromEntries(unknown.map((name) => [name, null])))
    for (let at = 0; at < unknown.length; at += MAX_AT_ONCE)
      askFor(unknown.slice(at, at + MAX_AT_ONCE)).catch(() => {})
  }, [wanted])
}

/** Where it fails, the plain picture stays: an icon is never worth a message. */
async function askFor(names: string[]): Promise<void> {
  const { icons } = await bridge.call('application_icons', { names })
  const addresses = Object.entries(icons).map(([name, icon]) => [name, addressOf(icon)])
  useIcons.setState(Object.fromEntries(addresses))
}

/** Makes an address of the kind that the windows' policy allows for pictures; what an SVG would run does not run in a picture. */
const addressOf = ({ type, data }: ApplicationIcon): string =>
  URL.createObjectURL(new Blob([Uint8Array.from(atob(data), (one) => one.codePointAt(0) ?? 0)], { type }))
