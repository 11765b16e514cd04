// Reads what an element says of itself: one message for what each has, others only where its kind makes them worth it. The value
// of a secret field is never asked for.
import type { ControlRole } from '../../../core/desktop.ts'
import type { RunControl } from '../../../core/run-control.ts'
import { AX_ERROR, isElement, makeRange, pointIn, sizeIn } from '../native/accessibility.ts'
import {
  flagIn,
  hashOf,
  makeArray,
  membersOf,
  nameRef,
  numberIn,
  release,
  retain,
  textIn,
  using,
  type Ref,
} from '../native/core-foundation.ts'
import { actionsOf, attributeOf, attributesOf, canSet, parameterizedOf } from './ask.ts'
import { isSecret, kindOf, type Kind } from './kinds.ts'

/** UTF-16 units of a text in a tree. */
const MAX_VALUE = 2000

/** AXAttributeConstants.h; those of web pages and AppKit have no constant there. */
const PLAIN = [
  'AXRole', 'AXSubrole', 'AXTitle', 'AXDescription', 'AXHelp', 'AXIdentifier', 'AXEnabled', 'AXFocused', 'AXSelected',
  'AXPosition', 'AXSize', 'AXContainsProtectedContent', 'AXModal', 'AXDOMIdentifier',
] as const // prettier-ignore
const OF_VALUE = [
  'AXValue',
  'AXPlaceholderValue',
  'AXExpanded',
  'AXDisclosing',
  'AXRequired',
  'AXInvalid',
  'AXElementBusy',
  'AXTitleUIElement',
] as const
/** Of a text area the value may be a whole book, so its beginning is asked for. */
const WITHOUT_VALUE = OF_VALUE.map((name) => (name === 'AXValue' ? 'AXNumberOfCharacters' : name))

export interface Facts {
  kind: Kind
  /** As macOS calls them. */
  axRole: string
  axSubrole: string
  name: string
  value: string | number | null
  help: string
  identifier: string
  placeholder: string
  bounds: { x: number; y: number; width: number; height: number }
  enabled: boolean
  focused: boolean
  selected: boolean
  expanded: boolean | null
  required: boolean
  invalid: boolean
  busy: boolean
  modal: boolean
  multiline: boolean
  settable: boolean
  actions: string[]
}

/** Why an element could not be read: it is gone, its application does not answer, or it gives no tree. */
export type Fault = 'gone' | 'silent' | 'none'

export function faultOf(code: number | null): Fault {
  if (code === null || code === AX_ERROR.cannotComplete) return 'silent'
  if (code === AX_ERROR.apiDisabled || code === AX_ERROR.notImplemented) return 'none'
  return 'gone'
}

/** Reads attributes by name; `use` gets a function that gives the value of each, 0n for none. */
async function read<N extends string, T>(
  element: Ref,
  names: readonly N[],
  use: (value: (name: N) => Ref) => T,
  run: RunControl,
): Promise<{ read: T } | { fault: Fault }> {
  const list = makeArray(names.map(nameRef))
  const answer = await attributesOf(element, list, run).finally(() => release(list))
  if (!answer || answer.ref === 0n) return { fault: faultOf(answer?.code ?? null) }
  return using(answer.ref, (values) => {
    const given = membersOf(values)
    return { read: use((name) => given[names.indexOf(name)] ?? 0n) }
  })
}

export async function readFacts(
  element: Ref,
  above: ControlRole | null,
  run: RunControl,
): Promise<Facts | Fault> {
  const plain = await read(
    element,
    PLAIN,
    (value) => {
      const axRole = textIn(value('AXRole')) ?? ''
      const axSubrole = textIn(value('AXSubrole')) ?? ''
      const isProtected = flagIn(value('AXContainsProtectedContent')) ?? false
      const isField = axRole === 'AXTextField' || axRole === 'AXTextArea'
      const subrole = isProtected && isField ? 'AXSecureTextField' : axSubrole
      return {
        kind: kindOf(axRole, subrole, above),
        axRole,
        axSubrole,
        name: textIn(value('AXTitle')) || (textIn(value('AXDescription')) ?? ''),
        help: textIn(value('AXHelp')) ?? '',
        identifier: textIn(value('AXIdentifier')) || (textIn(value('AXDOMIdentifier')) ?? ''),
        enabled: flagIn(value('AXEnabled')) ?? true,
        focused: flagIn(value('AXFocused')) ?? false,
        selected: flagIn(value('AXSelected')) ?? false,
        modal: flagIn(value('AXModal')) ?? false,
        bounds: {
          ...(pointIn(value('AXPosition')) ?? { x: 0, y: 0 }),
          ...(sizeIn(value('AXSize')) ?? { width: 0, height: 0 }),
        },
      }
    },
    run,
  )
  if ('fault' in plain) return plain.fault
  const facts: Facts = {
    ...plain.read,
    value: null,
    placeholder: '',
    expanded: null,
    required: false,
    invalid: false,
    busy: false,
    multiline: plain.read.axRole === 'AXTextArea',
    settable: false,
    actions: [],
  }
  const { kind } = facts
  // An element without a role can say nothing more.
  if (facts.axRole === '') return 'gone'
  if (kind.reads) await addValue(element, facts, run)
  if (kind.acts) facts.actions = await namesOfActions(element, run)
  if (kind.writes) facts.settable = await canSet(element, 'AXValue', run)
  return facts
}

async function addValue(element: Ref, facts: Facts, run: RunControl): Promise<void> {
  const names: readonly string[] = facts.multiline ? WITHOUT_VALUE : OF_VALUE
  const more = await read(
    element,
    names,
    (value) => {
      const own = value('AXValue')
      const label = value('AXTitleUIElement')
      const invalid = textIn(value('AXInvalid'))
      return {
        value: textIn(own) ?? numberIn(own),
        length: numberIn(value('AXNumberOfCharacters')),
        placeholder: textIn(value('AXPlaceholderValue')) ?? '',
        expanded: flagIn(value('AXExpanded')) ?? (flagIn(value('AXDisclosing')) === true ? true : null),
        required: flagIn(value('AXRequired')) ?? false,
        invalid: invalid !== null && invalid !== '' && invalid !== 'false',
        busy: flagIn(value('AXElementBusy')) ?? false,
        label: isElement(label) ? retain(label) : 0n,
      }
    },
    run,
  )
  if ('fault' in more) return
  const { label, length, ...told } = more.read
  try {
    Object.assign(facts, told)
    if (length !== null) facts.value = await partOf(element, Math.min(length, MAX_VALUE), run)
    if (facts.name === '' && label !== 0n) facts.name = await textOfLabel(label, run)
  } finally {
    release(label)
  }
}

/** Reads the first units of a text. */
export async function partOf(element: Ref, length: number, run: RunControl): Promise<string | null> {
  if (length === 0) return ''
  const range = makeRange({ location: 0, length })
  const answer = await parameterizedOf(element, 'AXStringForRange', range, run).finally(() => release(range))
  return answer && answer.ref !== 0n ? using(answer.ref, textIn) : null
}

/** A label that names another control is a text or, with some toolkits, has a title; one that is a secret is not read. */
async function textOfLabel(label: Ref, run: RunControl): Promise<string> {
  const role = await read(label, ['AXRole', 'AXSubrole', 'AXTitle'], (value) => ({
    isSecret: isSecret(textIn(value('AXRole')) ?? '', textIn(value('AXSubrole')) ?? ''),
    title: textIn(value('AXTitle')) ?? '',
  }), run) // prettier-ignore
  if ('fault' in role || role.read.isSecret) return ''
  if (role.read.title !== '') return role.read.title
  const answer = await attributeOf(label, 'AXValue', run)
  return answer && answer.ref !== 0n ? (using(answer.ref, textIn) ?? '') : ''
}

async function namesOfActions(element: Ref, run: RunControl): Promise<string[]> {
  const answer = await actionsOf(element, run)
  if (!answer || answer.ref === 0n) return []
  return using(answer.ref, (names) => membersOf(names).flatMap((name) => textIn(name) ?? []))
}

/** Gives the elements of an attribute, each kept alive for the caller. */
export const elementsIn = (array: Ref): Ref[] =>
  membersOf(array)
    .filter((ref) => isElement(ref))
    .map((ref) => retain(ref))

export const idOf = (element: Ref): string => hashOf(element).toString(36)

/** Reads an attribute that is another element; 0n for none. The caller releases it. */
export async function elementOf(element: Ref, name: string, run: RunControl): Promise<Ref> {
  const answer = await attributeOf(element, name, run)
  if (!answer || answer.ref === 0n) return 0n
  if (isElement(answer.ref)) return answer.ref
  release(answer.ref)
  return 0n
}

export async function numberOf(element: Ref, name: string, run: RunControl): Promise<number | null> {
  const answer = await attributeOf(element, name, run)
  return answer && answer.ref !== 0n ? using(answer.ref, numberIn) : null
}

export async function textOfAttribute(element: Ref, name: string, run: RunControl): Promise<string | null> {
  const answer = await attributeOf(element, name, run)
  return answer && answer.ref !== 0n ? using(answer.ref, textIn) : null
}
