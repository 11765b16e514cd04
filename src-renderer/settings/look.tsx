// Shows what Deskhand sees: the windows of the person's desktop, the controls of a window, and the tools of each agent. Nothing is done
// there.
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CallOutput } from '../../src-preload/contract/calls.ts'
import { useKnownSentence, useSentence } from '../state/sentences.ts'
import { useAppState } from '../state/store.ts'
import { useAnswer } from '../state/use-answer.ts'
import { Button } from '../ui/button.tsx'
import { cx } from '../ui/cx.ts'
import { Disclosure } from '../ui/disclosure.tsx'
import { Loading, Notice } from '../ui/notice.tsx'
import { SearchField } from '../ui/search-field.tsx'
import { Unanswered } from '../ui/unanswered.tsx'
import { SectionBox } from './section.tsx'

type Controls = CallOutput<'read_tree'>['controls']

export function Look() {
  const { t } = useTranslation()
  const sentence = useSentence()
  const host = useAppState()?.host_desktop
  if (!host) return <Loading label={t('settings.loading')} />
  return (
    <>
      {!host.there ? (
        <div className="mt-4">
          <Notice look="plain">{t('settings.host.none', { why: sentence(host.why ?? '') })}</Notice>
        </div>
      ) : (
        <Windows />
      )}
      <Tools display={host.there ? 'host' : 'virtual'} />
    </>
  )
}

function Windows() {
  const { t } = useTranslation()
  const answer = useAnswer('list_windows', { display: 'host' })
  const [chosen, setChosen] = useState<string | null>(null)
  const windows = answer.value?.windows ?? []
  return (
    <>
      <SectionBox
        title={t('settings.look.windows')}
        text={t('settings.look.windows_text')}
        aside={
          <Button busy={answer.loading} onClick={answer.again}>
            {t('settings.look.again')}
          </Button>
        }
      >
        <Unanswered answer={answer} />
        {answer.value !== null && windows.length === 0 && <p className="py-3">{t('settings.look.none')}</p>}
        <ul>
          {windows.map(({ id, title, application, bounds, active, minimized }) => (
            <li key={id} className="border-t border-line first:border-t-0">
              <button
                type="button"
                aria-pressed={id === chosen}
                className={cx(
                  'flex w-full min-w-0 items-baseline gap-3 py-2 text-left hover:text-ink',
                  id === chosen && 'font-[650]',
                )}
                onClick={() => setChosen(id === chosen ? null : id)}
              >
                <span className="min-w-0 grow truncate">
                  {title === '' ? t('settings.look.untitled') : title}
                </span>
                <span className="shrink-0 text-s text-ink-2">{application}</span>
                <span className="shrink-0 text-s text-ink-3">
                  {active
                    ? t('settings.look.active')
                    : minimized
                      ? t('settings.look.minimized')
                      : `${bounds.width}×${bounds.height}`}
                </span>
              </button>
            </li>
          ))}
        </ul>
      </SectionBox>
      {chosen !== null && <Tree key={chosen} window={chosen} />}
    </>
  )
}

function Tree({ window }: { window: string }) {
  const { t } = useTranslation()
  const sentence = useKnownSentence()
  const answer = useAnswer('read_tree', { window, display: 'host' })
  const [text, setText] = useState('')
  const controls = answer.value?.controls
  const shown = useMemo(() => matching(controls ?? [], text), [controls, text])
  const limited = answer.value?.limited ?? null
  return (
    <SectionBox
      title={t('settings.look.controls', { count: controls?.length ?? 0 })}
      aside={
        <Button busy={answer.loading} onClick={answer.again}>
          {t('settings.look.again')}
        </Button>
      }
    >
      <Unanswered answer={answer} />
      {controls !== undefined && (
        <div className="py-3">
          <SearchField
            className="w-full"
            label={t('settings.look.find')}
            clearLabel={t('frame.search_clear')}
            value={text}
            onChange={setText}
          />
          {limited !== null && <p className="mt-2 text-s text-you">{sentence(limited)}</p>}
          <ul aria-label={t('settings.look.list')} className="mt-2 max-h-120 overflow-auto text-s">
            {shown.map((control) => (
              <ControlLine key={control.id} control={control} deep={text === ''} />
            ))}
          </ul>
        </div>
      )}
    </SectionBox>
  )
}

/** Returns the controls whose role, name or value has the words. */
function matching(controls: Controls, text: string): Controls {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  return controls.filter(({ role, name, value }) => {
    const all = `${role} ${name} ${value ?? ''}`.toLowerCase()
    return words.every((word) => all.includes(word))
  })
}

const INDENT_PX = 14

function ControlLine({ control, deep }: { control: Controls[number]; deep: boolean }) {
  const { t } = useTranslation()
  const { role, name, value, states, bounds, depth } = control
  return (
    <li
      className="flex min-w-0 items-baseline gap-2 py-0.5 [content-visibility:auto]"
      style={{ paddingLeft: deep ? depth * INDENT_PX : 0 }}
    >
      {/* locales: control_roles.* */}
      <span className="shrink-0 text-ink-2">{t(`control_roles.${role}`)}</span>
      <span className="min-w-0 truncate">
        {name}
        {value !== null && value !== '' && <span className="text-ink-2"> = {value}</span>}
      </span>
      <span className="ml-auto min-w-0 truncate font-mono text-xs text-ink-3">{states.join(' ')}</span>
      <span className="shrink-0 font-mono text-xs text-ink-3 max-[480px]:hidden">
        {bounds.x},{bounds.y} {bounds.width}×{bounds.height}
      </span>
    </li>
  )
}

/** Asks on request only, because the servers of the tools are started for the answer. */
function Tools({ display }: { display: 'host' | 'virtual' }) {
  const { t } = useTranslation()
  const [asked, setAsked] = useState(false)
  return (
    <SectionBox
      title={t('settings.look.tools')}
      text={t('settings.look.tools_text')}
      plain={!asked}
      aside={
        asked ? undefined : <Button onClick={() => setAsked(true)}>{t('settings.look.show_tools')}</Button>
      }
    >
      {asked && <ToolList display={display} />}
    </SectionBox>
  )
}

function ToolList({ display }: { display: 'host' | 'virtual' }) {
  const { t } = useTranslation()
  const answer = useAnswer('list_computers', { display })
  return (
    <>
      <Unanswered answer={answer} />
      {answer.value?.computers.map(({ agent, root, tools }) => (
        <Disclosure
          key={`${agent} ${root}`}
          className="border-t border-line py-1 first:border-t-0"
          summary={t('settings.look.agent', {
            agent: root === 'default' ? agent : `${agent} (${root})`,
            count: tools.length,
          })}
        >
          <dl className="pb-2 pl-5">
            {tools.map(({ tool_key: key, tool_name: name, namespace, description }) => (
              <div key={key} className="py-1">
                <dt className="font-mono text-s">
                  {name} <span className="text-ink-3">{namespace}</span>
                </dt>
                <dd className="text-s text-ink-2">{description}</dd>
              </div>
            ))}
          </dl>
        </Disclosure>
      ))}
    </>
  )
}
