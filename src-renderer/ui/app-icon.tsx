// Shows the application that a run was in by its icon; where the system has none, a plain window.
import { AppWindow } from 'lucide-react'
import { useIcons } from '../state/app-icons.ts'

/** Decorates a line whose words say what it is about, so it has no name of its own. */
export function AppIcon({ application }: { application: string | undefined }) {
  const address = useIcons((icons) => (application === undefined ? null : icons[application]))
  return (
    <span aria-hidden title={application} className="grid size-4 shrink-0 place-items-center text-ink-3">
      {address ? <img src={address} alt="" className="size-4 object-contain" /> : <AppWindow size={13} />}
    </span>
  )
}
