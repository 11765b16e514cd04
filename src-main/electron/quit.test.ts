import { expect, test, vi } from 'vitest'
import { Quit } from './quit.ts'

function start(given: { busy?: boolean; goes?: () => Promise<boolean>; cleanUp?: () => Promise<void> } = {}) {
  const said: string[] = []
  const quit = new Quit({
    isBusy: () => given.busy ?? false,
    ask: () => {
      said.push('ask')
      return given.goes?.() ?? Promise.resolve(true)
    },
    cleanUp: async () => {
      said.push('clean up')
      await given.cleanUp?.()
    },
    quit: () => said.push('quit'),
    onTrouble: () => said.push('trouble'),
    cleanUpMs: 20,
  })
  /** As Electron emits it; says whether the app would have ended. */
  const beforeQuit = () => {
    let prevented = false
    quit.beforeQuit({ preventDefault: () => (prevented = true) })
    return !prevented
  }
  return { said, quit, beforeQuit }
}
const settled = (said: string[], last: string) => vi.waitFor(() => expect(said.at(-1)).toBe(last))

test('the app ends only after the engine has cleaned up', async () => {
  const { said, quit, beforeQuit } = start()
  expect(beforeQuit()).toBe(false)
  await settled(said, 'quit')
  expect(said).toEqual(['clean up', 'quit'])
  expect(quit.isEnding).toBe(true)
  expect(beforeQuit()).toBe(true)
})

test('in a run it asks, and stays when it shall', async () => {
  const { said, quit, beforeQuit } = start({ busy: true, goes: () => Promise.resolve(false) })
  expect(beforeQuit()).toBe(false)
  await settled(said, 'ask')
  expect(quit.isEnding).toBe(false)
  await vi.waitFor(() => {
    beforeQuit()
    expect(said).toEqual(['ask', 'ask'])
  })
})

test('it asks once, however often it is told to quit', async () => {
  const answer = Promise.withResolvers<boolean>()
  const { said, beforeQuit } = start({ busy: true, goes: () => answer.promise })
  beforeQuit()
  beforeQuit()
  expect(said).toEqual(['ask'])
  answer.resolve(true)
  await settled(said, 'quit')
  expect(said).toEqual(['ask', 'clean up', 'quit'])
})

test('a signal while it asks ends it without an answer, once', async () => {
  const answer = Promise.withResolvers<boolean>()
  const { said, quit, beforeQuit } = start({ busy: true, goes: () => answer.promise })
  beforeQuit()
  quit.withoutAsking()
  answer.resolve(true)
  await settled(said, 'quit')
  expect(said).toEqual(['ask', 'clean up', 'quit'])
})

test('a question that can’t be asked keeps the app', async () => {
  const { said, quit, beforeQuit } = start({ busy: true, goes: () => Promise.reject(new Error('no screen')) })
  beforeQuit()
  await settled(said, 'trouble')
  expect(quit.isEnding).toBe(false)
})

test('a clean-up that fails or hangs does not keep the app for ever', async () => {
  for (const cleanUp of [() => Promise.reject(new Error('x')), () => new Promise<void>(() => {})]) {
    const { said, beforeQuit } = start({ cleanUp })
    beforeQuit()
    await settled(said, 'quit')
    expect(said).toEqual(['clean up', 'trouble', 'quit'])
  }
})
