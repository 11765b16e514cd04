// Shows what can be done with a run: replay, open, export, delete; continue or close one that was interrupted.
import {
  Bug,
  FileCode,
  FileText,
  Film,
  FolderOpen,
  ListChecks,
  MessageSquare,
  PlayCircle,
  RotateCw,
  Timer,
  Trash2,
} from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CallInput, CallOutput } from '../../src-preload/contract/calls.ts'
import type { RunSummary } from '../../src-preload/contract/run-view.ts'
import { ask } from '../state/commands.ts'
import { navigate } from '../state/place.ts'
import { goesOn } from '../state/status.ts'
import { announce } from '../ui/announcer.tsx'
import { Button, IconButton } from '../ui/button.tsx'
import { Confirm } from '../ui/dialog.tsx'
import { titleOf } from '../ui/long-text.tsx'
import { menuEntry, MoreMenu } from '../ui/menu.tsx'
import { saveProblemReport } from './problem-report.ts'
import { saveTold } from './save-file.ts'

/** Offers to continue or close a run whose program is gone. */
export function InterruptedActions({ run }: { run: string }) {
  const { t } = useTranslation()
  const [asked, setAsked] = useState(false)
  const goOn = async () => {
    const begun = await ask('continue_run', { run })
    if (begun) navigate('run', begun.run)
  }
  const close = () => {
    setAsked(false)
    void ask('close_run', { run })
  }
  return (
    <span className="inline-flex shrink-0 gap-1">
      <Button size="s" onClick={() => void goOn()}>
        {t('history.continue')}
      </Button>
      <Button size="s" look="quiet" onClick={() => setAsked(true)}>
        {t('history.close')}
      </Button>
      <Confirm
        open={asked}
        title={t('history.close_title')}
        text={t('history.close_text')}
        cancel={t('history.keep')}
        confirm={t('history.close')}
        onCancel={() => setAsked(false)}
        onConfirm={close}
      />
    </span>
  )
}

export function RunActions({ run }: { run: RunSummary }) {
  const { t } = useTranslation()
  const [asked, setAsked] = useState(false)
  const [plan, setPlan] = useState<CallOutput<'record_plan'> | null>(null)
  const { run: name } = run
  const going = goesOn(run.status)

  const exportAs = async (format: CallInput<'export_run'>['format']) =>
    saveTold(await ask('export_run', { run: name, format }), (file) => t('history.exported', { name: file }))
  const record = async () => {
    setPlan(await ask('record_plan', { run: name }))
  }
  const doAgain = async () => {
    setPlan(null)
    const begun = await ask('follow_plan', { run: name })
    if (begun) navigate('run', begun.run)
  }
  const remove = async () => {
    setAsked(false)
    if (await ask('delete_run', { run: name })) announce(t('history.deleted'))
  }

  return (
    <span className="inline-flex items-center gap-1">
      <IconButton
        label={`${t('history.replay')}: ${titleOf(run.request)}`}
        onClick={() => navigate('history', name)}
      >
        <PlayCircle aria-hidden size={16} />
      </IconButton>
      <MoreMenu
        label={t('history.more', { request: titleOf(run.request) })}
        groups={[
          [
            menuEntry(t('history.open'), MessageSquare, () => navigate('run', name)),
            menuEntry(t('history.replay'), PlayCircle, () => navigate('history', name)),
          ],
          // Only a completed run can be repeated or recorded.
          run.status === 'completed'
            ? [
                menuEntry(t('history.do_again'), RotateCw, () => void doAgain()),
                menuEntry(t('history.record_plan'), ListChecks, () => void record()),
              ]
            : [],
          [
            menuEntry(t('history.export_html'), FileCode, () => void exportAs('html')),
            menuEntry(t('history.export_video'), Film, () => navigate('history', name)),
            menuEntry(t('history.export_markdown'), FileText, () => void exportAs('markdown')),
            menuEntry(t('history.export_trace'), Timer, () => void exportAs('trace')),
            menuEntry(t('history.show_folder'), FolderOpen, () => void ask('show_folder', { run: name })),
            menuEntry(t('problem_report.save'), Bug, () => void saveProblemReport(name, t)),
          ],
          // A running run can't be deleted before it is terminated.
          going ? [] : [{ ...menuEntry(t('history.delete'), Trash2, () => setAsked(true)), danger: true }],
        ]}
      />
      <Confirm
        open={plan !== null}
        title={t('history.plan_title')}
        text={
          <>
            {t('history.plan_text', { count: plan?.acts ?? 0 })}
            <code className="my-2 block break-all text-ink">{plan?.path}</code>
            {plan?.notes.map((note) => (
              <span key={note} className="block">
                {note}
              </span>
            ))}
          </>
        }
        cancel={t('history.plan_close')}
        confirm={t('history.plan_follow')}
        look="primary"
        onCancel={() => setPlan(null)}
        onConfirm={() => void doAgain()}
      />
      <Confirm
        open={asked}
        title={t('history.delete_title')}
        text={
          <>
            <span className="mb-1 block truncate font-[550] text-ink">{run.request}</span>
            {t('history.delete_text')}
          </>
        }
        cancel={t('history.keep')}
        confirm={t('history.delete_confirm')}
        onCancel={() => setAsked(false)}
        onConfirm={() => void remove()}
      />
    </span>
  )
}
