// What went wrong, above the view: the connection, the program, the last thing that was asked for.
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { clearFault, useFault } from '../state/commands.ts'
import { loadAll, useDeskhand } from '../state/store.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'

export function Banners() {
  const { t } = useTranslation()
  const connection = useDeskhand((state) => state.connection)
  const broken = useDeskhand((state) => state.fault)
  const fault = useFault(({ words }) => words)
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
