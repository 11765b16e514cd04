// Shows the first start: what Deskhand thinks with, where it works, when it asks first. Three short steps, each of which can be
// skipped.
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { bridge, faultWords } from '../state/bridge.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { AskStep } from './ask-step.tsx'
import { ModelStep } from './model-step.tsx'
import { PlaceStep } from './place-step.tsx'
import { NotWhole, type Save } from './step.tsx'

const STEPS = [ModelStep, PlaceStep, AskStep] as const

const focusOn = (box: HTMLElement | null): void => box?.focus()

interface Fault {
  /** The choice that the fault belongs to; another choice has no fault yet. */
  of: string
  words: string
}

interface FirstStartProps {
  onDone?: () => void
}

export function FirstStart({ onDone }: FirstStartProps) {
  const { t } = useTranslation()
  const [at, setAt] = useState(0)
  const [fault, setFault] = useState<Fault | null>(null)
  const [saving, setSaving] = useState(false)
  const Step = STEPS[at] ?? AskStep
  const last = at === STEPS.length - 1

  const safely = async (of: string, work: () => Promise<void>) => {
    setSaving(true)
    setFault(null)
    try {
      await work()
    } catch (error) {
      if (!(error instanceof NotWhole)) setFault({ of, words: t('first.failed', { why: faultWords(error) }) })
    } finally {
      setSaving(false)
    }
  }
  const end = async () => {
    await bridge.call('set_config', { key: ['app', 'first_start_done'], value: true })
    onDone?.()
  }
  const next = async () => {
    if (last) await end()
    else setAt(at + 1)
  }

  const frame = (content: ReactNode, save: Save, chosen: unknown) => {
    const of = JSON.stringify([at, chosen])
    return (
      <>
        {content}
        {fault?.of === of && (
          <div className="mt-4">
            <Notice>{fault.words}</Notice>
          </div>
        )}
        <div className="mt-5 flex items-center gap-2">
          <span className="text-ink-3">{t('first.of', { at: at + 1, of: STEPS.length })}</span>
          {at > 0 && (
            <Button look="quiet" onClick={() => setAt(at - 1)}>
              {t('first.back')}
            </Button>
          )}
          <span className="grow" />
          {at === 0 && (
            <Button look="quiet" busy={saving} onClick={() => void safely(of, end)}>
              {t('first.skip_all')}
            </Button>
          )}
          <Button look="quiet" busy={saving} onClick={() => void safely(of, next)}>
            {t('first.skip')}
          </Button>
          <Button
            look="primary"
            busy={saving}
            onClick={() =>
              void safely(of, async () => {
                await save()
                await next()
              })
            }
          >
            {t(last ? 'first.done' : 'first.continue')}
          </Button>
        </div>
      </>
    )
  }
  return (
    <div className="grid min-h-0 grow overflow-auto p-6">
      <div
        key={at}
        // Each new step gets the focus, so that it is read from its beginning.
        ref={focusOn}
        tabIndex={-1}
        className="m-auto w-full max-w-160 rounded-l border border-line bg-raised p-6 shadow-lift outline-none"
      >
        <Step frame={frame} />
      </div>
    </div>
  )
}
