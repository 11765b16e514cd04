// Shows where everything of Deskhand is kept, and the way there.
import { FolderOpen } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { ask } from '../state/commands.ts'
import { useAppState, useConfig } from '../state/store.ts'
import { Button } from '../ui/button.tsx'
import { CopyRow } from './copy-row.tsx'
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
      <CopyRow label={t('settings.data.home')} text={app?.home ?? ''} />
      <CopyRow label={t('settings.data.config')} text={config?.path ?? ''} />
      <div className="flex min-h-11 items-center gap-4 border-t border-line">
        <span className="w-30 shrink-0 text-ink-2">{t('settings.data.version')}</span>
        <span>{app?.version}</span>
      </div>
    </SectionBox>
  )
}
