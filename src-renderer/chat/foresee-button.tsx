// Shows what each step of a request would do, before it begins.
import { FlaskConical } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CallInput } from '../../src-preload/contract/calls.ts'
import type { Config } from '../../src-preload/contract/config.ts'
import { DryRun } from '../plans/dry-run.tsx'
import { IconButton } from '../ui/button.tsx'
import { wishedOf, type Wishes } from './drafts.ts'
import { OFFLINE, useModelNames } from './model-names.ts'

interface ForeseeButtonProps {
  request: string
  wishes: Wishes
  models: Config['models']
}

export function ForeseeButton({ request, wishes, models }: ForeseeButtonProps) {
  const { t } = useTranslation()
  const [foreseen, setForeseen] = useState<CallInput<'dry_run'> | null>(null)
  const { usual } = useModelNames()
  const { plan, device, way } = wishes
  // Only plain commands and recorded acts can be forecast, because a model's decisions can't be known.
  const isOffline = (wishes.model ?? usual) === OFFLINE
  const isForeseeable =
    plan === null
      ? device === null && isOffline && (way === null || way.mode === 'normal')
      : plan.recorded || isOffline
  if (!isForeseeable) return null
  const foresee = () => {
    const { display, models: chosen = {} } = wishedOf(wishes, models)
    const what = plan === null ? { request } : { request: null, plan: { plan: plan.path, set: plan.set } }
    setForeseen({ ...what, models: chosen, display: display ?? null })
  }
  return (
    <>
      <IconButton label={t('dry.button')} disabled={plan === null && request === ''} onClick={foresee}>
        <FlaskConical size={15} />
      </IconButton>
      {foreseen && <DryRun input={foreseen} onClose={() => setForeseen(null)} />}
    </>
  )
}
