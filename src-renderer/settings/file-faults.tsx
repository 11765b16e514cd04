// Shows the faults of config.yaml above every page whose fields don't show them: each leads to its field, or can be removed.
import { useTranslation } from 'react-i18next'
import { ask } from '../state/commands.ts'
import { navigate } from '../state/place.ts'
import { saidNow } from '../state/sentences.ts'
import { useConfig } from '../state/store.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import type { FileFault } from './faults.ts'
import { hasFieldOn, pageOf, type Page } from './pages.ts'

export function FileFaults({ page }: { page: Page }) {
  const { t } = useTranslation()
  const config = useConfig()
  // The open page shows its own faults at their fields.
  const faults = config?.faults.filter(({ key }) => key === null || !hasFieldOn(page, key)) ?? []
  if (config === null || faults.length === 0) return null
  return (
    <div className="mb-5">
      <Notice look="you">
        <p className="font-[550]">{t('settings.faults', { path: config.path })}</p>
        <ul>
          {faults.map((fault) => (
            <FaultLine key={`${fault.key} ${fault.message}`} fault={fault} />
          ))}
        </ul>
      </Notice>
    </div>
  )
}

function FaultLine({ fault: { key, message } }: { fault: FileFault }) {
  const { t } = useTranslation()
  const page = key === null ? null : pageOf(key)
  return (
    <li className="mt-1 flex items-center gap-2">
      <span className="min-w-0 grow break-words">
        {key !== null && <code className="font-mono text-s">{key}: </code>}
        {saidNow(message)}
      </span>
      {page !== null && (
        <Button size="s" onClick={() => navigate('settings', null, page)}>
          {t(`settings.pages.${page}`)}
        </Button>
      )}
      {key !== null && (
        <Button size="s" onClick={() => void ask('unset_config', { key: key.split('.') })}>
          {t('settings.remove')}
        </Button>
      )}
    </li>
  )
}
