// Says whether a command speaks Chinese, as far as that is known without loading the configuration.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { deskhandHome } from '../config/home.ts'

/** As the system has it: https://pubs.opengroup.org/onlinepubs/9799919799/basedefs/V1_chap08.html */
export const isChineseSystem = (env: NodeJS.ProcessEnv): boolean =>
  /^zh/i.test(
    env['LC_ALL'] || env['LC_MESSAGES'] || env['LANG'] || new Intl.DateTimeFormat().resolvedOptions().locale,
  )

/** Tells whether it may be Chinese; only then is the setting read, which takes twice the time of a help in English. */
export async function mayBeChinese(env: NodeJS.ProcessEnv): Promise<boolean> {
  if (isChineseSystem(env)) return true
  const config = await readFile(join(deskhandHome(env), 'config.yaml'), 'utf8').catch(() => '')
  return config.includes('language')
}
