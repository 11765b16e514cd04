// Learns a recording of Windows' Step Recorder as a demonstration of a request.
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { bridge, faultWords } from '../state/bridge.ts'
import { toast } from '../ui/toast.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { TextField } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'

interface RecordingDialogProps {
  open: boolean
  onClose: () => void
  onLearned: () => void
}

export function RecordingDialog(props: RecordingDialogProps) {
  const { t } = useTranslation()
  const title = t('memory.recording.title')
  return (
    <Dialog open={props.open} onClose={props.onClose} title={title} closeLabel={t('common.close')}>
      <RecordingForm {...props} />
    </Dialog>
  )
}

/** Shows the form, which is made anew each time that the dialog opens. */
function RecordingForm({ onClose, onLearned }: RecordingDialogProps) {
  const { t } = useTranslation()
  const [path, setPath] = useState('')
  const [request, setRequest] = useState('')
  const learn = async () => {
    const { title } = await bridge.call('learn_recording', { path, request: request.trim() })
    toast(t('memory.recording.learned', { title }))
    onLearned()
    onClose()
  }
  return (
    <Form
      label={t('memory.recording.title')}
      onSend={learn}
      ready={path.trim() !== '' && request.trim() !== ''}
      wordsOf={faultWords}
      focusFirst
      submit={t('memory.learn_action')}
      primary
      onCancel={onClose}
    >
      <TextField
        label={t('memory.recording.path')}
        hint={t('memory.recording.path_hint')}
        value={path}
        onText={setPath}
      />
      <TextField
        label={t('memory.recording.request')}
        hint={t('memory.recording.request_hint')}
        value={request}
        onText={setRequest}
      />
    </Form>
  )
}
