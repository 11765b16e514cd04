// Draws the frame of the main window: header with state and brake, list of runs, and the chosen view.
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { FirstStart } from '../first-start/first-start.tsx'
import { Palette } from '../palette/palette.tsx'
import { usePlace, type Place } from '../state/place.ts'
import { useAppState, useConfig, useDeskhand } from '../state/store.ts'
import { Loading } from '../ui/notice.tsx'
import { useMainFocus } from '../ui/main-focus.ts'
import { useToggle } from '../ui/use-toggle.ts'
import { useWide } from '../ui/use-wide.ts'
import { Banners } from './banners.tsx'
import { ErrorEdge } from './error-edge.tsx'
import { Header } from './header.tsx'
import { COMPOSER_ID } from './ids.ts'
import { Sidebar } from './sidebar.tsx'
import { useAnnouncements } from './announcements.ts'
import { useWindowKeys } from './window-keys.ts'
import { VIEWS } from './views.tsx'

export function App() {
  const place = usePlace()
  const wide = useWide(1160)
  const floats = !useWide(800)
  const [sidebar, setSidebar] = useToggle(wide)
  useWindowKeys()
  useDrawerKey(floats && sidebar, () => setSidebar(false))
  useAnnouncements()
  const main = useMainFocus(COMPOSER_ID)
  return (
    <div className="grid h-full grid-cols-[minmax(0,1fr)] grid-rows-[auto_minmax(0,1fr)]">
      <Header place={place} sidebar={sidebar} onSidebar={() => setSidebar(!sidebar)} />
      <div className="relative flex min-h-0">
        {sidebar && <Sidebar place={place} floating={floats} onChosen={() => floats && setSidebar(false)} />}
        <main ref={main} tabIndex={-1} className="flex min-w-0 grow flex-col outline-none">
          <Banners />
          <ErrorEdge key={`${place.view} ${place.run}`}>
            <ViewOf place={place} />
          </ErrorEdge>
        </main>
      </div>
      <Palette />
    </div>
  )
}

/** Lets Escape close the panels over the view. A part with an Escape of its own (a menu, a search) keeps it. */
function useDrawerKey(open: boolean, close: () => void): void {
  useEffect(() => {
    if (!open) return undefined
    const hear = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) close()
    }
    window.addEventListener('keydown', hear)
    return () => window.removeEventListener('keydown', hear)
  }, [open, close])
}

function ViewOf({ place }: { place: Place }) {
  const { t } = useTranslation()
  const app = useAppState()
  const config = useConfig()
  const broken = useDeskhand(({ fault }) => fault)
  const View = VIEWS[place.view]
  if (!app || !config || !View) return broken === null ? <Loading label={t('common.loading')} /> : null
  const first = app.first_start && !config.values.app.first_start_done
  if (place.view === 'new' && first) return <FirstStart />
  return <View place={place} />
}
