// Makes a plan of what a person was seen to do: clicks by control, menus by their path, texts as inputs, keys.
import type { WatchedPlan } from '../../src-preload/contract/calls/desktop.ts'
import type { PersonAct } from '../../src-preload/contract/person-acts.ts'
import { isUnquotable, placesIn } from '../../src-preload/contract/plan-places.ts'
import { parseRequest } from '../interpreter/parser.ts'

/** Milliseconds within which two clicks on one control are a double click. */
const DOUBLE_MS = 500
const SPOKEN: Record<string, string> = { Control: 'Ctrl', Meta: 'Super', ' ': 'Space' }

type Click = Extract<PersonAct, { did: 'click' }>
type Control = NonNullable<Click['control']>
type Typed = Extract<PersonAct, { did: 'text' }>
type Window = NonNullable<Click['window']>

export function watchedPlan(acts: readonly PersonAct[]): WatchedPlan {
  const made = new Watched()
  for (const act of joined(acts)) made.take(act)
  return made.plan()
}

/**
 * Joins texts that follow one another. Nothing that the person did lies between them, so their keyboard stayed where it was; only
 * the tree reported late where that is.
 */
function joined(acts: readonly PersonAct[]): PersonAct[] {
  const all: PersonAct[] = []
  for (const act of acts) {
    const last = all.at(-1)
    const isShown = act.did === 'text' && last?.did === 'text' && act.text !== null && last.text !== null
    if (isShown && act.into?.role !== 'password' && last.into?.role !== 'password')
      all.splice(-1, 1, { ...act, text: `${last.text}${act.text}`, how: 'somewhere' })
    else all.push(act)
  }
  return all
}

class Watched {
  readonly #steps: string[] = []
  readonly #inputs: Record<string, string> = {}
  readonly #notes = new Set<WatchedPlan['notes'][number]>()
  #object = ''
  /** Windows that were open when the person began, by handle, and that no step has opened yet. */
  #unopened = new Set<string>()
  #menu: string[] = []
  /** Whether the last of the menu is an item, and not a menu that has only been opened. */
  #isChosen = false
  #click: { control: string; at: number; times: number } | null = null

  take(act: PersonAct): void {
    if (act.did === 'begin') {
      this.#begins(act.windows)
      return
    }
    if (act.did === 'click') {
      this.#clicked(act)
      return
    }
    this.#endMenu()
    this.#click = null
    if (act.did === 'drag') this.#notes.add('gesture')
    else if (act.did === 'press') this.#add(`press ${act.keys.map((key) => SPOKEN[key] ?? key).join('+')}`)
    else this.#typed(act)
  }

  plan(): WatchedPlan {
    this.#endMenu()
    return { object: this.#object, steps: this.#steps, inputs: this.#inputs, notes: [...this.#notes] }
  }

  #begins(windows: readonly Window[]): void {
    this.#unopened = new Set(windows.map(({ handle }) => handle))
    const first = windows.find(({ active }) => active)
    if (!first) return
    this.#unopened.delete(first.handle)
    this.#object = first.application ?? ''
    if (first.application === null) this.#notes.add('unopened')
  }

  /** What the person goes to is opened when the plan runs, or switched to where a step has opened it. */
  #goesTo({ handle, title, application, kind, active }: Window): void {
    const isUnopened = this.#unopened.delete(handle)
    if (kind !== 'normal' || active) return
    this.#endMenu()
    if (!isUnopened) this.#add(`switch to "${title.replace(/^[*•]\s*/, '')}"`)
    else if (application !== null) this.#add(`open "${application}"`)
    else this.#notes.add('unopened')
  }

  #clicked({ button, held, control, window, at }: Click): void {
    if (window) this.#goesTo(window)
    const name = control?.name.trim() ?? ''
    if (held || button === 'middle') {
      this.#endMenu()
      this.#notes.add('gesture')
      return
    }
    if (button === 'left' && (control?.role === 'menu' || control?.role === 'menu item') && name !== '') {
      this.#choosing(control, name)
      return
    }
    this.#endMenu()
    const isText = control?.role === 'document' && name === ''
    // No click is needed: a text of several lines has the keyboard, or is found because it is the only one; a label says where to
    // type, and not where to click.
    if (button === 'left' && (isText || control?.labelled === true)) {
      this.#caretAt(`${control.role} ${name}`, at)
      return
    }
    const verb = button === 'right' ? 'right-click' : 'click'
    if (isText) this.#clickOn(`${verb} the text area`, at)
    else if (name === '') this.#notes.add('nameless')
    else this.#clickOn(`${verb} "${name}"`, at)
  }

  /** Two quick clicks in a text select a word of it, which the language of plans has no words for. */
  #caretAt(control: string, at: number): void {
    if (this.#click?.control === control && at - this.#click.at <= DOUBLE_MS) this.#notes.add('gesture')
    this.#click = { control, at, times: 1 }
  }

  #choosing({ role, in_bar }: Control, name: string): void {
    if (in_bar) {
      // A person who opens a menu and goes on to the next one has chosen nothing.
      if (this.#menu.length > 1 && this.#isChosen) this.#endMenu()
      this.#menu = []
    }
    this.#menu.push(name)
    this.#isChosen = role === 'menu item'
  }

  /** Adds a click. Two quick clicks are a double click; for more, the language of plans has no words. */
  #clickOn(words: string, at: number): void {
    const last = this.#click
    const isAgain = last?.control === words && at - last.at <= DOUBLE_MS
    const times = isAgain ? last.times + 1 : 1
    this.#click = { control: words, at, times }
    if (times === 1) this.#add(words)
    else if (times === 2 && this.#steps.at(-1) === words && words.startsWith('click'))
      this.#steps.splice(-1, 1, `double-${words}`)
    else this.#notes.add('gesture')
  }

  #typed({ text, into, how }: Typed): void {
    if (into?.role === 'password') {
      this.#notes.add('password')
      return
    }
    if (text === null) {
      this.#notes.add('unseen')
      this.#input('', into, how)
      return
    }
    for (const [index, line] of text.split(/\r?\n/).entries()) {
      if (index > 0) this.#add('press Enter')
      if (isUnquotable(line)) this.#notes.add('quotes')
      else if (line !== '') this.#input(line, into, how)
    }
  }

  /** Makes a typed text an input, named by its field, because the text may differ each time. */
  #input(text: string, into: Typed['into'], how: Typed['how']): void {
    const field = into?.role === 'edit' ? into.name.replace(/[{}:*]/g, '').trim() : ''
    const base = field === '' ? 'text' : field
    let name = base
    for (let number = 2; Object.hasOwn(this.#inputs, name); number++) name = `${base} ${number}`
    this.#inputs[name] = text
    const place = `{{${name}}}`
    const named = into === null || field === '' ? null : `"${into.name.trim()}"`
    const words = how === 'replaced' ? `set ${named} to "${place}"` : `type "${place}" into ${named}`
    if (named === null || how === 'somewhere' || !isUnderstood(words)) {
      this.#steps.push(`type "${place}"`)
      return
    }
    // The field is named: no click is needed to go to it.
    if (this.#steps.at(-1) === `click ${named}`) this.#steps.pop()
    this.#steps.push(words)
  }

  #endMenu(): void {
    const path = this.#menu
    this.#menu = []
    if (path.length > 0)
      this.#add(path.length === 1 ? `click "${path[0] ?? ''}"` : `choose ${path.join(' > ')}`)
  }

  /** Adds a step. It leaves out words that would not be understood, and notes it. */
  #add(words: string): void {
    if (isUnderstood(words) && placesIn(words).length === 0) this.#steps.push(words)
    else this.#notes.add('nameless')
  }
}

const isUnderstood = (words: string): boolean => parseRequest(words).clauses?.length === 1
