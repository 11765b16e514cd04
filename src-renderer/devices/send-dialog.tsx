// Sends a request to a device of this program's server.
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { bridge, faultWords } from '../state/bridge.ts'
import { toast } from '../ui/toast.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { TextField } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'

interface SendDialogProps {
  /** Null while it is closed. */
  device: string | null
  onClose: () => void
}

export function SendDialog({ device, onClose }: SendDialogProps) {
  const { t } = useTranslation()
  return (
    <Dialog
      open={device !== null}
      onClose={onClose}
      title={t('devices.send_title', { device: device ?? '' })}
      closeLabel={t('common.close')}
    >
      {device !== null && <SendForm device={device} onClose={onClose} />}
    </Dialog>
  )
}

function SendForm({ device, onClose }: { device: string; onClose: () => void }) {
  const { t } = useTranslation()
  const [request, setRequest] = useState('')
  const ready = request.trim() !== ''
  const send = async () => {
    await bridge.call('send_to_device', { device, request })
    toast(t('devices.sent', { device }))
    onClose()
  }
  return (
    <Form
      label={t('devices.send_title', { device })}
      onSend={send}
      ready={ready}
      wordsOf={faultWords}
      focusFirst
      submit={t('composer.send')}
      primary
      onCancel={onClose}
    >
      <TextField
        label={t('composer.label')}
        hint={t('devices.send_hint')}
        rows={4}
        value={request}
        onText={setRequest}
      />
    </Form>
  )
}
