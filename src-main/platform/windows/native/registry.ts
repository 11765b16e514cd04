// Looks up in the registry where a program is (App Paths).
import { native } from '../../native/library.ts'
import { fromWide, wide } from './memory.ts'

const HKEY_CURRENT_USER = 0x8000_0001n
const HKEY_LOCAL_MACHINE = 0x8000_0002n
const RRF_RT_REG_SZ = 2
const RRF_RT_REG_EXPAND_SZ = 4
const MAX_BYTES = 2048
const APP_PATHS = 'SOFTWARE\\Microsoft\\Windows\\CurrentVersion\\App Paths\\'

const getValue = native<
  (
    key: bigint,
    path: Buffer,
    name: null,
    flags: number,
    type: null,
    value: Buffer,
    size: Uint32Array,
  ) => number
>(
  'advapi32.dll',
  'int32_t __stdcall RegGetValueW(intptr_t key, uint8_t *path, void *name, uint32_t flags, void *type, _Out_ uint8_t *value, _Inout_ uint32_t *size)',
)

/** Gives the whole path of a program that was installed by this name, the person's own first. */
export function appPath(program: string): string | null {
  for (const key of [HKEY_CURRENT_USER, HKEY_LOCAL_MACHINE]) {
    const value = Buffer.alloc(MAX_BYTES)
    const size = new Uint32Array([MAX_BYTES])
    const flags = RRF_RT_REG_SZ | RRF_RT_REG_EXPAND_SZ
    if (getValue(key, wide(APP_PATHS + program), null, flags, null, value, size) === 0) {
      const path = fromWide(value).replaceAll('"', '')
      if (path !== '') return path
    }
  }
  return null
}
