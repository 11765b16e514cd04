// Makes a plan of what a person was seen to do: clicks by control, menus by their path, texts as inputs, keys.
import { endsQuotes } from '../../src-preload/contract/plan-places.ts'
import type { WatchedPlan } from '../../src-preload/contract/calls/desktop.ts'
import type { PersonAct } from '../../src-preload/contract/person-acts.ts'
import { parseRequest } from '../interpreter/parser.ts'

/** Milliseconds within which two clicks on one control are a double click. */
const DOUBLE_MS = 500
const MODIFIERS = ['Control', 'Alt', 'Shift', 'Meta'] as const
const SPOKEN: Record<string, string> = { Control: 'Ctrl', Meta: 'Super', ' ': 'Space' }

type Control = Extract<PersonAct, { did: 'click' }>['control']

export function watchedPlan(acts: readonly PersonAct[]): WatchedPlan {
  const made = new Watched()
  for (const act of acts) made.take(act)
  return made.plan()
}

class Watched {
  readonly #steps: string[] = []
  readonly #inputs: Record<string, string> = {}
  readonly #notes = new Set<WatchedPlan['notes'][number]>()
  readonly #held = new Set<string>()
  #object = ''
  #menu: string[] = []
  #text = ''
  #into: Control = null
  #click: { control: string; at: number } | null = null

  take(act: PersonAct): void {
    switch (act.did) {
      case 'click':
        this.#endText()
        this.#clicked(act)
        break
      case 'key':
        this.#endMenu()
        this.#pressed(act)
        break
      case 'text':
        this.#endMenu()
        this.#typed(act.text, act.into)
        break
      default:
        act satisfies never
    }
  }

  plan(): WatchedPlan {
    this.#endText()
    this.#endMenu()
    return { object: this.#object, steps: this.#steps, inputs: this.#inputs, notes: [...this.#notes] }
  }

  #clicked({ button, control, application, at }: Extract<PersonAct, { did: 'click' }>): void {
    this.#object ||= application ?? ''
    const name = control?.name.trim() ?? ''
    const isMenu = control?.role === 'menu' || control?.role === 'menu item'
    if (button === 'left' && isMenu && name !== '') {
      if (control.role === 'menu' && this.#menu.length > 0 && this.#menu[0] !== name) this.#menu = []
      if (this.#menu.at(-1) !== name) this.#menu.push(name)
      return
    }
    this.#endMenu()
    if (control === null || name === '') {
      // What is typed goes there anyway: a text without a name has the keyboard then.
      if (control?.role !== 'edit' && control?.role !== 'document' && control?.role !== 'password')
        this.#notes.add('nameless')
      return
    }
    const same = `${control.role} ${name}`
    const isDouble = this.#click?.control === same && at - this.#click.at <= DOUBLE_MS
    this.#click = isDouble ? null : { control: same, at }
    if (button === 'middle') this.#notes.add('nameless')
    else if (isDouble) this.#steps.splice(-1, 1, this.#words(`double-click "${name}"`))
    else this.#add(`${button === 'right' ? 'right-click' : 'click'} "${name}"`)
  }

  #pressed({ key, down, into }: Extract<PersonAct, { did: 'key' }>): void {
    if ((MODIFIERS as readonly string[]).includes(key)) {
      if (down) this.#held.add(key)
      else this.#held.delete(key)
      return
    }
    if (!down) return
    const chord = MODIFIERS.filter((held) => this.#held.has(held) && (held !== 'Shift' || key.length > 1))
    if (into?.role === 'password' && (key === '' || key.length === 1)) {
      this.#notes.add('password')
      return
    }
    if (chord.length === 0 && Array.from(key).length === 1) {
      this.#typed(key, into)
      return
    }
    if (chord.length === 0 && key === 'Backspace' && this.#text !== '') {
      this.#text = Array.from(this.#text).slice(0, -1).join('')
      return
    }
    this.#endText()
    this.#add(`press ${[...chord, key].map((each) => SPOKEN[each] ?? each).join('+')}`)
  }

  #typed(text: string, into: Control): void {
    if (into?.role === 'password') {
      this.#notes.add('password')
      return
    }
    for (const [index, line] of text.split(/\r?\n/).entries()) {
      if (index > 0) {
        this.#endText()
        this.#add('press Enter')
      }
      this.#into = this.#text === '' ? into : this.#into
      this.#text += line
    }
  }

  /** A text is what may differ each time: it is an input, named by the field that it went to. */
  #endText(): void {
    const text = this.#text
    this.#text = ''
    if (text === '') return
    if (endsQuotes(text)) {
      this.#notes.add('quotes')
      return
    }
    const field = this.#into?.role === 'edit' ? this.#into.name.replace(/[{}:*]/g, '').trim() : ''
    const base = field === '' ? 'text' : field
    let name = base
    for (let number = 2; Object.hasOwn(this.#inputs, name); number++) name = `${base} ${number}`
    this.#inputs[name] = text
    this.#steps.push(`type "{{${name}}}"`)
  }

  #endMenu(): void {
    const path = this.#menu
    this.#menu = []
    if (path.length > 0)
      this.#add(path.length === 1 ? `click "${path[0] ?? ''}"` : `choose ${path.join(' > ')}`)
  }

  #add(words: string): void {
    const known = this.#words(words)
    if (known !== '') this.#steps.push(known)
  }

  /** What would not be understood is left out, and told. */
  #words(words: string): string {
    if (parseRequest(words).clauses?.length === 1) return words
    this.#notes.add('nameless')
    return ''
  }
}
