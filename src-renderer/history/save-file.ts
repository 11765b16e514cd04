// Hands something to the person as a file, as the browser does it: it asks for a place, or puts it among the downloads.
import { toast } from '../ui/toast.tsx'

export interface TextFile {
  name: string
  /** Media type. */
  type: string
  content: string
}

export const saveFile = ({ name, type, content }: TextFile): void =>
  saveBlob(name, new Blob([content], { type }))

/** Saves an answer, and says so in sight; does nothing where there is none, because its fault was told. */
export function saveTold(file: TextFile | null, told: (name: string) => string): void {
  if (file === null) return
  saveFile(file)
  toast(told(file.name))
}

export function saveBlob(name: string, blob: Blob): void {
  const address = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // A started download keeps the blob alive by itself.
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}
