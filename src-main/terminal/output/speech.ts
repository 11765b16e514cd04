// The language in which a terminal tells a run: by the words of the windows, so that both say the same.
import { z } from 'zod'
import { actWords } from '../../../src-preload/contract/act-words.ts'
import type { Bridge } from '../../../src-preload/contract/bridge.ts'
import type { Say } from '../../../src-preload/contract/outcome-said.ts'
import { isChineseSystem, mayBeChinese } from '../../bridge/system-language.ts'
import type { Speech, Surroundings } from '../shell.ts'
import english from '../../../resources/locales/en.json' with { type: 'json' }

export type { Speech }

const settingSchema = z.object({ app: z.object({ language: z.enum(['system', 'en', 'zh']) }) })

type Words = { readonly [key: string]: string | Words }

/** The library of the windows for this is a tool of development, whose product is built into them. */
function sayBy(words: Words): Say {
  const textOf = (key: string): string | undefined => {
    const found = key
      .split('.')
      .reduce<string | Words | undefined>(
        (at, part) => (typeof at === 'object' && Object.hasOwn(at, part) ? at[part] : undefined),
        words,
      )
    return typeof found === 'string' ? found : undefined
  }
  return (key, parameters = {}) => {
    const one = parameters['count'] === '1' ? textOf(`${key}_one`) : undefined
    const text = one ?? textOf(`${key}_other`) ?? textOf(key) ?? ''
    return text.replaceAll(/\{\{(\w+)\}\}/g, (_place, name: string) => parameters[name] ?? '')
  }
}

export const ENGLISH: Speech = {
  say: sayBy(english),
  translate: null,
  sentence: (text) => text,
  word: (text) => text,
  act: ({ words }) => words,
}

async function chinese(): Promise<Speech> {
  const [{ default: words }, { default: tables }, { inChinese, saidInChinese }] = await Promise.all([
    import('../../../resources/locales/zh.json', { with: { type: 'json' } }),
    import('../../../resources/sentences/zh-tables.json', { with: { type: 'json' } }),
    import('../../../src-preload/contract/sentences.ts'),
  ])
  const say = sayBy(words)
  const known: Readonly<Record<string, string>> = tables
  return {
    say,
    translate: inChinese,
    sentence: saidInChinese,
    word: (text) => (Object.hasOwn(known, text) ? known[text] : undefined) ?? text,
    act: (action) => {
      // locales: acts.*
      const { verb, rest } = actWords(action, (tool) => say(`acts.${tool}`))
      return `${verb} ${rest}`.trim()
    },
  }
}

const speechIn = (language: 'system' | 'en' | 'zh', env: NodeJS.ProcessEnv): Promise<Speech> | Speech =>
  language === 'zh' || (language === 'system' && isChineseSystem(env)) ? chinese() : ENGLISH

/** Chooses by `app.language`. */
export async function speechFor(env: NodeJS.ProcessEnv, bridge: Bridge): Promise<Speech> {
  const { values } = await bridge.call('read_config', {})
  return speechIn(settingSchema.parse(values).app.language, env)
}

/** The language of a command that has no bridge of its own, or has failed: a configuration that can't be read has none. */
export async function speechOf(shell: Surroundings): Promise<Speech> {
  if (!(await mayBeChinese(shell.env))) return ENGLISH
  try {
    await using bridge = await shell.openBridge({
      env: shell.env,
      version: shell.version,
      printLog: () => {},
    })
    return await speechFor(shell.env, bridge)
  } catch {
    return speechIn('system', shell.env)
  }
}
