// Shows what can be done with a request that has ended: again, changed, kept as a plan, remembered; and what would help a failed
// one.
import {
  BookmarkPlus,
  Brain,
  FileCode,
  FileOutput,
  ListChecks,
  Pencil,
  RotateCw,
  Settings,
} from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { RoundView, RunView } from '../../src-preload/contract/run-view.ts'
import { ask } from '../state/commands.ts'
import { navigate } from '../state/place.ts'
import { useConfig, useDeskhand } from '../state/store.ts'
import { saveFile } from '../history/save-file.ts'
import { announce } from '../ui/announcer.tsx'
import { Button } from '../ui/button.tsx'
import { setDraft, setWishes } from './drafts.ts'
import { COMPOSER_ID } from './ids.ts'
import { filesOf } from './outcome-words.ts'
import { fileNameOf } from '../../src-preload/contract/words.ts'

const planNameOf = (path: string): string => fileNameOf(path).replace(/\.json$/, '')

/** Where the page of a plan's file is: in the library, or the batch that it is a task of; null for a file elsewhere. */
function pageOfPlan(path: string, home: string): { view: 'plans' | 'batch'; name: string } | null {
  const [folder, name = '', ...rest] = path.startsWith(home) ? path.slice(home.length + 1).split(/[\\/]/) : []
  if (folder === 'plans' && rest.length === 0) return { view: 'plans', name: planNameOf(name) }
  return folder === 'batches' && rest[0] === 'tasks' ? { view: 'batch', name } : null
}

interface RunEndProps {
  round: RoundView
  view: RunView
  /** Whether it succeeded, so that it can be kept. */
  done: boolean
}

const kindOf = (view: RunView) => (view.display?.kind === 'device' ? null : (view.display?.kind ?? null))

export function RunEnd({ round, view, done }: RunEndProps) {
  const { t } = useTranslation()
  const open = useDeskhand(({ open: all }) => all[view.run])
  const [kept, setKept] = useState<{ words: string; plan?: string } | null>(null)
  const takes = open !== undefined && open.alive && open.own && !view.stopping && view.finished_at === null
  const files = filesOf(round)
  const path = view.plan
  const home = useDeskhand(({ app }) => app?.home)
  const page = path === undefined || home === undefined ? null : pageOfPlan(path, home)
  const way = { strategy: view.strategy, mode: view.mode }

  const again = async () => {
    if (takes) {
      await ask('queue_request', { run: view.run, request: round.request })
      return
    }
    const begun = await ask('start_run', { request: round.request, display: kindOf(view), ...way })
    if (begun) navigate('run', begun.run)
  }
  const edit = () => {
    setDraft(view.run, round.request)
    if (!takes) setWishes(view.run, { display: kindOf(view), way })
    document.getElementById(COMPOSER_ID)?.focus()
  }
  const report = async () => {
    const file = await ask('export_run', { run: view.run, format: 'html' })
    if (file === null) return
    saveFile(file)
    announce(t('history.exported', { name: file.name }))
    setKept({ words: t('history.exported', { name: file.name }) })
  }
  const plan = async () => {
    const made = await ask('record_plan', { run: view.run })
    if (!made) return
    // A later request needs what the earlier ones have left, so the plan has them all, and it says what it has not.
    const words = [t('run_end.plan_kept', { count: view.rounds.length }), ...made.notes].join(' ')
    setKept({ words, plan: planNameOf(made.path) })
  }
  const remember = async () => {
    const learned = await ask('learn_run', { run: view.run })
    if (learned) setKept({ words: t('run_end.remembered', { count: learned.demonstrations }) })
  }
  return (
    <div className="mt-2">
      <ul aria-label={t('run_end.actions')} className="-ml-2 flex flex-wrap gap-x-0.5 gap-y-1">
        {path === undefined ? (
          <>
            <Act icon={<RotateCw size={13} />} onClick={() => void again()}>
              {t('run_end.again')}
            </Act>
            <Act icon={<Pencil size={13} />} onClick={edit}>
              {t('run_end.edit')}
            </Act>
          </>
        ) : (
          // One step of a plan means nothing alone, and its page asks for the inputs.
          page && (
            <Act icon={<RotateCw size={13} />} onClick={() => navigate(page.view, null, page.name)}>
              {t(page.view === 'plans' ? 'run_end.open_plan' : 'run_end.open_batch')}
            </Act>
          )
        )}
        {files.map((file) => (
          <Act
            key={file}
            icon={<FileOutput size={13} />}
            title={file}
            onClick={() => void ask('open_file', { run: view.run, path: file })}
          >
            {t('run_end.open_file', { name: fileNameOf(file) })}
          </Act>
        ))}
        {done && (
          <Act icon={<ListChecks size={13} />} onClick={() => void plan()}>
            {t('run_end.plan')}
          </Act>
        )}
        <Act icon={<FileCode size={13} />} onClick={() => void report()}>
          {t('run_end.report')}
        </Act>
        {done && (
          <Act icon={<BookmarkPlus size={13} />} onClick={() => void remember()}>
            {t('run_end.remember')}
          </Act>
        )}
      </ul>
      {kept !== null && (
        <div className="flex items-center gap-1 text-s">
          <output className="text-ink-2">{kept.words}</output>
          {kept.plan !== undefined && (
            <Button size="s" look="quiet" onClick={() => navigate('plans', null, kept.plan)}>
              {t('run_end.open_plan')}
            </Button>
          )}
        </div>
      )}
      {!done && view.status !== 'stopped' && (
        <Help view={view} round={round} onStart={(wish) => void startAs(round, view, wish)} />
      )}
    </div>
  )
}

async function startAs(round: RoundView, view: RunView, strategy: string): Promise<void> {
  const begun = await ask('start_run', {
    request: round.request,
    display: kindOf(view),
    strategy,
    mode: 'normal',
  })
  if (begun) navigate('run', begun.run)
}

interface ActProps {
  icon: ReactNode
  title?: string
  onClick: () => void
  children: ReactNode
}

const Act = ({ icon, children, ...rest }: ActProps) => (
  <li className="max-w-full">
    <Button size="s" look="quiet" icon={<span aria-hidden>{icon}</span>} className="max-w-full" {...rest}>
      <span className="truncate">{children}</span>
    </Button>
  </li>
)

/** Shows what would help, each with one button. */
function Help({
  view,
  round,
  onStart,
}: {
  view: RunView
  round: RoundView
  onStart: (strategy: string) => void
}) {
  const { t } = useTranslation()
  const models = useConfig()?.values.models ?? {}
  const offline = Object.values(view.models).every((name) => name.startsWith('offline'))
  const hasModel = Object.values(models).some(({ provider }) => provider !== 'offline')
  const unanswered = view.questions.find(
    ({ round: of, answer, by }) => of === round.round && (by === 'nobody' || answer === ''),
  )
  const helps: ReactNode[] = []
  if (unanswered !== undefined) {
    helps.push(
      <p key="asked" className="text-ink-2">
        {t('run_end.unanswered')} <q className="text-ink">{unanswered.text}</q>
      </p>,
    )
  }
  if (offline) {
    helps.push(
      <Button
        key="model"
        size="s"
        icon={<Settings aria-hidden size={13} />}
        onClick={() => navigate('settings', null, 'models')}
      >
        {t(hasModel ? 'run_end.other_model' : 'run_end.set_up_model')}
      </Button>,
    )
  } else if (view.strategy !== 'planner' && hasModel) {
    helps.push(
      <Button
        key="planner"
        size="s"
        icon={<Brain aria-hidden size={13} />}
        onClick={() => onStart('planner')}
      >
        {t('run_end.as_planner')}
      </Button>,
    )
  }
  if (helps.length === 0) return null
  return (
    <div className="mt-2 flex flex-col items-start gap-2 text-s">
      <span className="text-ink-3">{t('run_end.helps')}</span>
      {helps}
    </div>
  )
}
