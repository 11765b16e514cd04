import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { configPath } from '../config/config.ts'
import { bad, good } from '../core/finding.ts'
import { problemReport } from './problem-report.ts'
import { programLogPath } from './program-log.ts'

let home: string
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'problem-'))
})
afterEach(() => rm(home, { recursive: true, force: true }))

const report = (run: string | null = null) =>
  problemReport({
    home,
    version: '1.2.3',
    findings: [good('Node', 'version 24'), bad('Xvfb', 'not found', 'Install it.')],
    run,
  })

const CONFIG = `
models:
  default: {provider: custom, model_name: big, base_url: "https://ana:hidden-word@example.org/v1", api_key_name: MY_KEY}
mcp:
  HostAgent:
    default:
      action:
        - {namespace: Mail, type: stdio, command: mail, start_args: [--api-token, plain-and-long, --verbose, --key=short-one], env: {MAIL_LOGIN: ana-and-more, LANG: en}}
`

describe('a problem report', () => {
  it('has what was found, what is set up and the end of the log', async () => {
    await writeFile(configPath(home), 'system:\n  max_step: 7\n')
    await writeFile(programLogPath(home), '{"msg":"The window is gone."}\n')
    const text = await report()
    expect(text).toContain('Deskhand 1.2.3')
    expect(text).toContain('- works: Node (version 24)\n- **does not work**: Xvfb (not found). Install it.')
    expect(text).toContain('max_step: 7')
    expect(text).toContain('{"msg":"The window is gone."}')
  })

  it('tells no password, no value that a server gets, and not whose home it is', async () => {
    await writeFile(configPath(home), CONFIG)
    await writeFile(programLogPath(home), `{"msg":"Bearer abcdefgh12345678 at ${homedir()}/.config"}\n`)
    const text = await report()
    for (const secret of [
      'hidden-word',
      'ana-and-more',
      'plain-and-long',
      'short-one',
      'abcdefgh12345678',
      homedir(),
    ])
      expect(text).not.toContain(secret)
    expect(text).toContain('MAIL_LOGIN')
    expect(text).toContain('--verbose')
    expect(text).toContain('api_key_name: MY_KEY')
  })

  it('has of a long log whole lines of its end, in a block that no line of it ends', async () => {
    const all = Array.from({ length: 3_000 }, (_, n) => `{"n":${n},"msg":"\`\`\`"}\n`)
    await writeFile(programLogPath(home), all.join(''))
    const text = await report()
    const [, log = ''] = /````json\n([^]*?)\n````/.exec(text) ?? []
    const lines = log.split('\n').map((line) => JSON.parse(line) as { n: number })
    expect(lines.at(-1)?.n).toBe(2_999)
    expect(lines.length).toBeGreaterThan(500)
    expect(log.length).toBeLessThanOrEqual(20_000)
  })

  it('says what can’t be read, and has the run that it is about', async () => {
    await mkdir(configPath(home))
    const text = await report('# Trajectory Data')
    expect(text).toContain("# can't be read: ")
    expect(text).toContain('nothing was logged')
    expect(text.trimEnd()).toMatch(/# Trajectory Data$/)
  })
})
