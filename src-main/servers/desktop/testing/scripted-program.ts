// Runs a desktop process without a desktop, for tests of its keeper: a scripted platform whose input events are written to the
// file WITNESS, and controls that hang, crash or block in the middle of what they do.
import { spawnSync } from 'node:child_process'
import { appendFileSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { scriptedElement, ScriptedPlatform, scriptedWindow } from '../../../platform/testing/scripted.ts'
import { serveDesktop } from '../protocol/serve.ts'

/** Blocks in a native call that nothing interrupts: it opens a pipe that nobody writes to. */
function blockForEver(): void {
  const fifo = join(mkdtempSync(join(tmpdir(), 'deskhand-fifo-')), 'fifo')
  spawnSync('mkfifo', [fifo])
  readFileSync(fifo)
}

await serveDesktop(() => {
  const witness = process.env['WITNESS'] ?? '/dev/null'
  if (process.env['NO_DESKTOP'] !== undefined && readFileSync(process.env['NO_DESKTOP'], 'utf8') === 'gone') {
    throw new Error('there is no X server on :130')
  }
  const platform = new ScriptedPlatform([
    scriptedWindow({
      title: 'Editor',
      processName: 'editor',
      active: true,
      elements: [
        scriptedElement('edit', 'Text', { editableText: false }),
        scriptedElement('button', 'Fine'),
        scriptedElement('button', 'Crash', { onPress: () => process.kill(process.pid, 'SIGSEGV') }),
        scriptedElement('button', 'Block', { onPress: blockForEver }),
      ],
    }),
  ])
  // The clipboard that an earlier process served was lost with that process.
  const copied = [{ type: 'text/plain;charset=utf-8', data: Buffer.from('mine').toString('base64') }]
  platform.clipboard = { formats: readFileSync(witness, 'utf8').includes('clipboard') ? [] : copied }
  const write = platform.writeClipboard.bind(platform)
  platform.writeClipboard = (content, run) => {
    const text = Buffer.from(content.formats[0]?.data ?? '', 'base64').toString()
    appendFileSync(witness, `clipboard ${text}\n`)
    return write(content, run)
  }
  const hang = process.env['HANG_AT']
  platform.beforeEvent = (event) => {
    const words = event.type === 'key' ? `${event.down ? 'down' : 'up'} ${event.key}` : event.type
    appendFileSync(witness, `${words}\n`)
    // Only the first process hangs; the one that cleans up after it must not.
    if (words === hang && readFileSync(witness, 'utf8').split(`${words}\n`).length === 2) blockForEver()
  }
  return Promise.resolve(platform)
})
