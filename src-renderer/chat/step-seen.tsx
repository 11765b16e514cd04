// Shows what a step saw: its picture, its controls on demand, and both in large.
import { Maximize2, ScanSearch } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { StepView } from '../../src-preload/contract/run-view.ts'
import { fileAddress } from '../state/bridge.ts'
import { ask } from '../state/commands.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { marksOf } from './step-marks.ts'
import { StepPicture, type MarkedControl } from './step-picture.tsx'

export function StepSeen({ run, step }: { run: string; step: StepView }) {
  const { t } = useTranslation()
  const [marked, setMarked] = useState(false)
  const [large, setLarge] = useState(false)
  const [controls, setControls] = useState<MarkedControl[] | null>(null)
  useEffect(() => {
    if (!marked || controls !== null) return
    void ask('step_controls', { run, step: step.step }).then((found) => found && setControls(found.controls))
  }, [marked, controls, run, step.step])
  if (!step.picture) return null
  const picture = (
    <StepPicture
      source={fileAddress(run, step.picture.path)}
      picture={step.picture}
      targets={marksOf(step)}
      controls={marked ? (controls ?? []) : []}
      alt={t('step.picture_of', { window: step.window?.title ?? step.application ?? '' })}
      className="w-full rounded-s border border-line bg-sunken"
    />
  )
  const marks = (
    <Button
      size="s"
      look="quiet"
      aria-pressed={marked}
      icon={<ScanSearch aria-hidden size={13} />}
      onClick={() => setMarked(!marked)}
    >
      {marked ? t('step.hide_controls') : t('step.show_controls', { count: step.controls })}
    </Button>
  )
  const none = marked && controls?.length === 0 && (
    <span className="text-s text-ink-3">{t('step.no_controls')}</span>
  )
  return (
    <div className="w-[300px] max-w-full">
      {picture}
      <div className="mt-2 flex flex-wrap items-center gap-1">
        {marks}
        <Button
          size="s"
          look="quiet"
          icon={<Maximize2 aria-hidden size={12} />}
          onClick={() => setLarge(true)}
        >
          {t('step.enlarge')}
        </Button>
        {none}
      </div>
      <Dialog
        open={large}
        onClose={() => setLarge(false)}
        title={t('step.number', { number: step.step + 1 })}
        closeLabel={t('common.close')}
        wide
      >
        {/* As large as the window allows, and never so large that it is a blur. */}
        <div
          className="mx-auto"
          style={{
            width: `min(100%, ${step.picture.width * 2}px, calc((100vh - 190px) * ${step.picture.width / step.picture.height}))`,
          }}
        >
          {picture}
        </div>
        <div className="mt-2 flex items-center gap-1">
          {marks}
          {none}
        </div>
      </Dialog>
    </div>
  )
}
