// The frame of the main window: header with state and brake, list of runs, and the view that is asked for.
import { useTranslation } from 'react-i18next'
import { useState } from 'react'
import { usePlace, type Place } from '../state/place.ts'
import { useAppState, useConfig, useDeskhand } from '../state/store.ts'
import { Loading, Notice } from '../ui/notice.tsx'
import { Button } from '../ui/button.tsx'
import { loadAll } from '../state/store.ts'
import { clearFault, useFault } from '../state/commands.ts'
import { Header } from './header.tsx'
import { Sidebar } from './sidebar.tsx'
import { VIEWS } from './views.tsx'

export function App() {
  const place = usePlace()
  const [sidebar, setSidebar] = useState(true)
  return (
    <div className="grid h-full grid-rows-[auto_minmax(0,1fr)]">
      <Header place={place} sidebar={sidebar} onSidebar={() => setSidebar(!sidebar)} />
      <div className="flex min-h-0">
        {sidebar && <Sidebar place={place} />}
        <div className="flex min-w-0 grow flex-col">
          <Banners />
          <ViewOf place={place} />
        </div>
      </div>
    </div>
  )
}

function ViewOf({ place }: { place: Place }) {
  const { t } = useTranslation()
  const app = useAppState()
  const config = useConfig()
  const View = VIEWS[place.view]
  if (!app || !config || !View) return <Loading label={t('common.loading')} />
  return <View place={place} />
}

function Banners() {
  const { t } = useTranslation()
  const connection = useDeskhand((state) => state.connection)
  const broken = useDeskhand((state) => state.fault)
  const fault = useFault(({ words }) => words)
  return (
    <>
      {connection === 'lost' && (
        <div className="px-3 pt-3">
          <Notice look="you">{t('frame.lost')}</Notice>
        </div>
      )}
      {connection !== 'lost' && broken !== null && (
        <div className="px-3 pt-3">
          <Notice
            action={
              <Button size="s" onClick={() => void loadAll()}>
                {t('common.retry')}
              </Button>
            }
          >
            {broken}
          </Notice>
        </div>
      )}
      {fault !== null && (
        <div className="px-3 pt-3">
          <Notice
            action={
              <Button size="s" onClick={clearFault}>
                {t('common.close')}
              </Button>
            }
          >
            {fault}
          </Notice>
        </div>
      )}
    </>
  )
}
