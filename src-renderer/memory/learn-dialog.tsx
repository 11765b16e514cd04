// Learns the documents of a folder for an application, and says which files could not be read.
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CallOutput } from '../../src-preload/contract/calls.ts'
import { bridge, faultWords } from '../state/bridge.ts'
import { saidNow } from '../state/sentences.ts'
import { announce } from '../ui/announcer.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { TextField } from '../ui/field.tsx'
import { Notice } from '../ui/notice.tsx'

interface LearnDialogProps {
  open: boolean
  onClose: () => void
  onLearned: () => void
}

export function LearnDialog(props: LearnDialogProps) {
  const { t } = useTranslation()
  return (
    <Dialog
      open={props.open}
      onClose={props.onClose}
      title={t('memory.learn_title')}
      closeLabel={t('common.close')}
    >
      <LearnForm {...props} />
    </Dialog>
  )
}

/** Shows the form, which is made anew each time that the dialog opens. */
function LearnForm({ onClose, onLearned }: LearnDialogProps) {
  const { t } = useTranslation()
  const [path, setPath] = useState('')
  const [application, setApplication] = useState('')
  const [going, setGoing] = useState(false)
  const [fault, setFault] = useState<string | null>(null)
  const [learned, setLearned] = useState<CallOutput<'learn_folder'> | null>(null)
  const ready = path.trim() !== '' && application.trim() !== '' && !going

  const learn = async () => {
    setGoing(true)
    setFault(null)
    setLearned(null)
    try {
      const done = await bridge.call('learn_folder', { path, application })
      setLearned(done)
      announce(t('memory.learned', { count: done.files, pieces: done.memories }))
      onLearned()
    } catch (error) {
      setFault(faultWords(error))
    } finally {
      setGoing(false)
    }
  }
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (ready) void learn()
      }}
    >
      <p className="text-ink-2">{t('memory.learn_about')}</p>
      <TextField label={t('memory.folder')} hint={t('memory.folder_hint')} value={path} onText={setPath} />
      <TextField
        label={t('memory.learn_application')}
        hint={t('memory.learn_application_hint')}
        value={application}
        onText={setApplication}
      />
      {fault !== null && <Notice>{fault}</Notice>}
      {learned !== null && <Learned learned={learned} />}
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>{t('common.close')}</Button>
        <Button type="submit" look="primary" disabled={!ready}>
          {t(going ? 'memory.learning' : 'memory.learn_action')}
        </Button>
      </div>
    </form>
  )
}

function Learned({ learned }: { learned: CallOutput<'learn_folder'> }) {
  const { t } = useTranslation()
  const { files, memories, skipped, gone, others } = learned
  return (
    <Notice look="plain">
      {t('memory.learned', { count: files, pieces: memories })}
      {gone > 0 && <p className="mt-1">{t('memory.gone', { count: gone })}</p>}
      {others.length > 0 && (
        <p className="mt-1">
          {t('memory.others', {
            kinds: others.map(({ ending, files: number }) => `${number} × ${ending}`).join(', '),
          })}
        </p>
      )}
      {skipped.length > 0 && (
        <>
          <p className="mt-1">{t('memory.skipped', { count: skipped.length })}</p>
          <ul className="max-h-40 list-disc overflow-auto pl-5 text-s">
            {skipped.map(({ file, why }) => (
              <li key={file} className="break-words">
                {file}: {saidNow(why)}
              </li>
            ))}
          </ul>
        </>
      )}
    </Notice>
  )
}
