// Shows the settings: the list of pages on the left, a page on the right. Each setting is a key of config.yaml and saved at once.
import {
  AppWindow,
  BrainCircuit,
  FileText,
  Folder,
  Gauge,
  GraduationCap,
  Keyboard,
  Monitor,
  Network,
  Plug,
  ScanEye,
  ShieldCheck,
  Stethoscope,
  SunMoon,
  type LucideIcon,
} from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { navigate, type Place } from '../state/place.ts'
import { Select, Switch } from '../ui/choice.tsx'
import { cx } from '../ui/cx.ts'
import { SearchField } from '../ui/search-field.tsx'
import { FoundSettings } from './found-settings.tsx'
import { useShownKeys } from './shown-keys.ts'
import { FileFaults } from './file-faults.tsx'
import { PageBody } from './page-body.tsx'
import { isPage, PAGES, type Page } from './pages.ts'

const ICONS: Record<Page, LucideIcon> = {
  models: BrainCircuit,
  place: Monitor,
  safety: ShieldCheck,
  servers: Plug,
  limits: Gauge,
  memory: GraduationCap,
  records: FileText,
  shortcuts: Keyboard,
  appearance: SunMoon,
  program: AppWindow,
  machines: Network,
  data: Folder,
  look: ScanEye,
  doctor: Stethoscope,
}

const open = (page: Page): void => navigate('settings', null, page)

export function SettingsView({ place }: { place: Place }) {
  const { t } = useTranslation()
  const [text, setText] = useState('')
  const keys = useShownKeys(({ shown }) => shown)
  const page = place.part !== null && isPage(place.part) ? place.part : 'models'
  return (
    <div className="flex min-h-0 grow">
      <nav
        aria-label={t('settings.pages_label')}
        className="hidden w-54 shrink-0 flex-col gap-px overflow-auto border-r border-line p-3 min-[900px]:flex"
      >
        {PAGES.map((name) => (
          <PageButton key={name} name={name} current={name === page} />
        ))}
      </nav>
      <div className="min-w-0 grow overflow-auto [scrollbar-gutter:stable]" key={page}>
        <div className="mx-auto max-w-200 px-6 pt-5 pb-16">
          <div className="mb-4 min-[900px]:hidden">
            <Select
              aria-label={t('settings.pages_label')}
              value={page}
              options={PAGES.map((name) => ({ value: name, label: t(`settings.pages.${name}`) }))}
              onChange={open}
            />
          </div>
          <div className="mb-4 flex flex-wrap items-center gap-3">
            <SearchField
              className="min-w-48 grow"
              label={t('settings.search')}
              clearLabel={t('frame.search_clear')}
              value={text}
              onChange={setText}
            />
            <label className="flex items-center gap-2 text-s text-ink-2">
              <Switch
                checked={keys}
                onCheckedChange={(shown) => useShownKeys.setState({ shown })}
                aria-label={t('settings.show_keys')}
              />
              {t('settings.show_keys')}
            </label>
          </div>
          <FileFaults page={page} />
          {text.trim() === '' ? (
            <>
              <h1 className="text-xl font-[650] tracking-[-0.015em]">{t(`settings.pages.${page}`)}</h1>
              <p className="mt-1 max-w-[68ch] text-ink-2">{t(`settings.about.${page}`)}</p>
              <PageBody page={page} />
            </>
          ) : (
            <>
              <h1 className="text-xl font-[650] tracking-[-0.015em]">{t('settings.found')}</h1>
              <FoundSettings text={text.trim()} onOpen={() => setText('')} />
            </>
          )}
        </div>
      </div>
    </div>
  )
}

function PageButton({ name, current }: { name: Page; current: boolean }) {
  const { t } = useTranslation()
  const Icon = ICONS[name]
  return (
    <button
      type="button"
      aria-current={current ? 'page' : undefined}
      onClick={() => open(name)}
      className={cx(
        'flex h-7.5 shrink-0 items-center gap-2.5 rounded-s px-2.5 text-left',
        current ? 'bg-sunken font-[550] text-ink' : 'text-ink-2 hover:bg-sunken hover:text-ink',
      )}
    >
      <Icon aria-hidden size={15} className="shrink-0" />
      <span className="truncate">{t(`settings.pages.${name}`)}</span>
    </button>
  )
}
