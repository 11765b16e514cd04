// Gives files to the window: a hidden input, and what opens the system's own dialog for it.
import { useRef, type ReactNode } from 'react'

interface FileChooserProps {
  /** For who can't see what opens it. */
  label: string
  /** Endings, as `.yaml,.yml`. */
  accept?: string
  multiple?: boolean
  onFiles: (files: File[]) => unknown
}

/** `input` has to be in the page for `choose` to do something. */
export function useFileChooser({ label, onFiles, ...which }: FileChooserProps): {
  input: ReactNode
  choose: () => void
} {
  const chooser = useRef<HTMLInputElement>(null)
  const input = (
    <input
      ref={chooser}
      type="file"
      hidden
      {...which}
      aria-label={label}
      onChange={(event) => {
        onFiles([...(event.target.files ?? [])])
        // The same file may be chosen again; the browser keeps what was taken out.
        event.target.value = ''
      }}
    />
  )
  return { input, choose: () => chooser.current?.click() }
}
