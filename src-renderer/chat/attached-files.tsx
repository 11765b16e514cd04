// Shows the files of a request as chips, and the button that attaches more.
import { File, Folder, Image, Paperclip, X } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '../ui/button.tsx'
import { useFileChooser } from '../ui/file-chooser.tsx'

const PICTURE = /\.(?:png|jpe?g|gif|webp|bmp|svg|tiff?)$/i
const EXTENSION = /\.[\p{L}\p{N}]{1,8}$/u

const iconOf = (path: string) => (PICTURE.test(path) ? Image : EXTENSION.test(path) ? File : Folder)
const nameOf = (path: string) =>
  path
    .replace(/[/\\]$/, '')
    .split(/[/\\]/)
    .at(-1) ?? path

interface AttachedFilesProps {
  paths: readonly string[]
  onRemove: (path: string) => void
}

export function AttachedFiles({ paths, onRemove }: AttachedFilesProps) {
  const { t } = useTranslation()
  if (paths.length === 0) return null
  return (
    <ul aria-label={t('composer.attached')} className="mt-1.5 flex flex-wrap gap-1.5">
      {paths.map((path) => {
        const Icon = iconOf(path)
        return (
          <li
            key={path}
            title={path}
            className="flex h-6 max-w-full items-center gap-1.5 rounded-s bg-sunken pr-0.5 pl-2 text-s text-ink-2"
          >
            <Icon aria-hidden size={13} className="shrink-0" />
            <span className="truncate">{nameOf(path)}</span>
            <IconButton
              label={t('composer.detach', { name: nameOf(path) })}
              className="size-5"
              onClick={() => onRemove(path)}
            >
              <X size={11} />
            </IconButton>
          </li>
        )
      })}
    </ul>
  )
}

export function AttachButton({ onFiles }: { onFiles: (files: File[]) => void }) {
  const { t } = useTranslation()
  const { input, choose } = useFileChooser({ label: t('composer.attach'), multiple: true, onFiles })
  return (
    <>
      {input}
      <IconButton label={t('composer.attach')} className="size-6" onClick={choose}>
        <Paperclip size={13} />
      </IconButton>
    </>
  )
}
