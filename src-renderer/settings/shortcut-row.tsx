// Shows a shortcut that works everywhere: it is recorded by pressing it, and the row says whether the system gave it to Deskhand.
import { Check, TriangleAlert } from 'lucide-react'
import { useState, type KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { useAppState, useConfig } from '../state/store.ts'
import { Button } from '../ui/button.tsx'
import { cx } from '../ui/cx.ts'
import { Kbd } from '../ui/kbd.tsx'
import { keyWords } from '../ui/keys.ts'
import { recorded } from './accelerator.ts'
import type { Field } from './fields.ts'
import { SettingRow } from './setting-row.tsx'
import type { Setting } from './use-setting.ts'
import { fieldWords } from './words.ts'

export function ShortcutRow({ field }: { field: Field }) {
  const name = field.path.at(-1) ?? ''
  return (
    <SettingRow field={field}>
      {(setting, _ids, words) => <Recorder name={name} setting={setting} label={words.label} />}
    </SettingRow>
  )
}

function Recorder({ name, setting, label }: { name: string; setting: Setting; label: string }) {
  const { t } = useTranslation()
  const app = useAppState()
  const others = useOthers(name)
  const [hint, setHint] = useState<string | null>(null)
  const recording = hint !== null
  const keys = typeof setting.value === 'string' ? setting.value : ''

  const press = (event: KeyboardEvent) => {
    if (!recording) return
    if (event.key === 'Tab' && !event.ctrlKey && !event.altKey && !event.metaKey) return
    event.preventDefault()
    event.stopPropagation()
    if (event.key === 'Escape') return setHint(null)
    const found = recorded(event.nativeEvent, app?.platform === 'darwin')
    if (!found.done) {
      const held = found.held === null ? null : keyWords(found.held)
      return setHint(
        held === null ? t('settings.shortcuts.needs_held') : t('settings.shortcuts.held', { keys: held }),
      )
    }
    const other = others.get(found.keys)
    if (other !== undefined) return setHint(t('settings.shortcuts.twice', { label: other }))
    setHint(null)
    void setting.save(found.keys)
  }

  return (
    <div className="flex w-full flex-col items-end gap-1">
      <div className="flex items-center gap-2">
        {!recording &&
          (keys === '' ? (
            <span className="text-ink-3">{t('settings.shortcuts.none')}</span>
          ) : (
            <Kbd keys={keys} />
          ))}
        <output className={cx('text-s', recording ? 'text-agent' : 'sr-only')}>{hint ?? ''}</output>
        {keys !== '' && !recording && (
          <Button
            size="s"
            look="quiet"
            aria-label={t('settings.shortcuts.clear_of', { label })}
            onClick={() => void setting.save('')}
          >
            {t('settings.shortcuts.clear')}
          </Button>
        )}
        <Button
          size="s"
          aria-label={recording ? undefined : t('settings.shortcuts.record_of', { label })}
          aria-pressed={recording}
          onClick={() => setHint(recording ? null : t('settings.shortcuts.press'))}
          onKeyDown={press}
          onBlur={() => setHint(null)}
          className="aria-pressed:border-agent aria-pressed:bg-agent-soft"
        >
          {t(recording ? 'settings.cancel' : 'settings.shortcuts.record')}
        </Button>
      </div>
      {app?.shell === 'app' && keys !== '' && !recording && <Registered keys={app.shortcuts[name] ?? null} />}
    </div>
  )
}

function Registered({ keys }: { keys: string | null }) {
  const { t } = useTranslation()
  return keys === null ? (
    <span className="inline-flex items-center gap-1 text-s text-you">
      <TriangleAlert aria-hidden size={13} />
      {t('settings.shortcuts.taken')}
    </span>
  ) : (
    <span className="inline-flex items-center gap-1 text-s text-good">
      <Check aria-hidden size={13} />
      {t('settings.shortcuts.registered')}
    </span>
  )
}

/** Returns the keys of the other shortcuts → their actions. */
function useOthers(name: string): ReadonlyMap<string, string> {
  const { t } = useTranslation()
  const shortcuts = useConfig()?.values.app.shortcuts
  return new Map(
    Object.entries(shortcuts ?? {})
      .filter(([other, keys]) => other !== name && keys !== '')
      .map(([other, keys]): [string, string] => [
        keys,
        fieldWords(t, 'fields', `app.shortcuts.${other}`).label,
      ]),
  )
}
