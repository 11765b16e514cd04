// Implements the part of a scripted platform that knows where characters are: all of one size, a line ends only at a line break.
import { screenRect, type ScreenRect } from '../../core/geometry.ts'
import type { Platform, PlatformText, PlatformWindow } from '../platform.ts'
import { ScriptedOwnWindows } from './scripted-own.ts'
import type { ScriptedElement } from './scripted-parts.ts'

/** Pixels of a character. */
const WIDE = 8
const HIGH = 16

export abstract class ScriptedTexts extends ScriptedOwnWindows {
  /** Whether places of characters are told. */
  tellsPlaces = true
  /** Whether characters can be selected through the tree. */
  selectsText = true
  /** What a list tells of without showing it; a test sets it. */
  outOfSight?: NonNullable<Platform['outOfSight']>
  /** What a page says lies at a point; a test sets it. */
  pageHit?: NonNullable<Platform['pageHit']>
  /** What the menus tell; a test sets it. */
  menuShortcuts?: NonNullable<Platform['menuShortcuts']>
  /** How often an application has copied. */
  taken = 0
  readonly clipboardTaken = () => Promise.resolve(this.taken)
  /** Ref → what is selected in it. */
  readonly selected = new Map<string, string>()

  texts(window: PlatformWindow): Promise<{ texts: PlatformText[]; limited: string | null }> {
    const shown = this.shown.find(({ handle }) => handle === window.handle)?.elements ?? []
    const texts = shown
      .filter(({ role, hidden }) => role !== 'password' && !hidden)
      .map((element) => ({ ref: element.ref, text: textOf(element), control: element }))
    return Promise.resolve({ texts: texts.filter(({ text }) => text !== ''), limited: null })
  }

  textBounds(ref: string, start: number, end: number): Promise<ScreenRect | null> {
    const element = this.#of(ref)
    if (!element || !this.tellsPlaces) return Promise.resolve(null)
    const before = Array.from(textOf(element)).slice(0, start).join('').split('\n')
    const x = element.bounds.x + Array.from(before.at(-1) ?? '').length * WIDE
    const y = element.bounds.y + (before.length - 1) * HIGH
    return Promise.resolve(screenRect({ x, y, width: (end - start) * WIDE, height: HIGH }))
  }

  selectText(ref: string, start: number, end: number): Promise<boolean> {
    const element = this.#of(ref)
    if (!element || !this.selectsText) return Promise.resolve(false)
    this.selected.set(ref, Array.from(textOf(element)).slice(start, end).join(''))
    return Promise.resolve(true)
  }

  selectedText(ref: string): Promise<string | null> {
    return Promise.resolve(this.#of(ref) ? (this.selected.get(ref) ?? '') : null)
  }

  /** Tells, once, whether all of an element's text is selected through the tree. */
  protected takeSelected({ ref, value }: ScriptedElement): boolean {
    const selected = this.selected.get(ref) ?? ''
    return selected !== '' && selected === value && this.selected.delete(ref)
  }

  #of(ref: string): ScriptedElement | null {
    return this.shown.flatMap(({ elements }) => elements).find((element) => element.ref === ref) ?? null
  }
}

const textOf = ({ text, value, name, role }: ScriptedElement): string =>
  text ?? value ?? (role === 'text' || role === 'heading' ? name : '')
