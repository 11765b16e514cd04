import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { configSchema } from '../../src-preload/contract/config.ts'
import { CONFIG_FIELDS, fieldsOf, MODEL_FIELDS, typedValue, valueAt } from './fields.ts'
import { faultAt } from './faults.ts'
import { fieldsOfSection, hasFieldOn, pageOf, PAGES, SECTIONS } from './pages.ts'

/** The keys of the schema, found without the code under test: by what a whole configuration holds. */
function keysOf(value: unknown, path: string[] = []): string[] {
  const entries = ['models', 'prompt_path', 'prices', 'mcp', 'applications']
  const plain = typeof value === 'object' && value !== null && !Array.isArray(value)
  if (!plain || entries.includes(path.join('.'))) return [path.join('.')]
  return Object.entries(value).flatMap(([name, inner]) => keysOf(inner, [...path, name]))
}

describe('the fields of the settings', () => {
  test('every key of config.yaml is on exactly one page', () => {
    const shown = PAGES.flatMap((page) => SECTIONS[page].flatMap(fieldsOfSection)).map((field) => field.key)
    expect(shown.toSorted()).toEqual(keysOf(configSchema.parse({})).toSorted())
  })

  test('no page names a key that the schema does not have', () => {
    const empty = PAGES.flatMap((page) =>
      SECTIONS[page].flatMap((section) =>
        section.keys.filter((key) => fieldsOfSection({ ...section, keys: [key] }).length === 0),
      ),
    )
    expect(empty).toEqual([])
  })

  test('a fault within an entry leads to the page of the entry', () => {
    expect(pageOf('models.app.base_url')).toBe('models')
    expect(pageOf('system.max_step')).toBe('limits')
    // The page `program` says that only the desktop app has what it shows.
    expect([pageOf('aip.heartbeat'), pageOf('queue.lease')]).toEqual(['machines', 'machines'])
    expect(pageOf('nothing')).toBeNull()
  })

  test('only what has a field on the open page is left to it to say', () => {
    const said = [
      hasFieldOn('limits', 'system.max_step'),
      hasFieldOn('models', 'models.default.model_name'),
      hasFieldOn('safety', 'system.max_step'),
      hasFieldOn('models', 'models.default.colour'),
      hasFieldOn('models', 'models.fast_action_generator.timeout'),
      hasFieldOn('servers', 'mcp.AppAgent'),
    ]
    expect(said).toEqual([true, true, false, false, false, false])
  })

  test('shapes, bounds and emptiness come from the schema', () => {
    const shapes = Object.fromEntries([...CONFIG_FIELDS, ...MODEL_FIELDS].map((field) => [field.key, field]))
    expect(shapes['system.max_step']).toMatchObject({
      shape: { kind: 'number', integer: true, min: 1, max: null },
      nullable: false,
    })
    expect(shapes['display.width']?.shape).toEqual({ kind: 'number', integer: true, min: 640, max: 7680 })
    expect(shapes['system.cost_ceiling']).toMatchObject({ shape: { kind: 'number' }, nullable: true })
    expect(shapes['app.theme']?.shape).toEqual({ kind: 'choice', options: ['system', 'light', 'dark'] })
    expect(shapes['base_url']).toMatchObject({ shape: { kind: 'text', address: true }, nullable: true })
    expect(shapes['safety.refused_applications']?.shape).toEqual({ kind: 'list' })
  })

  test('a shape that no editor knows is an error, not a missing field', () => {
    expect(() => fieldsOf(z.object({ odd: z.union([z.string(), z.number()]).and(z.unknown()) }))).toThrow(
      'odd',
    )
  })

  test('what was typed becomes a value, and nonsense is handed on to be refused', () => {
    const number = { shape: { kind: 'number', integer: true, min: 1, max: null }, nullable: false } as const
    expect(typedValue(number, ' 12 ')).toBe(12)
    expect(typedValue(number, 'twelve')).toBe('twelve')
    expect(typedValue(number, '')).toBe('')
    expect(typedValue({ ...number, nullable: true }, '')).toBeNull()
    expect(typedValue({ shape: { kind: 'text', address: false }, nullable: false }, ' a ')).toBe('a')
  })

  test('what is wrong in the file is told at its field, or at the field that holds it', () => {
    const faults = [
      { key: 'models.app.timeout', message: 'too small' },
      { key: null, message: 'no YAML' },
    ]
    expect(faultAt(faults, 'models.app.timeout')).toBe('too small')
    expect(faultAt(faults, 'models.app')).toBe('models.app.timeout: too small')
    expect(faultAt(faults, 'models.ap')).toBeNull()
  })

  test('a value is found by its path', () => {
    expect(valueAt({ a: { b: [1, 2] } }, ['a', 'b', 1])).toBe(2)
    expect(valueAt({ a: null }, ['a', 'b'])).toBeUndefined()
  })
})
