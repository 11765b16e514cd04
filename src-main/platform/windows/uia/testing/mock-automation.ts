// Loads the mock server of UI Automation into this process, and opens its windows.
import { enterApartment } from '../../native/com.ts'
import { koffi, pointerOf } from '../../../native/library.ts'

/** In the order of the C source. */
export const SCENARIOS = [
  'standard',
  'big',
  'long list',
  'nulls',
  'gone',
  'first fails',
  'always fails',
  'slow',
  'slow list',
  'crash',
  'empty',
  'doubles',
  'hung',
  'hanging',
  'virtual list',
] as const

/** What a window may tell of, in the order of the C source. */
const EVENTS = ['focus', 'opened', 'structure', 'property'] as const

export function loadMock(library: string) {
  const loaded = koffi().load(library)
  const number = (name: string) => loaded.func(`int32_t ${name}()`) as () => number
  const window = loaded.func('intptr_t mock_window(int scenario)')
  const hang = loaded.func('void mock_hang(int on)')
  const close = loaded.func('void mock_close(int on)')
  const emit = loaded.func('void mock_emit(int told, intptr_t window, int times)')
  enterApartment()
  const code = number('mock_register')()
  if (code !== 0) throw new Error(`The mock could not be registered: ${code >>> 0}.`)
  return {
    live: number('mock_live'),
    invoked: number('mock_invoked'),
    scrolled: number('mock_scrolled'),
    realized: number('mock_realized'),
    wholeAsked: number('mock_whole_asked'),
    connectionMs: number('mock_connection_ms'),
    transactionMs: number('mock_transaction_ms'),
    stealsFocus: number('mock_steals_focus'),
    listeners: number('mock_listeners'),
    /** Tells of it from another thread, `times` times. */
    emit: (what: (typeof EVENTS)[number], of: bigint, times = 1) =>
      void emit(EVENTS.indexOf(what), of, times),
    window: (scenario: (typeof SCENARIOS)[number]): bigint => pointerOf(window(SCENARIOS.indexOf(scenario))),
    /** While it is `true`, windows of the scenario `hanging` give no answer. */
    hang: (on: boolean) => void hang(on ? 1 : 0),
    /** After `true` every element counts as gone. */
    close: (on: boolean) => void close(on ? 1 : 0),
  }
}
