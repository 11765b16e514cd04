// The chips below a request: where it runs, who works, what thinks, and what is asked before.
import { Bot, Cpu, ListChecks, Monitor, MonitorDot, ShieldCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { OpenRun } from '../state/run-feed.ts'
import { ask } from '../state/commands.ts'
import { desktopsOf } from '../state/desktops.ts'
import { navigate } from '../state/place.ts'
import { useAppState, useConfig } from '../state/store.ts'
import { useAnswer } from '../state/use-answer.ts'
import { Menu, type MenuEntry } from '../ui/menu.tsx'
import { placeName } from '../ui/place-name.ts'
import { modelsOf, setWishes, type Wishes } from './drafts.ts'
import { modelName, OFFLINE, useModelNames } from './model-names.ts'

export const CHIP =
  'flex h-6 min-w-0 items-center gap-1.5 rounded-full border border-line px-2 text-s whitespace-nowrap text-ink-2 hover:bg-sunken hover:text-ink'

/** A small composer shows only the icon; a screen reader still reads the name. */
const LABEL = 'truncate @max-[560px]:sr-only'

export interface ChipProps {
  /** The request to which the wishes belong: a run, or empty for a new request. */
  place: string
  wishes: Wishes
}

interface ChipMenuProps {
  icon: ReactNode
  text: string
  /** The name, with what the chip is about. */
  name: string
  /** Nothing is chosen, so only the icon is shown. */
  bare?: boolean
  groups: readonly (readonly MenuEntry[])[]
}

export const ChipMenu = ({ icon, text, name, bare = false, groups }: ChipMenuProps) => (
  <Menu
    side="top"
    trigger={
      <button type="button" className={CHIP} aria-label={name}>
        {icon}
        <span className={bare ? 'sr-only' : LABEL}>{text}</span>
      </button>
    }
    groups={groups}
  />
)

/** Shows the desktop of the run that takes the request, which can't be changed. */
export function RunPlaceChip({ open }: { open: OpenRun }) {
  const { t } = useTranslation()
  const place = open.view.display
  return place === null ? null : (
    <span className={`${CHIP} pointer-events-none`}>
      <DisplayIcon kind={place.kind} />
      <span className={LABEL}>{placeName(t, 'display', place)}</span>
    </span>
  )
}

export function PlaceChip(props: ChipProps) {
  const isServing = useAppState()?.serving ?? false
  return isServing ? <PlaceWithDevices {...props} /> : <PlaceMenu {...props} devices={[]} />
}

/** Offers the devices of this program's server as places like any other. */
function PlaceWithDevices(props: ChipProps) {
  const { value } = useAnswer('list_devices', {})
  const devices = (value?.devices ?? []).filter(({ type, state }) => type === 'device' && state !== 'lost')
  return <PlaceMenu {...props} devices={devices.map(({ id }) => id)} />
}

function PlaceMenu({ place, wishes, devices }: ChipProps & { devices: readonly string[] }) {
  const { t } = useTranslation()
  const app = useAppState()
  const config = useConfig()
  const there = app === null ? [] : desktopsOf('auto', app)
  const kind = wishes.display ?? config?.values.display.kind ?? 'auto'
  const chosen = kind === 'auto' ? (there[0] ?? 'virtual') : kind
  const text = wishes.device ?? t(`display.${chosen}`)
  return (
    <ChipMenu
      icon={<DisplayIcon kind={wishes.device === null ? chosen : 'device'} />}
      text={text}
      name={t('composer.where', { place: text })}
      groups={[
        (['virtual', 'host'] as const).map((one) => ({
          label: t(`display.${one}`),
          text: there.includes(one)
            ? t(`display.${one}_for`)
            : t(one === 'host' ? 'display.only_virtual' : 'display.only_host'),
          checked: wishes.device === null && chosen === one,
          disabled: !there.includes(one),
          onSelect: () => setWishes(place, { display: one, device: null }),
        })),
        devices.map((device) => ({
          label: device,
          text: t('devices.send_hint'),
          checked: wishes.device === device,
          onSelect: () => setWishes(place, { device, plan: null }),
        })),
        usualOf(t('composer.keep_place'), wishes.display !== null && wishes.device === null, () =>
          ask('set_config', { key: ['display', 'kind'], value: chosen }),
        ),
      ]}
    />
  )
}

/** Makes an entry that keeps the choice for this request as the usual one. */
const usualOf = (label: string, isChosen: boolean, keep: () => Promise<unknown>): MenuEntry[] =>
  isChosen ? [{ label, onSelect: () => void keep() }] : []

const DisplayIcon = ({ kind }: { kind: 'host' | 'virtual' | 'device' }): ReactNode =>
  kind === 'virtual' ? (
    <MonitorDot aria-hidden size={13} className="shrink-0" />
  ) : (
    <Monitor aria-hidden size={13} className="shrink-0" />
  )

// locales: composer.ways.*
const WAY_NAMES = {
  auto: 'composer.ways.auto',
  'host-app': 'composer.ways.host_app',
  single: 'composer.ways.single',
  planner: 'composer.ways.planner',
  operator: 'composer.ways.operator',
  normal_operator: 'composer.ways.normal_operator',
} as const
type WayName = keyof typeof WAY_NAMES
const wayName = ({ strategy, mode }: { strategy: string; mode: string }): WayName =>
  (mode === 'normal_operator' ? mode : strategy) as WayName

/** Shows the ways to work, each with its purpose, or why it can't be chosen now. */
export function WayChip({ place, wishes }: ChipProps) {
  const { t } = useTranslation()
  const config = useConfig()
  const models = config?.values.models ?? {}
  const { value } = useAnswer('list_strategies', {
    models: wishes.model === null ? {} : modelsOf(wishes.model, models),
  })
  const usual = config?.values.request.strategy ?? 'auto'
  const chosen = wishes.way === null ? usual : wayName(wishes.way)
  const text = t(`${WAY_NAMES[chosen]}.name`)
  const entries = (value?.strategies ?? []).map((way): MenuEntry => {
    const name = wayName(way)
    const { missing, strategy, mode } = way
    return {
      label: t(`${WAY_NAMES[name]}.name`),
      text:
        missing.length === 0
          ? t(`${WAY_NAMES[name]}.text`)
          : t('composer.needs_models', { roles: missing.join(t('composer.comma')) }),
      checked: chosen === name,
      disabled: missing.length > 0,
      onSelect: () => setWishes(place, { way: { strategy, mode } }),
    }
  })
  const auto: MenuEntry = {
    label: t('composer.ways.auto.name'),
    text: t('composer.ways.auto.text'),
    checked: chosen === 'auto',
    onSelect: () => {
      setWishes(place, { way: null })
      if (usual !== 'auto') void ask('set_config', { key: ['request', 'strategy'], value: 'auto' })
    },
  }
  const lacks = value?.strategies.some(({ missing }) => missing.length > 0) ?? false
  return (
    <ChipMenu
      icon={<Bot aria-hidden size={13} className="shrink-0" />}
      text={text}
      name={t('composer.who', { name: text })}
      groups={[
        [auto, ...entries],
        [
          ...usualOf(t('composer.keep_way'), wishes.way?.mode === 'normal' && chosen !== usual, () =>
            ask('set_config', { key: ['request', 'strategy'], value: chosen }),
          ),
          ...(lacks
            ? [{ label: t('composer.set_up'), onSelect: () => navigate('settings', null, 'models') }]
            : []),
        ],
      ]}
    />
  )
}

export function ModelChip({ place, wishes }: ChipProps) {
  const { t } = useTranslation()
  const models = useConfig()?.values.models ?? {}
  const { names, usual, shortOf } = useModelNames()
  const chosen = wishes.model ?? usual
  return (
    <ChipMenu
      icon={<Cpu aria-hidden size={13} className="shrink-0" />}
      text={shortOf(chosen)}
      name={t('composer.model', { name: shortOf(chosen) })}
      groups={[
        names.map((name) => ({
          label: name === OFFLINE ? t('composer.offline') : name,
          ...(name === OFFLINE ? { text: t('composer.offline_for') } : {}),
          checked: chosen === name,
          onSelect: () => setWishes(place, { model: name === usual ? null : name }),
        })),
        [
          ...usualOf(t('composer.keep_model'), wishes.model !== null, () => {
            const same = Object.values(models).find((one) => modelName(one) === chosen)
            return ask('set_config', { key: ['models', 'default'], value: same ?? { provider: OFFLINE } })
          }),
          { label: t('composer.set_up'), onSelect: () => navigate('settings', null, 'models') },
        ],
      ]}
    />
  )
}

/** Chooses whether the checklist is shown first, or the run begins at once. */
export function PlanFirstChip({ place, wishes }: ChipProps) {
  const { t } = useTranslation()
  const usual = useConfig()?.values.request.show_plan ?? false
  const isFirst = wishes.showPlan ?? usual
  const how = (first: boolean) => t(first ? 'composer.plan.first' : 'composer.plan.at_once')
  return (
    <ChipMenu
      icon={<ListChecks aria-hidden size={13} className="shrink-0" />}
      text={how(isFirst)}
      name={t('composer.plan.name', { how: how(isFirst) })}
      groups={[
        [false, true].map((first) => ({
          label: how(first),
          text: t(first ? 'composer.plan.first_text' : 'composer.plan.at_once_text'),
          checked: isFirst === first,
          onSelect: () => setWishes(place, { showPlan: first === usual ? null : first }),
        })),
        usualOf(t('composer.keep_plan'), wishes.showPlan !== null, () =>
          ask('set_config', { key: ['request', 'show_plan'], value: isFirst }),
        ),
      ]}
    />
  )
}

/** The categories that people fear most. */
const FEARED = ['send', 'delete', 'pay', 'run_command'] as const

export function SafetyChip() {
  const { t } = useTranslation()
  const categories = useConfig()?.values.safety.categories
  const asks = FEARED.filter((category) => categories?.[category] !== 'allow')
  const text =
    asks.length === 0
      ? t('composer.asks_little')
      : t('composer.asks', {
          what: asks
            .slice(0, 3)
            .map((name) => t(`before.${name}`))
            .join(t('composer.comma')),
        })
  return (
    <button
      type="button"
      className={`${CHIP} shrink-[99] @max-[800px]:hidden`}
      aria-label={text}
      onClick={() => navigate('settings', null, 'safety')}
    >
      <ShieldCheck aria-hidden size={13} className="shrink-0" />
      <span className="truncate">{text}</span>
    </button>
  )
}
