// Carries out `deskhand config key NAME`: keeps the API key of a model service, without showing it, or removes it.
import { createInterface } from 'node:readline/promises'
import { text } from 'node:stream/consumers'
import { userFault } from '../fault.ts'
import type { Shell } from '../shell.ts'
import { silent } from '../asking/silent.ts'
import { plain } from '../output/plain.ts'
import { tell } from '../output/table.ts'
import { withBridge } from '../with-bridge.ts'

/** Reads the API key from the terminal, without an echo, or from a pipe; never from the command line, which others see. */
export async function configKeyCommand(shell: Shell, name: string): Promise<void> {
  const secret = (
    await (shell.stdin.isTTY === true ? askSecretly(shell, `${name}: `) : text(shell.stdin))
  ).trim()
  if (secret === '' || secret.includes('\n')) {
    throw userFault(`No key was given. Type it, or give it on one line: deskhand config key ${name} < file`)
  }
  const { store } = await withBridge(shell, (bridge) => bridge.call('set_key', { name, value: secret }))
  await tell(shell, store.why ?? 'Kept in the key store of this system.')
}

export async function removeKeyCommand(shell: Shell, name: string): Promise<void> {
  await withBridge(shell, (bridge) => bridge.call('delete_key', { name }))
  await tell(shell, `${plain(name)} is not kept any more.`)
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
