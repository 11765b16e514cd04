// Shows a dialog over the window, and the question before something is lost. Questions of a run are never here: they are in the
// conversation (dialogs/).
import { X } from 'lucide-react'
import { AlertDialog, Dialog as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { Button, IconButton } from './button.tsx'
import { cx } from './cx.ts'
import { useFocusBack } from './use-focus-back.ts'

const VEIL = 'fixed inset-0 z-40 bg-veil'
const BOX =
  'fixed top-1/2 left-1/2 z-40 flex max-h-[calc(100vh-32px)] w-[calc(100vw-32px)] -translate-x-1/2 -translate-y-1/2 flex-col overflow-hidden rounded-l border border-line bg-panel shadow-lift'

interface DialogProps {
  open: boolean
  onClose: () => void
  title: string
  /** Name of the button that closes it. */
  closeLabel: string
  wide?: boolean
  footer?: ReactNode
  children: ReactNode
}

export function Dialog({ open, onClose, title, closeLabel, wide = false, footer, children }: DialogProps) {
  const focusBack = useFocusBack(open)
  return (
    <Radix.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className={VEIL} />
        <Radix.Content
          aria-describedby={undefined}
          onCloseAutoFocus={focusBack}
          className={cx(BOX, wide ? 'max-w-240' : 'max-w-140')}
        >
          <Radix.Title className="flex h-11 shrink-0 items-center border-b border-line px-4 text-m font-[650]">
            {title}
          </Radix.Title>
          <div className="min-h-0 overflow-auto p-4">{children}</div>
          {footer !== undefined && (
            <div className="flex shrink-0 items-center justify-end gap-2 border-t border-line p-3">
              {footer}
            </div>
          )}
          {/* Last, so that what is in the dialog has the focus first. */}
          <div className="absolute top-2 right-2">
            <Radix.Close asChild>
              <IconButton label={closeLabel}>
                <X size={16} />
              </IconButton>
            </Radix.Close>
          </div>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

interface ConfirmProps {
  open: boolean
  title: string
  text: ReactNode
  /** The safe button, which has the focus. */
  cancel: string
  /** The action, as a verb. */
  confirm: string
  /** How the button looks; only an act that can’t be undone is a danger. */
  look?: 'danger' | 'primary'
  onCancel: () => void
  onConfirm: () => void
}

export function Confirm({
  open,
  title,
  text,
  cancel,
  confirm,
  look = 'danger',
  onCancel,
  onConfirm,
}: ConfirmProps) {
  const focusBack = useFocusBack(open)
  return (
    <AlertDialog.Root open={open} onOpenChange={(next) => !next && onCancel()}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className={VEIL} />
        <AlertDialog.Content onCloseAutoFocus={focusBack} className={cx(BOX, 'max-w-110 gap-2 p-4')}>
          <AlertDialog.Title className="text-l font-[650]">{title}</AlertDialog.Title>
          <AlertDialog.Description asChild>
            <div className="text-ink-2">{text}</div>
          </AlertDialog.Description>
          <div className="mt-3 flex justify-end gap-2">
            <AlertDialog.Cancel asChild>
              <Button>{cancel}</Button>
            </AlertDialog.Cancel>
            <AlertDialog.Action asChild>
              <Button look={look} onClick={onConfirm}>
                {confirm}
              </Button>
            </AlertDialog.Action>
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
