// Makes a plan of a run that was completed.
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { bridge, faultWords } from '../state/bridge.ts'
import { navigate } from '../state/place.ts'
import { useRuns } from '../state/store.ts'
import { Select } from '../ui/choice.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field, TextField } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'

interface FromRunDialogProps {
  open: boolean
  onClose: () => void
}

/** Older ones are recorded from the history. */
const MAX_LISTED = 50

export function FromRunDialog(props: FromRunDialogProps) {
  const { t } = useTranslation()
  return (
    <Dialog
      open={props.open}
      onClose={props.onClose}
      title={t('plans.from_run_title')}
      closeLabel={t('common.close')}
    >
      <FromRunForm {...props} />
    </Dialog>
  )
}

function FromRunForm({ onClose }: FromRunDialogProps) {
  const { t } = useTranslation()
  const runs = (useRuns() ?? []).filter(({ status }) => status === 'completed').slice(0, MAX_LISTED)
  const [run, setRun] = useState(runs[0]?.run ?? '')
  const [name, setName] = useState('')
  if (runs.length === 0) return <p className="text-ink-2">{t('plans.from_run_none')}</p>
  const record = async () => {
    await bridge.call('record_plan', { run, name: name.trim(), replace: false })
    onClose()
    navigate('plans', null, name.trim())
  }
  return (
    <Form
      label={t('plans.from_run_title')}
      onSend={record}
      ready={run !== '' && name.trim() !== ''}
      wordsOf={faultWords}
      focusFirst
      submit={t('plans.make')}
      primary
      onCancel={onClose}
    >
      <p className="text-ink-2">{t('plans.from_run_about')}</p>
      <TextField label={t('plans.name')} value={name} maxLength={120} onText={setName} />
      <Field label={t('plans.run_of')}>
        {(ids) => (
          <Select
            id={ids.id}
            value={run}
            onChange={setRun}
            options={runs.map((one) => ({ value: one.run, label: one.request || one.run }))}
          />
        )}
      </Field>
    </Form>
  )
}
