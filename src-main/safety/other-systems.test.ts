import { afterEach, describe, expect, it, vi } from 'vitest'
import { kindOfProcess } from './applications.ts'
import {
  classifyCommand,
  isTerminalProgram,
  launchLineFault,
  runsCode,
  splitCommandLine,
} from './command-line.ts'
import { chordsOf, kindOfChord } from './keys.ts'

afterEach(() => vi.restoreAllMocks())
const onWindows = () => vi.spyOn(process, 'platform', 'get').mockReturnValue('win32')

describe('programs of Windows and macOS, wherever they are named', () => {
  it.each(['cmd', 'C:\\Windows\\System32\\CMD.EXE', 'powershell.exe', 'pwsh', 'WindowsTerminal.exe', 'wt'])(
    '%s takes commands',
    (program) => {
      expect(isTerminalProgram(program)).toBe(true)
      expect(kindOfProcess(program.replace(/^.*\\/, ''))).toBe('terminal')
    },
  )

  it.each([
    [['C:\\Windows\\System32\\cmd.exe', '/c', 'del x']],
    [['powershell.exe', '-EncodedCommand', 'ZQBjAGgAbwA=']],
    [['rundll32.exe', 'evil.dll,Run']],
    [['wscript', 'C:\\Users\\me\\a.vbs']],
    [['mshta.exe', 'http://127.0.0.1/a.hta']],
    [['osascript', '-e', 'do shell script "x"']],
  ])('%j runs code', (words) => {
    expect(runsCode(words)).toBe(true)
  })

  it.each(['"C:\\Windows\\System32\\cmd.exe" x', 'rundll32 a.dll,b', 'msiexec.exe a.msi', 'powershell -c x'])(
    'nothing is launched by %s',
    (line) => {
      onWindows()
      expect(launchLineFault(line)?.code).toBe('refused')
    },
  )
})

describe('on Windows', () => {
  it('a path keeps its strokes, also in quotes', () => {
    onWindows()
    expect(splitCommandLine('notepad "C:\\Users\\my name\\a.txt" C:\\b.txt').words).toEqual([
      'notepad',
      'C:\\Users\\my name\\a.txt',
      'C:\\b.txt',
    ])
  })

  it('what begins with a stroke is an option, which a launch does not take', () => {
    onWindows()
    expect(launchLineFault('notepad /p C:\\a.txt')?.says).toContain('/p is an option')
  })

  it.each(['cat a.txt', 'sort a.txt', 'dir'])('no command is known to only read: %s', (command) => {
    onWindows()
    expect(classifyCommand(command).reads).toBe(false)
  })
})

it('on Linux a path is no option, and a stroke before a blank keeps it in its word', () => {
  expect(launchLineFault('mousepad /home/me/a.txt')).toBeNull()
  expect(splitCommandLine('mousepad /home/me/a\\ b.txt').words).toEqual(['mousepad', '/home/me/a b.txt'])
})

describe('Cmd, which is on macOS what Ctrl is elsewhere,', () => {
  const kinds = (keys: string) => chordsOf(keys).map(kindOfChord)
  const KEYS = 'Cmd+S Cmd+Shift+S Cmd+V Cmd+A Cmd+Q Cmd+Enter'

  it.each(['darwin', 'linux', 'win32'] as const)('is judged by what it does on %s', (system) => {
    vi.spyOn(process, 'platform', 'get').mockReturnValue(system)
    expect(kinds(KEYS)).toEqual(['save', 'save', 'paste', 'mark', 'close', 'send'])
  })

  it('is not Super where that is a key of the system', () => {
    expect(kinds('Super+S')).toEqual(['unknown'])
    vi.spyOn(process, 'platform', 'get').mockReturnValue('darwin')
    expect(kinds('Super+S')).toEqual(['save'])
  })

  it('puts files into the trash with Backspace, where Ctrl takes a word out of a text', () => {
    vi.spyOn(process, 'platform', 'get').mockReturnValue('darwin')
    expect(kinds('Cmd+Backspace Ctrl+Backspace')).toEqual(['delete', 'edit'])
  })
})
