// Shows the form for a new batch: files or a table, each with a request or a plan.
import { Upload } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { MAX_TABLE_LENGTH } from '../../src-preload/contract/calls/prepared-batches.ts'
import { NO_WORK, useWork, WorkFields } from '../plans/work-fields.tsx'
import { pathsOf } from '../chat/use-attaching.ts'
import { bridge, faultWords } from '../state/bridge.ts'
import { chosenText } from '../state/chosen-text.ts'
import { clearFault } from '../state/commands.ts'
import { navigate } from '../state/place.ts'
import { Button } from '../ui/button.tsx'
import { Segmented } from '../ui/choice.tsx'
import { TextField } from '../ui/field.tsx'
import { useFileChooser } from '../ui/file-chooser.tsx'
import { Form } from '../ui/form.tsx'
import { PageFrame } from '../ui/page-frame.tsx'

type Of = 'files' | 'table'

export function NewBatch({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const [name, setName] = useState('')
  const [of, setOf] = useState<Of>('files')
  const [paths, setPaths] = useState('')
  const [csv, setCsv] = useState('')
  const [draft, setDraft] = useState(NO_WORK)
  const work = useWork(draft)
  const lines = paths
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  const ready = name.trim() !== '' && (of === 'files' ? lines.length > 0 : csv.trim() !== '') && work.isReady
  const make = async () => {
    const made = await bridge.call('prepare_batch', {
      name,
      work:
        draft.by === 'request'
          ? { kind: 'request', request: draft.request }
          : { kind: 'plan', plan: work.name },
      items: of === 'files' ? { kind: 'files', paths: lines } : { kind: 'table', csv },
    })
    navigate('batch', null, made.name)
  }
  const readTable = async ([file]: File[]) => {
    if (!file) return
    const tooLarge = t('batch.too_large', { name: file.name })
    const text = await chosenText(file, { most: MAX_TABLE_LENGTH, tooLarge })
    if (text === null) return
    clearFault()
    setCsv(text)
  }
  const addFiles = async (files: File[]) => {
    const added = await pathsOf(files)
    setPaths((before) => [...before.split('\n').filter((line) => line.trim() !== ''), ...added].join('\n'))
  }
  return (
    <PageFrame title={t('batch.new')} onFiles={of === 'files' ? addFiles : readTable}>
      <Form
        label={t('batch.new')}
        className="mt-4 max-w-180"
        onSend={make}
        ready={ready}
        focusFirst
        wordsOf={faultWords}
        submit={t('batch.make')}
        primary
        onCancel={onClose}
      >
        <TextField label={t('plans.name')} value={name} maxLength={120} onText={setName} />
        <Segmented
          aria-label={t('batch.of')}
          value={of}
          onChange={setOf}
          options={[
            { value: 'files', label: t('batch.files') },
            { value: 'table', label: t('batch.table') },
          ]}
        />
        {of === 'files' ? (
          <TextField
            label={t('batch.files')}
            hint={t('batch.files_hint')}
            aside={<ChooseButton label={t('batch.choose_files')} multiple onFiles={addFiles} />}
            rows={4}
            value={paths}
            onText={setPaths}
          />
        ) : (
          <TextField
            label={t('batch.table')}
            hint={t('batch.table_hint')}
            aside={
              <ChooseButton label={t('batch.choose_table')} accept=".csv,.tsv,.txt" onFiles={readTable} />
            }
            rows={5}
            value={csv}
            boxClassName="font-mono text-s"
            onText={setCsv}
          />
        )}
        <WorkFields
          label={t('batch.by')}
          draft={draft}
          work={work}
          onChange={(change) => setDraft({ ...draft, ...change })}
          requestHint={
            of === 'files'
              ? t('batch.request_hint_files', { place: '{{file}}' })
              : t('batch.request_hint_table', { place: '{{name}}' })
          }
          planHint={t('batch.plan_hint', { place: '{{name}}' })}
        />
      </Form>
    </PageFrame>
  )
}

function ChooseButton(chooser: Parameters<typeof useFileChooser>[0]): ReactNode {
  const { input, choose } = useFileChooser(chooser)
  return (
    <>
      {input}
      <Button size="s" icon={<Upload aria-hidden size={13} />} onClick={choose}>
        {chooser.label}
      </Button>
    </>
  )
}
