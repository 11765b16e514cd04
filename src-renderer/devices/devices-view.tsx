// The devices that this program serves: what each does now, what waits for it, and the way to its run.
import { MonitorSmartphone } from 'lucide-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { DeviceTask, ServedDevice } from '../../src-preload/contract/calls/devices.ts'
import { bridge } from '../state/bridge.ts'
import { navigate } from '../state/place.ts'
import { useDeskhand } from '../state/store.ts'
import { useAnswer } from '../state/use-answer.ts'
import { cx } from '../ui/cx.ts'
import { Dot, type Meaning } from '../ui/dot.tsx'
import { CELL, ListTable } from '../ui/list-table.tsx'
import { Empty, Loading, Notice } from '../ui/notice.tsx'

export function DevicesView() {
  const { t } = useTranslation()
  const { value, error, again } = useAnswer('list_devices', {})
  const connection = useDeskhand((state) => state.connection)
  useEffect(() => bridge.subscribe((push) => push.push === 'devices' && again()), [again])
  useEffect(() => {
    if (connection === 'open') again()
  }, [connection, again])
  return (
    <div className="min-h-0 grow overflow-auto">
      <div className="mx-auto flex min-h-full max-w-280 flex-col px-6 pt-5 pb-12">
        <h1 className="text-xl font-[650] tracking-[-0.015em]">{t('devices.title')}</h1>
        {value?.address != null && (
          <p className="mt-1 text-ink-2">
            {t('devices.connect')} <code className="select-text">{commandFor(value.address)}</code>
          </p>
        )}
        {error !== null && (
          <div className="mt-4">
            <Notice>
              {t('devices.failed_to_load')} {error}
            </Notice>
          </div>
        )}
        {value === null && error === null && <Loading label={t('devices.loading')} />}
        {value?.devices.length === 0 && (
          <Empty
            icon={<MonitorSmartphone aria-hidden size={28} />}
            title={t(value.address === null ? 'devices.no_server_title' : 'devices.none_title')}
            text={t(value.address === null ? 'devices.no_server_text' : 'devices.none_text')}
          />
        )}
        {value !== null && value.devices.length > 0 && <DeviceTable devices={value.devices} />}
      </div>
    </div>
  )
}

const commandFor = (address: string): string => `deskhand connect ${address} --id NAME`

function DeviceTable({ devices }: { devices: readonly ServedDevice[] }) {
  const { t } = useTranslation()
  return (
    <ListTable
      className="mt-4"
      label={t('devices.list')}
      columns={[
        { name: t('devices.device') },
        { name: t('devices.state') },
        { name: t('devices.task'), className: 'w-full' },
        { name: t('devices.waiting') },
      ]}
    >
      {devices.map((device) => (
        <DeviceRow key={device.id} device={device} />
      ))}
    </ListTable>
  )
}

const MEANING: Record<ServedDevice['state'], Meaning> = { idle: 'none', busy: 'agent', lost: 'bad' }

function DeviceRow({
  device: { id, type, platform, target, state, task, queued },
}: {
  device: ServedDevice
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
        className={cx(CELL, 'text-ink-2 tabular-nums')}
        title={queued.map(({ request }) => request).join('\n')}
      >
        {queued.length === 0 ? '' : queued.length}
      </td>
    </tr>
  )
}

/** Leads to the run, which is shown as any other, once it has begun. */
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
