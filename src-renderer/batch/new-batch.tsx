// Shows the form for a new batch: files or a table, each with a request or a plan.
import { Upload } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { MAX_TABLE_LENGTH } from '../../src-preload/contract/calls/prepared-batches.ts'
import { pathsOf } from '../chat/use-attaching.ts'
import { bridge, faultWords } from '../state/bridge.ts'
import { chosenText } from '../state/chosen-text.ts'
import { clearFault } from '../state/commands.ts'
import { navigate } from '../state/place.ts'
import { useAnswer } from '../state/use-answer.ts'
import { Button } from '../ui/button.tsx'
import { Segmented, Select } from '../ui/choice.tsx'
import { Field, Input, TextArea } from '../ui/field.tsx'
import { useFileChooser } from '../ui/file-chooser.tsx'
import { Form } from '../ui/form.tsx'
import { PageFrame } from '../ui/page-frame.tsx'

type Of = 'files' | 'table'
type By = 'request' | 'plan'

export function NewBatch({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const plans = useAnswer('list_plans', {}).value?.plans.filter(({ fault }) => fault === null) ?? []
  const [name, setName] = useState('')
  const [of, setOf] = useState<Of>('files')
  const [paths, setPaths] = useState('')
  const [csv, setCsv] = useState('')
  const [by, setBy] = useState<By>('request')
  const [request, setRequest] = useState('')
  const [chosen, setChosen] = useState<string | null>(null)
  const plan = chosen ?? plans[0]?.name ?? ''
  const lines = paths
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  const ready =
    name.trim() !== '' &&
    (of === 'files' ? lines.length > 0 : csv.trim() !== '') &&
    (by === 'request' ? request.trim() !== '' : plan !== '')
  const make = async () => {
    const made = await bridge.call('prepare_batch', {
      name,
      work: by === 'request' ? { kind: 'request', request } : { kind: 'plan', plan },
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
        <Field label={t('plans.name')}>
          {(ids) => (
            <Input {...ids} value={name} maxLength={120} onChange={(event) => setName(event.target.value)} />
          )}
        </Field>
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
          <Field
            label={t('batch.files')}
            hint={t('batch.files_hint')}
            aside={<ChooseButton label={t('batch.choose_files')} multiple onFiles={addFiles} />}
          >
            {(ids) => (
              <TextArea {...ids} rows={4} value={paths} onChange={(event) => setPaths(event.target.value)} />
            )}
          </Field>
        ) : (
          <Field
            label={t('batch.table')}
            hint={t('batch.table_hint')}
            aside={
              <ChooseButton label={t('batch.choose_table')} accept=".csv,.tsv,.txt" onFiles={readTable} />
            }
          >
            {(ids) => (
              <TextArea
                {...ids}
                rows={5}
                value={csv}
                className="font-mono text-s"
                onChange={(event) => setCsv(event.target.value)}
              />
            )}
          </Field>
        )}
        <Segmented
          aria-label={t('batch.by')}
          value={by}
          onChange={setBy}
          options={[
            { value: 'request', label: t('batch.request') },
            { value: 'plan', label: t('plans.plan'), disabled: plans.length === 0 },
          ]}
        />
        {by === 'request' ? (
          <Field
            label={t('batch.request')}
            hint={
              of === 'files'
                ? t('batch.request_hint_files', { place: '{{file}}' })
                : t('batch.request_hint_table', { place: '{{name}}' })
            }
          >
            {(ids) => (
              <TextArea
                {...ids}
                rows={3}
                value={request}
                onChange={(event) => setRequest(event.target.value)}
              />
            )}
          </Field>
        ) : (
          <Field label={t('plans.plan')} hint={t('batch.plan_hint', { place: '{{name}}' })}>
            {(ids) => (
              <Select
                id={ids.id}
                value={plan}
                onChange={setChosen}
                options={plans.map((one) => ({ value: one.name, label: one.name }))}
              />
            )}
          </Field>
        )}
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
