// Shows a line of the settings with a text to copy.
import { Copy } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { announce } from '../ui/announcer.tsx'
import { IconButton } from '../ui/button.tsx'

interface CopyRowProps {
  label: string
  text: string
  /** Shown instead of a text that must not be visible to others. */
  shown?: string
}

export function CopyRow({ label, text, shown = text }: CopyRowProps) {
  const { t } = useTranslation()
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    announce(t('settings.data.copied'))
  }
  return (
    <div className="flex min-h-11 items-center gap-4 border-t border-line py-2 first:border-t-0">
      <span className="w-30 shrink-0 text-ink-2">{label}</span>
      <code className="min-w-0 grow font-mono text-s break-all whitespace-pre-wrap select-text">{shown}</code>
      <IconButton label={`${t('settings.data.copy')}: ${label}`} onClick={() => void copy().catch(() => {})}>
        <Copy aria-hidden size={14} />
      </IconButton>
    </div>
  )
}
