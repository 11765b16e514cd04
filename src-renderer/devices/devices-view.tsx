// Shows the devices: this program as a server for them, what each does and the way to its run, and this desktop as one.
import { MonitorSmartphone } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DeviceTask, ServedDevice } from '../../src-preload/contract/calls/devices.ts'
import { navigate } from '../state/place.ts'
import { useAnswer } from '../state/use-answer.ts'
import { useFresh } from '../state/use-fresh.ts'
import { Button } from '../ui/button.tsx'
import { cx } from '../ui/cx.ts'
import { Dot, type Meaning } from '../ui/dot.tsx'
import { CELL, ListTable, WIDE } from '../ui/list-table.tsx'
import { Empty } from '../ui/notice.tsx'
import { PageFrame } from '../ui/page-frame.tsx'
import { ConnectPart } from './connect-part.tsx'
import { SendDialog } from './send-dialog.tsx'
import { ServePart } from './serve-part.tsx'
import { Unanswered } from '../ui/unanswered.tsx'

export function DevicesView() {
  const { t } = useTranslation()
  const answer = useAnswer('list_devices', {})
  const { value, again } = answer
  useFresh(answer, 'devices')
  const devices = value?.devices ?? []
  return (
    <PageFrame title={t('devices.title')} about={t('devices.about')}>
      <Unanswered answer={answer} loading={t('devices.loading')} failed={t('devices.failed_to_load')} />
      {value !== null && (
        <ServePart
          address={value.address}
          busy={devices.filter(({ state }) => state === 'busy').length}
          onChanged={again}
        />
      )}
      {value?.address != null && devices.length === 0 && (
        <Empty
          icon={<MonitorSmartphone aria-hidden size={28} />}
          title={t('devices.none_title')}
          text={t('devices.none_text')}
        />
      )}
      {devices.length > 0 && <DeviceTable devices={devices} />}
      {value !== null && <ConnectPart />}
    </PageFrame>
  )
}

function DeviceTable({ devices }: { devices: readonly ServedDevice[] }) {
  const { t } = useTranslation()
  const [asked, setAsked] = useState<string | null>(null)
  return (
    <>
      <ListTable
        className="mt-4"
        label={t('devices.list')}
        columns={[
          { name: t('devices.device') },
          { name: t('devices.state') },
          { name: t('devices.task'), className: 'w-full' },
          { name: t('devices.waiting'), className: WIDE },
        ]}
        actions={t('history.actions')}
      >
        {devices.map((device) => (
          <DeviceRow key={device.id} device={device} onSend={() => setAsked(device.id)} />
        ))}
      </ListTable>
      <SendDialog device={asked} onClose={() => setAsked(null)} />
    </>
  )
}

const MEANING: Record<ServedDevice['state'], Meaning> = { idle: 'none', busy: 'agent', lost: 'bad' }

function DeviceRow({
  device: { id, type, platform, target, state, task, queued },
  onSend,
}: {
  device: ServedDevice
  onSend: () => void
}) {
  const { t } = useTranslation()
  const more = type === 'constellation' ? t('devices.uses', { device: target ?? '' }) : platform
  return (
    <tr className="border-t border-line">
      <th scope="row" className={cx(CELL, 'text-left font-[550] whitespace-nowrap')}>
        {id}
        {more !== '' && <span className="ml-2 text-s font-normal text-ink-3">{more}</span>}
      </th>
      <td className={cx(CELL, 'whitespace-nowrap text-ink-2')}>
        <span className="mr-1.5 inline-grid align-middle">
          <Dot meaning={MEANING[state]} alive={state === 'busy'} />
        </span>
        {t(`devices.states.${state}`)}
      </td>
      <td className={cx(CELL, 'max-w-0')}>{task && <TaskWords task={task} />}</td>
      <td
        className={cx(CELL, WIDE, 'text-ink-2 tabular-nums')}
        title={queued.map(({ request }) => request).join('\n')}
      >
        {queued.length === 0 ? '' : queued.length}
      </td>
      <td className="py-1.5 text-right">
        {type === 'device' && state !== 'lost' && (
          <Button size="s" aria-label={t('devices.send_to', { device: id })} onClick={onSend}>
            {t('composer.send')}
          </Button>
        )}
      </td>
    </tr>
  )
}

/** Leads to the run, which is shown like any other, once it has begun. */
function TaskWords({ task: { request, run } }: { task: DeviceTask }) {
  if (run === null) return <span className="block truncate text-ink-2">{request}</span>
  return (
    <button
      type="button"
      title={request}
      onClick={() => navigate('run', run)}
      className="block max-w-full truncate rounded-s text-left hover:underline"
    >
      {request}
    </button>
  )
}
