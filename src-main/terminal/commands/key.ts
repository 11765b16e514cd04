// `deskhand config key NAME`: keeps the key of a model service, without showing it, or takes it out.
import { createInterface } from 'node:readline/promises'
import { text } from 'node:stream/consumers'
import { deskhandHome } from '../../config/home.ts'
import { createSecrets } from '../../config/secrets.ts'
import { UserError } from '../../core/errors.ts'
import type { Shell } from '../shell.ts'
import { silent } from '../asking/silent.ts'
import { plain } from '../output/text.ts'

/** Takes the key from the terminal, where it is not echoed, or from a pipe; never from the command line, which others see. */
export async function configKeyCommand(shell: Shell, name: string): Promise<void> {
  const secret = (
    await (shell.stdin.isTTY === true ? askSecretly(shell, `${name}: `) : text(shell.stdin))
  ).trim()
  if (secret === '' || secret.includes('\n')) {
    throw new UserError(
      `No key was given. Type it, or give it on one line: deskhand config key ${name} < file`,
    )
  }
  const home = deskhandHome(shell.env)
  const { why } = await createSecrets({ home, env: shell.env }).set(name, secret)
  shell.stdout.write(`${why ?? 'Kept in the key store of this system.'}\n`)
}

export async function removeKeyCommand(shell: Shell, name: string): Promise<void> {
  await createSecrets({ home: deskhandHome(shell.env), env: shell.env }).delete(name)
  shell.stdout.write(`${plain(name)} is not kept any more.\n`)
}

async function askSecretly(shell: Shell, prompt: string): Promise<string> {
  shell.stdout.write(prompt)
  const reader = createInterface({ input: shell.stdin, output: silent(), terminal: true })
  const abort = new AbortController()
  reader.on('SIGINT', () => abort.abort())
  reader.on('close', () => abort.abort())
  try {
    return await reader.question('', { signal: abort.signal })
  } catch {
    return ''
  } finally {
    reader.close()
    shell.stdout.write('\n')
  }
}
