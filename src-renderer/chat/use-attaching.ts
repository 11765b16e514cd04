// Takes files that are dropped, pasted or chosen into the words of a request.
import type { ClipboardEvent, RefObject } from 'react'
import i18next from 'i18next'
import { useTranslation } from 'react-i18next'
import { faultWords } from '../state/bridge.ts'
import { useFault } from '../state/commands.ts'
import { announce } from '../ui/announcer.tsx'
import { useFileDrop, type FileDrop } from '../ui/file-drop.ts'
import { AttachError, pathFor, withPaths } from './attachments.ts'

type Box = HTMLTextAreaElement | HTMLInputElement

interface Attaching extends FileDrop {
  attach: (files: readonly File[]) => Promise<void>
  onPaste: (event: ClipboardEvent) => void
}

/** Returns the paths of the files on this machine; what can't be had is told. */
export async function pathsOf(files: readonly File[]): Promise<string[]> {
  const paths: string[] = []
  const faults: string[] = []
  for (const file of files) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- each may be large
      paths.push(await pathFor(file))
    } catch (error) {
      faults.push(
        error instanceof AttachError
          ? i18next.t(`composer.attach_faults.${error.fault}`, { name: error.file })
          : faultWords(error),
      )
    }
  }
  if (faults.length > 0) useFault.setState({ words: faults.join(' ') })
  return paths
}

export function useAttaching(box: RefObject<Box | null>, onText: (text: string) => void): Attaching {
  const { t } = useTranslation()
  const attach = async (files: readonly File[]) => {
    const paths = await pathsOf(files)
    const field = box.current
    if (paths.length === 0 || field === null) return
    const next = withPaths(field.value, field.selectionStart ?? field.value.length, paths)
    onText(next.text)
    announce(t('composer.attached_now', { count: paths.length }))
    requestAnimationFrame(() => {
      field.focus()
      field.setSelectionRange(next.at, next.at)
    })
  }
  return {
    attach,
    // Where a plan is chosen there are no words that files could stand in.
    ...useFileDrop(attach, () => box.current !== null),
    onPaste: (event) => {
      const files = [...event.clipboardData.files]
      // A copied table or page comes with a picture of itself, but its text is meant.
      if (files.length === 0 || event.clipboardData.getData('text/plain') !== '') return
      event.preventDefault()
      void attach(files)
    },
  }
}
