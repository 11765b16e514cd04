// Makes the text that a person adds to a bug report: what the doctor finds, the configuration without its secrets, the end of the
// program's log, and a run where one is named. Nothing is sent: the person reads it first.
import { open } from 'node:fs/promises'
import { homedir, release } from 'node:os'
import { stringify } from 'yaml'
import { SECRET_NAME } from '../../src-preload/contract/mcp-command.ts'
import { readConfig } from '../config/config.ts'
import { messageOf } from '../core/errors.ts'
import type { Finding } from '../core/finding.ts'
import { isRecord } from '../core/record.ts'
import { MASK, redact } from '../core/redaction.ts'
import { thisSystem } from '../platform/this-system.ts'
import { fenced } from '../recorder/markdown.ts'
import { programLogPath } from './program-log.ts'

/** Bytes of the log's end that are shown. */
const MAX_LOG = 20_000
/** Settings whose values are a person's own: what MCP servers get to sign in with. */
const PRIVATE = new Set(['env', 'headers'])
/** An option of a program, with its value perhaps: `--token`, `--api-key=VALUE`. */
const OPTION = /^(-+([\w-]+))(=.*)?$/s

interface Problem {
  /** DESKHAND_HOME. */
  home: string
  version: string
  findings: readonly Finding[]
  /** The run that it is about, as Markdown; null for none. */
  run: string | null
}

/** Returns Markdown. A file that can't be read is named with its reason. */
export async function problemReport({ home, version, findings, run }: Problem): Promise<string> {
  const parts = [
    '# Problem report',
    'Read it before you pass it on. Keys and passwords that Deskhand knows are masked; other texts are as they are.',
    `- Deskhand ${version}\n- ${thisSystem().name} ${release()}, ${process.arch}\n- Node ${process.versions.node}`,
    `## What works here\n\n${findings.map(findingLine).join('\n')}`,
    `## Configuration\n\n${fenced(await ownConfiguration(home), 'yaml')}`,
    `## End of the log\n\n${fenced(await endOfLog(home), 'json')}`,
    ...(run === null ? [] : [run]),
  ]
  return `${redact(parts.join('\n\n')).replaceAll(homedir(), '~')}\n`
}

const findingLine = ({ name, ok, detail, mend }: Finding): string =>
  `- ${ok ? 'works' : '**does not work**'}: ${name} (${detail})${mend === null ? '' : `. ${mend}`}`

async function ownConfiguration(home: string): Promise<string> {
  try {
    const { own } = await readConfig({ home })
    return isRecord(own) && Object.keys(own).length > 0 ? stringify(masked(own)).trimEnd() : '# all defaults'
  } catch (error) {
    return `# can't be read: ${messageOf(error)}`
  }
}

/** Takes apart an option whose value is a secret, also `-p` for a password; null for anything else. */
function secretOption(item: unknown): { option: string; hasValue: boolean } | null {
  const [, option, name = '', value] = OPTION.exec(String(item)) ?? []
  if (option === undefined || !(SECRET_NAME.test(name) || /^p$/i.test(name))) return null
  return { option, hasValue: value !== undefined }
}

function masked(value: unknown, key = ''): unknown {
  if (Array.isArray(value)) {
    const items: unknown[] = value
    return items.map((item, index) => {
      const secret = secretOption(item)
      if (secret) return secret.hasValue ? `${secret.option}=${MASK}` : item
      return secretOption(items[index - 1])?.hasValue === false ? MASK : masked(item)
    })
  }
  if (!isRecord(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [
      name,
      PRIVATE.has(key) && typeof item === 'string' ? MASK : masked(item, name),
    ]),
  )
}

async function endOfLog(home: string): Promise<string> {
  try {
    await using file = await open(programLogPath(home))
    const { size } = await file.stat()
    const from = Math.max(0, size - MAX_LOG)
    const { buffer, bytesRead } = await file.read(Buffer.alloc(size - from), 0, size - from, from)
    const text = buffer.toString('utf8', 0, bytesRead)
    // The first line is cut where the log is longer.
    return (from === 0 ? text : text.slice(text.indexOf('\n') + 1)).trimEnd()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 'nothing was logged'
    return messageOf(error)
  }
}
