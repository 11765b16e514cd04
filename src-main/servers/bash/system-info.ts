// Reads what `get_system_info` reports of the machine, without starting anything.
import { readFile, statfs } from 'node:fs/promises'
import os from 'node:os'

export interface SystemInfo {
  os: string
  kernel: string
  architecture: string
  hostname: string
  user: string
  cpu: { model: string; cores: number }
  /** Megabytes. */
  memory: { total: number; free: number }
  /** Megabytes of the file system that holds the home folder. */
  disk: { total: number; free: number }
  /** Seconds. */
  uptime: number
}

const MEGABYTE = 1024 * 1024

export async function systemInfo(): Promise<SystemInfo> {
  const [release, disk] = await Promise.all([
    readFile('/etc/os-release', 'utf8').catch(() => ''),
    statfs(os.homedir()).catch(() => statfs('/')),
  ])
  const name = /^PRETTY_NAME="?([^"\n]*)/m.exec(release)?.[1]
  const [cpu] = os.cpus()
  return {
    os: name ?? `${os.type()} ${os.release()}`,
    kernel: os.release(),
    architecture: os.arch(),
    hostname: os.hostname(),
    user: os.userInfo().username,
    cpu: { model: cpu?.model.trim() ?? 'unknown', cores: os.availableParallelism() },
    memory: { total: Math.round(os.totalmem() / MEGABYTE), free: Math.round(os.freemem() / MEGABYTE) },
    disk: {
      total: Math.round((disk.blocks * disk.bsize) / MEGABYTE),
      free: Math.round((disk.bavail * disk.bsize) / MEGABYTE),
    },
    uptime: Math.round(os.uptime()),
  }
}
