// Tells for some seconds, at the foot of the window, what was done, with a way to undo it where there is one.
import { useEffect } from 'react'
import { create } from 'zustand'
import { announce } from './announcer.tsx'
import { Button } from './button.tsx'

interface Toast {
  text: string
  action: { label: string; onAct: () => void } | null
  /** Milliseconds since 1970 at which it appeared. */
  at: number
}

/** Milliseconds for which it is shown. */
export const TOAST_MS = 8_000

export const useToast = create<{ toast: Toast | null }>(() => ({ toast: null }))

export function toast(text: string, action: Toast['action'] = null): void {
  useToast.setState({ toast: { text, action, at: Date.now() } })
  announce(text)
}

export function Toaster() {
  const shown = useToast(({ toast: now }) => now)
  useEffect(() => {
    if (shown === null) return undefined
    const timer = setTimeout(() => useToast.setState({ toast: null }), TOAST_MS)
    return () => clearTimeout(timer)
  }, [shown])
  if (shown === null) return null
  const { text, action } = shown
  return (
    <div className="fixed inset-x-4 bottom-4 z-50 mx-auto flex w-fit max-w-140 items-center gap-3 rounded-m border border-line-strong bg-raised py-1.5 pr-2 pl-3 shadow-lift">
      <span className="min-w-0 break-words">{text}</span>
      {action !== null && (
        <Button
          size="s"
          onClick={() => {
            useToast.setState({ toast: null })
            action.onAct()
          }}
        >
          {action.label}
        </Button>
      )}
    </div>
  )
}
