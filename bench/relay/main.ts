// Runs `npm run bench -- relay FOLDER …`: serves requests, shows the next one, takes an answer.
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { RunControl } from '../../src-main/core/run-control.ts'
import { answerRequest, nextRequest, startRelay } from './relay.ts'

const USAGE = `usage: relay FOLDER serve [--port PORT] [--limit SECONDS]
                                           answers nothing by itself; its address is printed; a request waits for an hour
       relay FOLDER next [--wait SECONDS]  shows the next open request
       relay FOLDER answer N               answers request N with what comes on standard input, then as next
`
const WAIT_SECONDS = '100'
const LIMIT_SECONDS = '3600'

export async function relay(words: string[]): Promise<number> {
  const options = {
    port: { type: 'string', default: '0' },
    limit: { type: 'string', default: LIMIT_SECONDS },
    wait: { type: 'string', default: WAIT_SECONDS },
  } as const
  const { values, positionals } = parseArgs({ args: words, options, allowPositionals: true })
  const [folder, what, number] = positionals
  if (folder === undefined || !['serve', 'next', 'answer'].includes(what ?? '')) {
    process.stderr.write(USAGE)
    return 2
  }
  using run = new RunControl()
  if (what === 'serve') {
    const [port, limitMs] = [Number(values.port), Number(values.limit) * 1000]
    await using service = await startRelay(folder, run, { port, limitMs })
    process.stdout.write(`${service.baseUrl}\n`)
    await new Promise((resolve) => process.once('SIGTERM', resolve).once('SIGINT', resolve))
    run.stop()
    return 0
  }
  if (what === 'answer') await answerRequest(folder, Number(number), readFileSync(0, 'utf8').trim())
  const next = await nextRequest(folder, Number(values.wait) * 1000, run)
  process.stdout.write(next === null ? `Nothing was asked in ${values.wait} s.\n` : `${next}\n`)
  return next === null ? 1 : 0
}
