// Makes this program a server for devices, shows its key once, and ends it.
import { Check, Copy, Square } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { bridge, faultWords } from '../state/bridge.ts'
import { ask } from '../state/commands.ts'
import { announce } from '../ui/announcer.tsx'
import { Button } from '../ui/button.tsx'
import { Confirm } from '../ui/dialog.tsx'
import { Disclosure } from '../ui/disclosure.tsx'
import { TextField } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'
import { Notice } from '../ui/notice.tsx'
import { PageSection } from '../ui/page-frame.tsx'

/** The port of the reference. */
const PORT = '5000'

interface ServePartProps {
  /** The address for devices; null where none are served. */
  address: string | null
  /** Devices with a task. */
  busy: number
  onChanged: () => void
}

export function ServePart({ address, busy, onChanged }: ServePartProps) {
  const { t } = useTranslation()
  const [newKey, setNewKey] = useState<string | null>(null)
  const [asked, setAsked] = useState(false)
  const stop = async () => {
    setAsked(false)
    setNewKey(null)
    if (await ask('stop_serving', {})) onChanged()
  }
  if (address === null) {
    return (
      <PageSection title={t('devices.serve_title')}>
        <ServeForm
          onServed={(key) => {
            setNewKey(key)
            onChanged()
          }}
        />
      </PageSection>
    )
  }
  return (
    <PageSection
      title={t('devices.serving', { address })}
      aside={
        <Button
          size="s"
          look="danger"
          icon={<Square aria-hidden size={13} />}
          onClick={() => (busy > 0 ? setAsked(true) : void stop())}
        >
          {t('devices.stop')}
        </Button>
      }
    >
      <p className="text-ink-2">
        {t('devices.connect')}{' '}
        <code className="break-all select-text">{`deskhand connect ${address} --id NAME`}</code>
      </p>
      {newKey !== null && <KeyOnce value={newKey} onGone={() => setNewKey(null)} />}
      <Confirm
        open={asked}
        title={t('devices.stop_title')}
        text={t('devices.stop_text', { count: busy })}
        cancel={t('history.keep')}
        confirm={t('devices.stop')}
        onCancel={() => setAsked(false)}
        onConfirm={() => void stop()}
      />
    </PageSection>
  )
}

function KeyOnce({ value, onGone }: { value: string; onGone: () => void }) {
  const { t } = useTranslation()
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(value)
    setCopied(true)
    announce(t('devices.copied'))
  }
  return (
    <div className="mt-3">
      <Notice
        look="you"
        action={
          <Button size="s" onClick={onGone}>
            {t('devices.key_taken')}
          </Button>
        }
      >
        <p>{t('devices.key_once')}</p>
        <p className="mt-1 flex flex-wrap items-center gap-2">
          <code className="font-mono text-s break-all select-text">{value}</code>
          <Button
            size="s"
            icon={copied ? <Check aria-hidden size={13} /> : <Copy aria-hidden size={13} />}
            onClick={() => void copy().catch(() => {})}
          >
            {t(copied ? 'devices.copied' : 'devices.copy')}
          </Button>
        </p>
      </Notice>
    </div>
  )
}

function ServeForm({ onServed }: { onServed: (newKey: string | null) => void }) {
  const { t } = useTranslation()
  const [draft, setDraft] = useState({
    port: PORT,
    host: '127.0.0.1',
    hosts: '',
    key: '',
    cert: '',
    tlsKey: '',
  })
  const set = (name: keyof typeof draft) => (text: string) => setDraft({ ...draft, [name]: text })
  const port = Number(draft.port)
  const portFault = Number.isInteger(port) && port >= 0 && port <= 65_535 ? null : t('devices.port_wrong')
  const [cert, tlsKey] = [draft.cert.trim(), draft.tlsKey.trim()]
  const half = (cert === '') !== (tlsKey === '')
  const reachable = !/^(127\.\d+\.\d+\.\d+|::1|localhost)$/.test(draft.host.trim())
  const ready = portFault === null && draft.host.trim() !== '' && !half
  const serve = async () => {
    const { new_key } = await bridge.call('serve_devices', {
      port,
      host: draft.host.trim(),
      hosts: draft.hosts.split(/[\s,]+/).filter((name) => name !== ''),
      key: draft.key === '' ? null : draft.key,
      tls: cert === '' ? null : { cert, key: tlsKey },
    })
    onServed(new_key)
  }
  return (
    <Form
      label={t('devices.serve_title')}
      className="max-w-180"
      onSend={serve}
      ready={ready}
      wordsOf={faultWords}
      submit={t('devices.serve_do')}
      primary
    >
      <p className="text-ink-2">{t('devices.serve_about')}</p>
      <TextField
        label={t('devices.port')}
        error={portFault}
        className="w-36"
        inputMode="numeric"
        value={draft.port}
        onText={set('port')}
      />
      <Disclosure summary={t('devices.more_options')}>
        <div className="mt-1 flex flex-col gap-3">
          <TextField
            label={t('devices.host')}
            hint={t('devices.host_hint')}
            value={draft.host}
            onText={set('host')}
          />
          <TextField
            label={t('devices.hosts')}
            hint={t('devices.hosts_hint')}
            value={draft.hosts}
            onText={set('hosts')}
          />
          <TextField
            label={t('devices.key')}
            hint={t('devices.key_hint')}
            type="password"
            value={draft.key}
            onText={set('key')}
          />
          <TextField
            label={t('devices.cert')}
            hint={t('devices.file_hint')}
            value={draft.cert}
            onText={set('cert')}
          />
          <TextField
            label={t('devices.cert_key')}
            hint={t('devices.file_hint')}
            error={half ? t('devices.cert_half') : null}
            value={draft.tlsKey}
            onText={set('tlsKey')}
          />
        </div>
      </Disclosure>
      {reachable && cert === '' && <Notice look="you">{t('devices.serve_clear')}</Notice>}
    </Form>
  )
}
