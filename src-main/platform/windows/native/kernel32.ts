// Asks Windows about processes: which program one runs, and whether it has more rights than its person has.
import { native, pointerOf } from '../../native/library.ts'
import { fromWide } from './memory.ts'

const PROCESS_QUERY_LIMITED_INFORMATION = 0x1000
const TOKEN_QUERY = 8
const TOKEN_ELEVATION = 20
const MAX_PATH_UNITS = 1024

const openProcess = native<(access: number, inherit: number, pid: number) => unknown>(
  'kernel32.dll',
  'intptr_t __stdcall OpenProcess(uint32_t access, int inherit, uint32_t pid)',
)
const closeHandle = native<(handle: bigint) => number>(
  'kernel32.dll',
  'int __stdcall CloseHandle(intptr_t handle)',
)
const queryFullProcessImageName = native<
  (process: bigint, flags: number, name: Buffer, units: Uint32Array) => number
>(
  'kernel32.dll',
  'int __stdcall QueryFullProcessImageNameW(intptr_t process, uint32_t flags, _Out_ uint8_t *name, _Inout_ uint32_t *units)',
)
const openProcessToken = native<(process: bigint, access: number, token: BigInt64Array) => number>(
  'advapi32.dll',
  'int __stdcall OpenProcessToken(intptr_t process, uint32_t access, _Out_ int64_t *token)',
)
const getTokenInformation = native<
  (token: bigint, kind: number, value: Uint32Array, size: number, needed: Uint32Array) => number
>(
  'advapi32.dll',
  'int __stdcall GetTokenInformation(intptr_t token, int kind, _Out_ uint32_t *value, uint32_t size, _Out_ uint32_t *needed)',
)

const processIdToSessionId = native<(pid: number, session: Uint32Array) => number>(
  'kernel32.dll',
  'int __stdcall ProcessIdToSessionId(uint32_t pid, _Out_ uint32_t *session)',
)

/** Gives the session that a process runs in; null where Windows does not say. */
export function sessionOf(pid: number): number | null {
  const session = new Uint32Array(1)
  return processIdToSessionId(pid, session) === 0 ? null : (session[0] ?? null)
}

function withProcess<T>(pid: number, use: (process: bigint) => T): T | null {
  const handle = pointerOf(openProcess(PROCESS_QUERY_LIMITED_INFORMATION, 0, pid))
  if (handle === 0n) return null
  try {
    return use(handle)
  } finally {
    closeHandle(handle)
  }
}

/** Gives the whole path of its program; null where Windows does not say. */
export const programOf = (pid: number): string | null =>
  withProcess(pid, (process) => {
    const name = Buffer.alloc(MAX_PATH_UNITS * 2)
    const units = new Uint32Array([MAX_PATH_UNITS])
    return queryFullProcessImageName(process, 0, name, units) === 0 ? null : fromWide(name, units[0] ?? 0)
  })

/** Tells whether a process runs with an administrator's rights. A process that refuses the answer has more than this one. */
export const isElevated = (pid: number): boolean =>
  withProcess(pid, (process) => {
    const token = new BigInt64Array(1)
    if (openProcessToken(process, TOKEN_QUERY, token) === 0) return true
    const value = new Uint32Array(1)
    const needed = new Uint32Array(1)
    const told = getTokenInformation(token[0] ?? 0n, TOKEN_ELEVATION, value, 4, needed)
    closeHandle(token[0] ?? 0n)
    return told !== 0 && value[0] !== 0
  }) ?? true
