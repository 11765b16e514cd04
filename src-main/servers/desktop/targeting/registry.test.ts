import { expect, test } from 'vitest'
import { scriptedElement, scriptedWindow } from '../../../platform/testing/scripted.ts'
import { Registry } from './registry.ts'

const editor = () =>
  scriptedWindow({ title: 'Editor', processName: 'editor', elements: [scriptedElement('button', 'Save')] })

test('an id stays with its window and control as long as they are there', () => {
  const registry = new Registry()
  const window = editor()
  const [first] = registry.updateWindows([window])
  const [control] = registry.controls(window.elements, window)
  expect(
    registry
      .updateWindows([editor(), window])
      .find((each) => each.title === 'Editor' && each.id === first?.id),
  ).toBeDefined()
  expect(registry.controls(window.elements, window)[0]?.id).toBe(control?.id)
})

test('a control that takes the place of another in the same spot of memory gets a new id', () => {
  const registry = new Registry()
  const window = editor()
  registry.updateWindows([window])
  const [button] = registry.controls(window.elements, window)
  const [edit] = registry.controls([{ ...window.elements[0]!, role: 'edit' }], window)
  expect(edit?.id).not.toBe(button?.id)
})

test('ids of a closed window and its controls are never given again, also by a successor', () => {
  const registry = new Registry()
  const window = editor()
  registry.updateWindows([window])
  const given = [
    registry.windowId(window.handle),
    ...registry.controls(window.elements, window).map((each) => each.id),
  ]
  registry.updateWindows([])
  expect(registry.known(given[1]!)).toBeNull()
  const again = [...registry.updateWindows([window]), ...registry.controls(window.elements, window)].map(
    (each) => each.id,
  )
  const successor = new Registry(registry.memory)
  const later = successor.controls([scriptedElement('button', 'New')], window).map((each) => each.id)
  expect(new Set([...given, ...again, ...later]).size).toBe(given.length + again.length + later.length)
})

test('a successor knows the windows by the same ids', () => {
  const registry = new Registry()
  const window = editor()
  const [info] = registry.updateWindows([window])
  expect(new Registry(registry.memory).handleOf(info!.id)).toBe(window.handle)
})

test('the text of a password field is never told', () => {
  const registry = new Registry()
  const window = editor()
  const [control] = registry.controls([scriptedElement('password', 'Password', { value: 'secret' })], window)
  expect(control?.value).toBeNull()
})
