// Describes this machine to a server, in the reference's DeviceSystemInfo.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { arch, availableParallelism, hostname, release, totalmem } from 'node:os'
import { programFolders, programNames, systemWord } from '../../core/system.ts'
import type { DeviceSystemInfo } from '../protocol/messages.ts'

const GIB = 1024 ** 3

/** The programs that stand for each of the reference's features; they are looked for on the PATH. */
const FEATURES: Record<string, readonly string[]> = {
  browser: ['firefox', 'chromium', 'chromium-browser', 'google-chrome', 'brave-browser', 'microsoft-edge'],
  office: ['soffice', 'libreoffice', 'onlyoffice-desktopeditors', 'wps'],
}

/**
 * Leaves the address empty: the server sees that of the connection by itself, and those of the machine's other networks are
 * private.
 */
export function deviceInfo(clientId: string, version: string, env: Record<string, string>): DeviceSystemInfo {
  const folders = programFolders(env)
  const isThere = (program: string) =>
    folders.some((folder) => programNames(program).some((name) => existsSync(join(folder, name))))
  const found = Object.entries(FEATURES).flatMap(([name, programs]) => (programs.some(isThere) ? [name] : []))
  const platform = systemWord()
  return {
    device_id: clientId,
    platform,
    os_version: release(),
    cpu_count: availableParallelism(),
    memory_total_gb: Math.round((totalmem() / GIB) * 10) / 10,
    hostname: hostname(),
    ip_address: '',
    supported_features: ['gui', 'cli', 'file_system', ...found, `${platform}_apps`],
    platform_type: 'computer',
    schema_version: '1.0',
    custom_metadata: { program: 'deskhand', program_version: version, architecture: arch() },
  }
}
