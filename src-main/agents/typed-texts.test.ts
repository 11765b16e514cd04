import { describe, expect, it } from 'vitest'
import { aControl } from './testing/scripted.ts'
import { NOT_YET_TOLD, toldActions } from './typed-texts.ts'

const field = aControl('1', 'User', { role: 'edit' })
const secret = aControl('2', 'Password', { role: 'password' })
const typing = (args: Record<string, unknown>) => ({ function: 'f', arguments: args, status: 'CONTINUE' })

describe('what is decided to be typed', () => {
  it('is told where its field is no password field', () => {
    const action = typing({ id: '1', text: 'bob' })
    expect(toldActions([action], [field, secret])).toEqual({ actions: [action], passwords: [] })
  })

  it('is a password where its field is one, named or focused', () => {
    const focused = { ...secret, states: ['focused' as const] }
    const acts = [typing({ id: '2', text: 'hunter2' }), typing({ keys: 's w o r d' })]
    const { actions, passwords } = toldActions(acts, [field, focused])
    expect(passwords).toEqual(['hunter2', 's w o r d'])
    expect(JSON.stringify(actions)).not.toMatch(/hunter2|s w o r d/)
  })

  it('is not told before its field is known, and nothing else is held back', () => {
    const { actions, passwords } = toldActions([typing({ text: 'hunter2', x: 3 }), typing({ x: 3 })], [])
    expect(actions.map((action) => action.arguments)).toEqual([{ text: NOT_YET_TOLD, x: 3 }, { x: 3 }])
    expect(passwords).toEqual([])
  })
})
