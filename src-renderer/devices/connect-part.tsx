// Makes this desktop a device of a server: shows the form, and how the connection stands.
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PlaceChoice } from '../plans/place-choice.tsx'
import { useDesktops, type Desktop } from '../state/desktops.ts'
import { faultWords } from '../state/bridge.ts'
import { ask } from '../state/commands.ts'
import { saidNow } from '../state/sentences.ts'
import { Button } from '../ui/button.tsx'
import { Dot } from '../ui/dot.tsx'
import { TextField } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'
import { Notice } from '../ui/notice.tsx'
import { PageSection } from '../ui/page-frame.tsx'
import { connect, useOwnConnection } from './own-connection.ts'

export function ConnectPart() {
  const { t } = useTranslation()
  const { wanted, fault } = useOwnConnection()
  return (
    <PageSection title={t('devices.connect_title')}>
      {fault !== null && (
        <div className="mb-3">
          <Notice>{fault}</Notice>
        </div>
      )}
      {wanted === null ? <ConnectForm /> : <Connection />}
    </PageSection>
  )
}

function ConnectForm() {
  const { t } = useTranslation()
  const [usual = 'virtual'] = useDesktops()
  const [address, setAddress] = useState('')
  const [id, setId] = useState('')
  const [key, setKey] = useState('')
  const [ca, setCa] = useState('')
  const [display, setDisplay] = useState<Desktop | null>(null)
  const ready = /^wss?:\/\/./.test(address.trim()) && id.trim() !== ''
  const wrong = address.trim() !== '' && !/^wss?:\/\//.test(address.trim())
  const begin = () => {
    void connect({
      address: address.trim(),
      id: id.trim(),
      key: key === '' ? null : key,
      ca: ca.trim() === '' ? null : ca.trim(),
      display: display ?? usual,
    })
    return Promise.resolve()
  }
  return (
    <Form
      label={t('devices.connect_title')}
      className="max-w-180"
      onSend={begin}
      ready={ready}
      wordsOf={faultWords}
      submit={t('devices.connect_do')}
    >
      <p className="text-ink-2">{t('devices.connect_about')}</p>
      <TextField
        label={t('devices.address')}
        hint={t('devices.address_hint')}
        error={wrong ? t('devices.address_wrong') : null}
        value={address}
        onText={setAddress}
      />
      <TextField label={t('devices.id')} hint={t('devices.id_hint')} value={id} onText={setId} />
      <TextField
        label={t('devices.key')}
        hint={t('devices.key_kept')}
        type="password"
        value={key}
        onText={setKey}
      />
      <TextField label={t('devices.ca')} hint={t('devices.file_hint')} value={ca} onText={setCa} />
      <PlaceChoice value={display ?? usual} onChange={setDisplay} />
    </Form>
  )
}

function Connection() {
  const { t } = useTranslation()
  const { wanted, news } = useOwnConnection()
  const state = news?.news ?? 'connecting'
  return (
    <div className="flex flex-col gap-3">
      <output className="flex items-center gap-2">
        <Dot meaning={state === 'connected' ? 'good' : state === 'lost' ? 'bad' : 'agent'} alive />
        {t(`devices.connection.${state}`, { server: wanted?.address ?? '', id: wanted?.id ?? '' })}
      </output>
      {news?.news === 'lost' && <Notice look="you">{saidNow(news.why)}</Notice>}
      {news?.news === 'connecting' && news.in_clear && <Notice look="you">{t('devices.in_clear')}</Notice>}
      <p className="text-s text-ink-2">{t('devices.connection_about')}</p>
      <Button className="self-start" look="danger" onClick={() => void ask('disconnect_device', {})}>
        {t('devices.disconnect')}
      </Button>
    </div>
  )
}
