// Gives files to the window: a hidden input, and what opens the system's own dialog for it.
import { useRef, type ReactNode } from 'react'

interface FileChooserProps {
  /** The name for people who can't see the button that opens it. */
  label: string
  /** Endings, as `.yaml,.yml`. */
  accept?: string
  multiple?: boolean
  onFiles: (files: File[]) => unknown
}

/** `input` has to be in the page for `choose` to work. */
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
        // The value is cleared, so that the same file can be chosen again; the taken files stay valid.
        event.target.value = ''
      }}
    />
  )
  return { input, choose: () => chooser.current?.click() }
}
