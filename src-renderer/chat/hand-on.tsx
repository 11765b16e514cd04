// Lets a person drive a desktop that they have taken over: a field over its picture takes mouse, keys and text.
import { useCallback, useEffect, useRef, type KeyboardEvent, type PointerEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { bridge, faultWords } from '../state/bridge.ts'
import { useFault } from '../state/commands.ts'
import { onNextFrame } from '../state/frames.ts'
import { isPressed } from '../ui/keys.ts'
import type { Shown } from './frame-canvas.ts'
import { PersonHand, pointOn } from './person-hand.ts'

/** The chord that hands the desktop back, the only one that does not go to it. */
export const HAND_BACK = 'Control+Alt+Escape'

const COMPOSING: ReadonlySet<string> = new Set(['Process', 'Dead', 'Unidentified', 'Compose'])

/** Takes the person's mouse and keys for the desktop. */
export function HandOn({ run, shown, onHandBack }: { run: string; shown: Shown; onHandBack: () => void }) {
  const { t } = useTranslation()
  const box = useRef<HTMLTextAreaElement>(null)
  const hand = useRef<PersonHand>(null)
  const given = useRef(false)
  hand.current ??= new PersonHand((inputs) => {
    // Keys that are released after the desktop was handed back are no longer input.
    if (given.current) return
    bridge.call('person_input', { run, inputs }).catch((error: unknown) => {
      useFault.setState({ words: faultWords(error) })
    })
  }, onNextFrame)
  useEffect(() => box.current?.focus({ preventScroll: true }), [])
  const at = (event: { clientX: number; clientY: number; currentTarget: Element }) =>
    pointOn(shown.bounds, event.currentTarget.getBoundingClientRect(), event)

  const typed = (field: HTMLTextAreaElement) => {
    hand.current?.text(field.value)
    field.value = ''
  }
  const onButton = (event: PointerEvent<HTMLTextAreaElement>) => {
    event.preventDefault()
    const down = event.type === 'pointerdown'
    if (down) {
      event.currentTarget.focus({ preventScroll: true })
      event.currentTarget.setPointerCapture(event.pointerId)
    }
    hand.current?.button(at(event), event.button, down)
  }
  const onKey = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    // An input method, or a dead key, makes the text itself.
    if (event.nativeEvent.isComposing || COMPOSING.has(event.key)) return
    event.stopPropagation()
    const down = event.type === 'keydown'
    if (isPressed(HAND_BACK, event.nativeEvent)) {
      event.preventDefault()
      if (down) {
        given.current = true
        onHandBack()
      }
      return
    }
    // The browser pastes, and the pasted text is then typed on the desktop, because the two clipboards differ.
    if (event.key.toLowerCase() === 'v' && (event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    hand.current?.key(event.key, down)
  }
  const onWheel = useCallback(
    (event: WheelEvent) => {
      event.preventDefault()
      const target = event.currentTarget
      if (!(target instanceof Element)) return
      const point = pointOn(shown.bounds, target.getBoundingClientRect(), event)
      hand.current?.wheel(point, event.deltaX, event.deltaY)
    },
    [shown.bounds],
  )
  useEffect(() => {
    const element = box.current
    // React's own wheel listener is passive, so it could not keep the page from scrolling.
    element?.addEventListener('wheel', onWheel, { passive: false })
    return () => element?.removeEventListener('wheel', onWheel)
  }, [onWheel])
  return (
    <textarea
      ref={box}
      aria-label={t('desktop.hand_on')}
      defaultValue=""
      className="absolute inset-0 size-full cursor-crosshair resize-none bg-transparent text-transparent caret-transparent"
      onInput={(event) => !event.nativeEvent.isComposing && typed(event.currentTarget)}
      onCompositionEnd={(event) => typed(event.currentTarget)}
      onPaste={(event) => {
        event.preventDefault()
        hand.current?.text(event.clipboardData.getData('text/plain'))
      }}
      onPointerMove={(event) => hand.current?.move(at(event))}
      onPointerDown={onButton}
      onPointerUp={onButton}
      onContextMenu={(event) => event.preventDefault()}
      onKeyDown={onKey}
      onKeyUp={onKey}
    />
  )
}
