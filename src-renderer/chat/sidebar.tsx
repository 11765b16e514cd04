// The list of runs by day, its search, and the ways to the other views.
import { Plus } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { navigate, type Place } from '../state/place.ts'
import { useRuns } from '../state/store.ts'
import { Button } from '../ui/button.tsx'

export function Sidebar({ place }: { place: Place }) {
  const { t } = useTranslation()
  const runs = useRuns() ?? []
  return (
    <nav aria-label={t('frame.main')} className="flex w-59 shrink-0 flex-col border-r border-line p-3">
      <Button icon={<Plus size={14} />} onClick={() => navigate('new')}>
        {t('frame.new_request')}
      </Button>
      {runs.map((run) => (
        <button
          key={run.run}
          type="button"
          aria-current={place.run === run.run ? 'page' : undefined}
          onClick={() => navigate('run', run.run)}
        >
          {run.request}
        </button>
      ))}
      <div className="mt-auto flex justify-between">
        {(['usage', 'history', 'settings'] as const).map((view) => (
          <Button key={view} look="quiet" size="s" onClick={() => navigate(view)}>
            {t(`frame.${view}`)}
          </Button>
        ))}
      </div>
    </nav>
  )
}
