// Carries out `deskhand tools`, `windows`, `tree` and `doctor`: shows what is there, without acting.
import type { CallInput } from '../../../src-preload/contract/calls.ts'
import type { Control } from '../../../src-preload/contract/desktop.ts'
import { EXIT } from '../exit-code.ts'
import type { Shell } from '../shell.ts'
import { printTable, tell } from '../output/table.ts'
import { plain, plainLines } from '../output/plain.ts'
import { cut, inkFor, roomOf, widthOf, wrap } from '../output/text.ts'
import { withBridge } from '../with-bridge.ts'

export interface LookOptions {
  display?: CallInput<'list_windows'>['display']
  json?: boolean
}

const displayOf = ({ display }: LookOptions) => ({ display: display ?? null })

const write = (shell: Shell, lines: string[]) => shell.stdout.write(`${lines.join('\n')}\n`)

export async function toolsCommand(shell: Shell, options: LookOptions): Promise<void> {
  const { computers } = await withBridge(shell, (bridge) => bridge.call('list_computers', displayOf(options)))
  if (options.json) return void write(shell, [JSON.stringify(computers, null, 2)])
  const ink = inkFor(shell.stdout, shell.env)
  const { word } = await shell.speech()
  for (const { agent, root, tools } of computers) {
    const name = root === 'default' ? agent : `${agent} ${word('in')} ${root}`
    write(shell, [ink.strong(plain(name)), ...(tools.length === 0 ? [ink.dim(`  ${word('no tools')}`)] : [])])
    const namespaces = [...new Set(tools.map((tool) => tool.namespace))]
    for (const namespace of namespaces) {
      const own = tools.filter((tool) => tool.namespace === namespace)
      write(shell, [
        `  ${plain(namespace)} ${ink.dim([...new Set(own.map((tool) => tool.tool_type))].join(', '))}`,
      ])
      for (const tool of own) {
        const call = `    ${plain(tool.tool_name)}(${parametersOf(tool.input_schema)})`
        const first = plain(tool.description.split(/(?<=\.)\s|\n/)[0] ?? '')
        write(shell, [call, ...(first === '' ? [] : [ink.dim(cut(`      ${first}`, roomOf(shell.stdout)))])])
      }
    }
    write(shell, [''])
  }
}

/** Writes `id: string, name: string, button?: left|middle|right`. */
function parametersOf(schema: Record<string, unknown>): string {
  const properties = (schema.properties ?? {}) as Record<string, Record<string, unknown>>
  const required = Array.isArray(schema.required) ? schema.required : []
  return Object.entries(properties)
    .map(([name, value]) => `${plain(name)}${required.includes(name) ? '' : '?'}: ${typeWords(value)}`)
    .join(', ')
}

function typeWords(schema: Record<string, unknown>): string {
  if (Array.isArray(schema.enum)) return schema.enum.map(String).map(plain).join('|')
  if (Array.isArray(schema.anyOf)) {
    return schema.anyOf.map((part) => typeWords(part as Record<string, unknown>)).join('|')
  }
  if (schema.type === 'array') return `${typeWords((schema.items ?? {}) as Record<string, unknown>)}[]`
  return typeof schema.type === 'string' ? schema.type : 'any'
}

export async function windowsCommand(shell: Shell, options: LookOptions): Promise<void> {
  const { windows } = await withBridge(shell, (bridge) => bridge.call('list_windows', displayOf(options)))
  if (options.json) return void write(shell, [JSON.stringify(windows, null, 2)])
  if (windows.length === 0) return tell(shell, 'No window is open on this desktop.')
  const { word } = await shell.speech()
  const rows = windows.map((window) => [
    window.id,
    plain(window.process_name),
    word(window.kind),
    [window.active ? 'active' : '', window.minimized ? 'minimized' : '', window.modal ? 'modal' : '']
      .filter((state) => state !== '')
      .map(word)
      .join(' '),
    `${window.bounds.width}×${window.bounds.height} at ${window.bounds.x},${window.bounds.y}`,
    plain(window.title),
  ])
  const columns = ['ID', 'PROCESS', 'KIND', 'STATE', 'PLACE', 'TITLE'].map((title) => ({ title, width: 32 }))
  await printTable(shell, columns, rows)
}

export async function treeCommand(
  shell: Shell,
  window: string | undefined,
  options: LookOptions,
): Promise<void> {
  const wanted = { window: window ?? null, ...displayOf(options) }
  const tree = await withBridge(shell, (bridge) => bridge.call('read_tree', wanted))
  if (options.json) return void write(shell, [JSON.stringify(tree, null, 2)])
  const ink = inkFor(shell.stdout, shell.env)
  const head = `${plain(tree.window.title)} ${ink.dim(`(${plain(tree.window.process_name)}, ${tree.controls.length} controls)`)}`
  write(shell, [
    ink.strong(head),
    ...tree.controls.map((control) => cut(controlLine(control), roomOf(shell.stdout))),
  ])
  if (tree.limited !== null) await tell(shell, plain(tree.limited), shell.stderr)
}

function controlLine(control: Control): string {
  const value =
    control.value === null || control.value === '' ? '' : ` = ${JSON.stringify(plain(control.value))}`
  const states = control.states.length > 0 ? ` ${control.states.join(',')}` : ''
  const { x, y, width, height } = control.bounds
  const name = control.name === '' ? '' : ` “${plain(control.name)}”`
  return `${'  '.repeat(Math.max(0, control.depth))}[${control.id}] ${control.role}${name}${value}${states} (${x},${y} ${width}×${height})`
}

export interface DoctorOptions extends LookOptions {
  /** A run; true for none. */
  report?: string | true
}

/** A configuration that can't be read is one of the faults that it finds. */
const FAULTY = { lenient: true } as const

/** Returns 1 when something does not work. */
export async function doctorCommand(shell: Shell, options: DoctorOptions): Promise<number> {
  const { report } = options
  if (report !== undefined) {
    const run = report === true ? null : report
    const asked = { run, ...displayOf(options) }
    const { content } = await withBridge(shell, (bridge) => bridge.call('report_problem', asked), FAULTY)
    shell.stdout.write(plainLines(content).join('\n'))
    return EXIT.completed
  }
  const examined = await withBridge(shell, (bridge) => bridge.call('examine', displayOf(options)), FAULTY)
  const findings = examined.findings.map(({ fix: mend, ...finding }) => ({ ...finding, mend }))
  const code = findings.every((finding) => finding.ok) ? EXIT.completed : EXIT.failed
  if (options.json) {
    write(shell, [JSON.stringify(findings, null, 2)])
    return code
  }
  const ink = inkFor(shell.stdout, shell.env)
  // A pipe has lines of any length, so that what reads it finds each sentence whole.
  const room = shell.stdout.columns ?? Infinity
  const folded = (text: string, taken: number): string[] => {
    const [first = '', ...more] = wrap(text, room - taken)
    return more.length === 0 ? [first] : [first, ...wrap(more.join(' '), room - 4)]
  }
  const { translate } = await shell.speech()
  // What the system itself says stays as it is, as in the windows.
  const known = (text: string) => plain(translate?.(text) ?? text)
  for (const { ok, name, detail, mend } of findings) {
    const head = `${ok ? ink.good('✓') : ink.bad('✗')} ${known(name)}  `
    const [first = '', ...more] = folded(known(detail), widthOf(head))
    write(shell, [`${head}${ink.dim(first)}`, ...more.map((line) => ink.dim(`    ${line}`))])
    if (!ok && mend !== null && mend !== '')
      write(
        shell,
        folded(known(mend), 4).map((line) => `    ${line}`),
      )
  }
  return code
}
