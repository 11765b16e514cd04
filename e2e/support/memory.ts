// Memory of Deskhand's own processes (the program and the desktop process), by the kernel's word.
import { readdir, readFile } from 'node:fs/promises'

/** Deskhand's program and those of its descendants that run the same Node. */
async function ownProcesses(root: number): Promise<number[]> {
  const node = process.execPath
  const own = [root]
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const [status, command] = await Promise.all(
      ['status', 'cmdline'].map((file) => readFile(`/proc/${name}/${file}`, 'utf8').catch(() => '')),
    )
    const parent = Number(/^PPid:\s+(\d+)/m.exec(status ?? '')?.[1])
    if (parent === root && command?.startsWith(node)) own.push(Number(name))
  }
  return own
}

/** Bytes, shared pages counted once (PSS). */
export async function ownMemory(root: number): Promise<number> {
  let sum = 0
  for (const pid of await ownProcesses(root)) {
    const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '')
    sum += Number(/^Pss:\s+(\d+) kB/m.exec(rollup)?.[1] ?? 0) * 1024
  }
  return sum
}

/** Looks four times a second until disposed: a look walks all pages of the programs; `most` is the largest sum seen. */
export function watchMemory(root: number) {
  const seen = { most: 0 }
  let busy = false
  const timer = setInterval(() => {
    if (busy) return
    busy = true
    ownMemory(root).then(
      (bytes) => {
        seen.most = Math.max(seen.most, bytes)
        busy = false
      },
      () => (busy = false),
    )
  }, 250)
  return {
    seen,
    [Symbol.dispose]: () => clearInterval(timer),
  }
}
