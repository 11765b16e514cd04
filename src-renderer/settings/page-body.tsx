// Shows the content of a page of the settings: its sections, and for some of them an editor of their own.
import { useTranslation } from 'react-i18next'
import { useAppState, useConfig } from '../state/store.ts'
import { useSentence } from '../state/sentences.ts'
import { Disclosure } from '../ui/disclosure.tsx'
import { Notice } from '../ui/notice.tsx'
import { ApplicationsEditor } from './applications-editor.tsx'
import { DataFolder } from './data-folder.tsx'
import { Doctor } from './doctor.tsx'
import { Look } from './look.tsx'
import { OtherPrograms } from './other-programs.tsx'
import { ModelsEditor } from './models/models-editor.tsx'
import { PricesEditor } from './models/prices-editor.tsx'
import { ToolsEditor } from './models/tools-editor.tsx'
import { fieldsOfSection, SECTIONS, type Page, type Section } from './pages.ts'
import { CategoryRow } from './safety/category-row.tsx'
import { StandingRules } from './safety/standing-rules.tsx'
import { SectionBox } from './section.tsx'
import { ServersEditor } from './servers/servers-editor.tsx'
import { SettingRow } from './setting-row.tsx'
import { ShortcutRow } from './shortcut-row.tsx'

export function PageBody({ page }: { page: Page }) {
  const { t } = useTranslation()
  const sentence = useSentence()
  const app = useAppState()
  const config = useConfig()
  if (page === 'doctor') return <Doctor />
  if (page === 'look') return <Look />
  const basic = SECTIONS[page].filter(({ advanced: is }) => !is)
  // A section with a fault in the file is opened.
  const wrong = (config?.faults ?? []).some(({ key }) =>
    SECTIONS[page].some(
      (section) => section.advanced && key !== null && section.keys.some((own) => key.startsWith(own)),
    ),
  )
  const advanced = SECTIONS[page].filter(({ advanced: is }) => is)
  return (
    <>
      {page === 'place' && app?.host_desktop.there === false && (
        <div className="mt-4">
          <Notice look="plain">
            {t('settings.host.none', { why: sentence(app.host_desktop.why ?? '') })}
          </Notice>
        </div>
      )}
      {app?.shell === 'page' && (page === 'program' || page === 'shortcuts') && (
        <div className="mt-4">
          <Notice look="plain">
            {page === 'program' ? t('settings.app_only') : t('settings.shortcuts.page')}
          </Notice>
        </div>
      )}
      {page === 'data' && <DataFolder />}
      {basic.map((section) => (
        <SectionOf key={section.name} page={page} section={section} />
      ))}
      {advanced.length > 0 && (
        <Disclosure
          className="mt-6"
          open={wrong}
          summary={<h2 className="font-[650]">{t('settings.advanced')}</h2>}
        >
          {advanced.map((section) => (
            <SectionOf key={section.name} page={page} section={section} />
          ))}
        </Disclosure>
      )}
      {page === 'safety' && <StandingRules />}
      {page === 'machines' && <OtherPrograms />}
    </>
  )
}

// locales: settings.sections.*
type SectionName =
  | 'models'
  | 'tools'
  | 'prices'
  | 'desktop'
  | 'virtual'
  | 'applications'
  | 'categories'
  | 'refused'
  | 'servers'

function SectionOf({ page, section }: { page: Page; section: Section }) {
  const { t } = useTranslation()
  const title = t(`settings.sections.${section.name as SectionName}`)
  // These sections are tables of entries, so they have editors of their own.
  if (section.name === 'models') return <ModelsEditor title={title} />
  if (section.name === 'tools') return <ToolsEditor title={title} />
  if (page === 'servers') return <ServersEditor />
  if (section.name === 'prices') {
    return (
      <SectionBox title={title} text={t('settings.fields.prices.help')}>
        <PricesEditor />
      </SectionBox>
    )
  }
  if (section.name === 'applications') {
    return (
      <SectionBox title={title} text={t('settings.fields.applications.help')}>
        <ApplicationsEditor />
      </SectionBox>
    )
  }
  const text = section.name === 'categories' ? { text: t('settings.safety.model_note') } : {}
  return (
    <SectionBox title={title} {...text}>
      {fieldsOfSection(section).map((field) =>
        section.name === 'categories' ? (
          <CategoryRow key={field.key} field={field} />
        ) : section.name === 'shortcuts' ? (
          <ShortcutRow key={field.key} field={field} />
        ) : (
          <SettingRow key={field.key} field={field} />
        ),
      )}
    </SectionBox>
  )
}
