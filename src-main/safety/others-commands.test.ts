import { describe, expect, it } from 'vitest'
import { configSchema } from '../../src-preload/contract/config.ts'
import { actOf, controlOf, HOME, OWN, targetOf, windowOf } from './testing/acts.ts'
import { judge } from './policy.ts'
import { Places } from './places.ts'
import { createSurroundings } from './surroundings.ts'
import type { Act } from './gate.ts'

const judged = (act: Act, commands: string[], commandsOfOthers: boolean) =>
  judge(act, {
    categories: configSchema.parse({}).safety.categories,
    refused_applications: [],
    yesTo: new Set(),
    around: createSurroundings({
      places: new Places({ homes: [HOME], own: [OWN] }),
      requests: () => (commandsOfOthers ? [] : commands),
      commands: () => commands,
      commandsOfOthers,
    }),
    covered: () => false,
  }).decision

const press = (process: string, role: 'button' | 'cell', name: string, page?: string) =>
  actOf(
    'click_input',
    { id: '7', name },
    targetOf(windowOf(process), controlOf(role, name), page ? { page } : {}),
  )
const trash = actOf(
  'trash_files',
  { files: [`${HOME}/Documents/report.odt`] },
  targetOf(null, null, { kind: 'none' }),
)

describe('a plain command', () => {
  it.each<[string, Act, string]>([
    ['puts a file to the trash', trash, `delete "${HOME}/Documents/report.odt"`],
    [
      'presses a button of a page',
      press('chromium', 'button', 'Continue', 'https://shop.example/'),
      'open https://shop.example, click Continue',
    ],
  ])('%s unasked where the person has written it, and asks where another has', (_name, act, command) => {
    expect(judged(act, [command], false)).toBe('allow')
    expect(judged(act, [command], true)).toBe('ask')
  })

  it('of another is carried out where no harm is known', () => {
    const act = press('mousepad', 'button', 'Whatever')
    expect(judged(act, [], true)).toBe('ask')
    expect(judged(act, ['click Whatever'], true)).toBe('allow')
    expect(judged(act, ['click Whatever'], false)).toBe('allow')
  })
})
