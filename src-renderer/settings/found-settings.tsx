// Shows the settings whose words or key contain the searched text, under the name of their page.
import { useTranslation } from 'react-i18next'
import { hasWords } from '../chat/run-search.ts'
import { navigate } from '../state/place.ts'
import { Button } from '../ui/button.tsx'
import { Empty } from '../ui/notice.tsx'
import { fieldsOfSection, PAGES, SECTIONS, type Page } from './pages.ts'
import { SectionBox } from './section.tsx'
import { SettingRow } from './setting-row.tsx'
import { fieldWords } from './words.ts'

export function FoundSettings({ text, onOpen }: { text: string; onOpen: () => void }) {
  const { t } = useTranslation()
  const found = PAGES.map((page) => {
    const fields = SECTIONS[page].flatMap(fieldsOfSection).filter((field) => {
      const { label, help } = fieldWords(t, 'fields', field.key)
      return hasWords([label, help, field.key, t(`settings.pages.${page}`)].join(' '), text)
    })
    return { page, fields }
  }).filter(({ fields }) => fields.length > 0)
  const open = (page: Page) => {
    onOpen()
    navigate('settings', null, page)
  }
  if (found.length === 0) {
    return <Empty title={t('settings.none_found', { text })} text={t('settings.none_found_text')} />
  }
  return found.map(({ page, fields }) => {
    // A setting with its own editor is shown only on its page.
    const rows = fields.filter(
      ({ shape, key }) => shape.kind !== 'entries' && !key.startsWith('app.shortcuts.'),
    )
    return (
      <SectionBox key={page} title={t(`settings.pages.${page}`)}>
        {rows.map((field) => (
          <SettingRow key={field.key} field={field} />
        ))}
        <div className="border-t border-line py-1.5 first:border-t-0">
          <Button size="s" look="quiet" onClick={() => open(page)}>
            {t('settings.open_page', { page: t(`settings.pages.${page}`) })}
          </Button>
        </div>
      </SectionBox>
    )
  })
}
