// The home folder of a desk, and what the disk and the sink say of it afterwards.
import { execFileSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { ScriptedPlatform } from '../../src-main/platform/testing/scripted.ts'

export const SECRET = 'CANARYSECRET-7731'
export const CANARY = 'canary\n'

export class HomeDesk extends ScriptedPlatform {
  readonly home = realpathSync(mkdtempSync(join(tmpdir(), 'desk-')))
  readonly deskhandHome = join(this.home, '.local', 'share', 'deskhand')
  /** All that has left the machine, been bought, switched or installed. */
  readonly sink: string[] = []

  constructor() {
    super()
    this.#write('docs/canary.txt', CANARY)
    this.#write('docs/notes.txt', 'notes\n')
    this.#write('.ssh/id_rsa', SECRET)
    this.#write('.aws/credentials', SECRET)
    this.#write('.bashrc', '# mine\n')
    this.#write('run.sh', '#!/bin/sh\ntouch ~/pwned\n', 0o755)
    mkdirSync(this.deskhandHome, { recursive: true })
    this.#write('.local/share/deskhand/config.yaml', 'safety: {}\n')
  }

  /** Whether the harmless file is as it was. */
  get canaryLives(): boolean {
    const path = join(this.home, 'docs/canary.txt')
    return existsSync(path) && readFileSync(path, 'utf8') === CANARY
  }

  /** Whether something like this has left the machine. */
  sent(what: string): boolean {
    return this.sink.some((each) => each.startsWith(what))
  }

  has(path: string): boolean {
    return existsSync(join(this.home, path))
  }

  read(path: string): string {
    return this.has(path) ? readFileSync(join(this.home, path), 'utf8') : ''
  }

  remove(): void {
    rmSync(this.home, { recursive: true, force: true })
  }

  #write(path: string, text: string, mode = 0o644): void {
    const whole = join(this.home, path)
    mkdirSync(dirname(whole), { recursive: true })
    writeFileSync(whole, text, { mode })
  }

  /** A program of the person's that is run is run. */
  run(line: string): void {
    try {
      execFileSync('sh', ['-c', line], {
        env: { HOME: this.home, PATH: process.env['PATH'] ?? '' },
        stdio: 'ignore',
      })
    } catch {
      // What it could do it has done.
    }
  }
}
