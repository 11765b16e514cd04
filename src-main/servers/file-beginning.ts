// Reads the beginning of a file that may be large.
import { open } from 'node:fs/promises'

export async function beginningOf(path: string, bytes: number): Promise<Buffer> {
  await using file = await open(path, 'r')
  const buffer = Buffer.alloc(bytes)
  const { bytesRead } = await file.read(buffer, 0, bytes, 0)
  return buffer.subarray(0, bytesRead)
}
