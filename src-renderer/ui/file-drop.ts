// Takes files that are dropped on a part of the window.
import { useState, type DragEvent } from 'react'

export interface FileDrop {
  /** Whether files are dragged over it. */
  dragged: boolean
  /** Handlers for the whole element that takes a drop. */
  drop: {
    onDragOver: (event: DragEvent) => void
    onDragLeave: (event: DragEvent) => void
    onDrop: (event: DragEvent) => void
  }
}

/** `isReady`: whether a drop would be taken now. */
export function useFileDrop(onFiles: (files: File[]) => unknown, isReady: () => boolean): FileDrop {
  const [dragged, setDragged] = useState(false)
  const takes = (event: DragEvent) => isReady() && event.dataTransfer.types.includes('Files')
  return {
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
        onFiles([...event.dataTransfer.files])
      },
    },
  }
}
