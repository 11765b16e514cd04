// Takes files that are dropped, pasted or chosen into the words of a request.
import { useState, type ClipboardEvent, type DragEvent, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { faultWords } from '../state/bridge.ts'
import { useFault } from '../state/commands.ts'
import { announce } from '../ui/announcer.tsx'
import { AttachError, pathFor, withPaths } from './attachments.ts'

type Box = HTMLTextAreaElement | HTMLInputElement

interface Attaching {
  attach: (files: readonly File[]) => Promise<void>
  /** Whether something is dragged over it. */
  dragged: boolean
  /** Handlers for the whole element that takes a drop. */
  drop: {
    onDragOver: (event: DragEvent) => void
    onDragLeave: (event: DragEvent) => void
    onDrop: (event: DragEvent) => void
  }
  onPaste: (event: ClipboardEvent) => void
}

export function useAttaching(box: RefObject<Box | null>, onText: (text: string) => void): Attaching {
  const { t } = useTranslation()
  const [dragged, setDragged] = useState(false)
  const attach = async (files: readonly File[]) => {
    const paths: string[] = []
    const faults: string[] = []
    for (const file of files) {
      try {
        // oxlint-disable-next-line no-await-in-loop -- each may be large
        paths.push(await pathFor(file))
      } catch (error) {
        faults.push(
          error instanceof AttachError
            ? t(`composer.attach_faults.${error.fault}`, { name: error.file })
            : faultWords(error),
        )
      }
    }
    if (faults.length > 0) useFault.setState({ words: faults.join(' ') })
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
  // Where a plan is chosen there are no words that files could stand in.
  const takes = (event: DragEvent) => box.current !== null && event.dataTransfer.types.includes('Files')
  return {
    attach,
    dragged,
    drop: {
      onDragOver: (event) => {
        if (!takes(event)) return
        event.preventDefault()
        setDragged(true)
      },
      onDragLeave: (event) => {
        const to = event.relatedTarget
        if (!(to instanceof Node && event.currentTarget.contains(to))) setDragged(false)
      },
      onDrop: (event) => {
        setDragged(false)
        if (!takes(event)) return
        event.preventDefault()
        void attach([...event.dataTransfer.files])
      },
    },
    onPaste: (event) => {
      const files = [...event.clipboardData.files]
      // A copied table or page comes with a picture of itself, but its text is meant.
      if (files.length === 0 || event.clipboardData.getData('text/plain') !== '') return
      event.preventDefault()
      void attach(files)
    },
  }
}
