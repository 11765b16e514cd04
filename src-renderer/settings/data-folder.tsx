// Where everything of Deskhand is kept, and the way there.
import { Copy, FolderOpen } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { ask } from '../state/commands.ts'
import { useAppState, useConfig } from '../state/store.ts'
import { announce } from '../ui/announcer.tsx'
import { Button, IconButton } from '../ui/button.tsx'
import { SectionBox } from './section.tsx'

export function DataFolder() {
  const { t } = useTranslation()
  const app = useAppState()
  const config = useConfig()
  return (
    <SectionBox
      title={t('settings.data.home')}
      text={t('settings.data.moved')}
      aside={
        <Button
          icon={<FolderOpen aria-hidden size={14} />}
          onClick={() => void ask('show_folder', { run: null })}
        >
          {t('settings.data.show')}
        </Button>
      }
    >
      <PathRow label={t('settings.data.home')} path={app?.home ?? ''} />
      <PathRow label={t('settings.data.config')} path={config?.path ?? ''} />
      <div className="flex min-h-11 items-center gap-4 border-t border-line">
        <span className="w-30 shrink-0 text-ink-2">{t('settings.data.version')}</span>
        <span>{app?.version}</span>
      </div>
    </SectionBox>
  )
}

function PathRow({ label, path }: { label: string; path: string }) {
  const { t } = useTranslation()
  const copy = async () => {
    await navigator.clipboard.writeText(path)
    announce(t('settings.data.copied'))
  }
  return (
    <div className="flex min-h-11 items-center gap-4 border-t border-line first:border-t-0">
      <span className="w-30 shrink-0 text-ink-2">{label}</span>
      <code className="min-w-0 grow font-mono text-s break-all select-text">{path}</code>
      <IconButton label={`${t('settings.data.copy')}: ${label}`} onClick={() => void copy().catch(() => {})}>
        <Copy aria-hidden size={14} />
      </IconButton>
    </div>
  )
}
