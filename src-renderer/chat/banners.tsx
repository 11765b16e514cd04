// Shows faults above the view: of the connection, of the program, of the last call.
import { useEffect, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { clearFault, useFault } from '../state/commands.ts'
import { navigate, usePlace } from '../state/place.ts'
import { saidNow } from '../state/sentences.ts'
import { loadAll, useConfig, useDeskhand } from '../state/store.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'

export function Banners() {
  const { t } = useTranslation()
  const connection = useDeskhand((state) => state.connection)
  const broken = useDeskhand((state) => state.fault)
  const config = useConfig()
  // The settings show each fault at its field.
  const { view } = usePlace()
  const inSettings = view === 'settings'
  const fault = useFault(({ words }) => words)
  // A fault is about the person's last act in the view before.
  useEffect(clearFault, [view])
  return (
    <>
      {connection === 'lost' && (
        <Strip>
          <Notice look="you">{t('frame.lost')}</Notice>
        </Strip>
      )}
      {connection !== 'lost' && broken !== null && (
        <Strip>
          <Notice
            action={
              <Button size="s" onClick={() => void loadAll()}>
                {t('common.retry')}
              </Button>
            }
          >
            {broken}
          </Notice>
        </Strip>
      )}
      {config !== null && !inSettings && config.faults.length > 0 && (
        <Strip>
          <Notice
            look="you"
            action={
              <Button size="s" onClick={() => navigate('settings')}>
                {t('frame.settings')}
              </Button>
            }
          >
            {t('frame.config_faults', { path: config.path })}
            <ul>
              {config.faults.map(({ key, message }) => (
                <li key={`${key} ${message}`}>
                  {key !== null && <code className="font-mono text-s">{key}</code>} {saidNow(message)}
                </li>
              ))}
            </ul>
          </Notice>
        </Strip>
      )}
      {fault !== null && (
        <Strip>
          <Notice
            action={
              <Button size="s" onClick={clearFault}>
                {t('common.close')}
              </Button>
            }
          >
            {fault}
          </Notice>
        </Strip>
      )}
    </>
  )
}

const Strip = ({ children }: { children: ReactNode }) => <div className="px-3 pt-3">{children}</div>
