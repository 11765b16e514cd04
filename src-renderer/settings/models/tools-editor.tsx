// Shows the seed's fifteen tools as one table: service and model, prompt, whether each is set up, and a real call of it.
import { ChevronRight } from 'lucide-react'
import { useEffect, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ToolSetUp, ToolTest } from '../../../src-preload/contract/calls/settings.ts'
import { durationWords } from '../../../src-preload/contract/words.ts'
import { bridge, faultWords } from '../../state/bridge.ts'
import { navigate } from '../../state/place.ts'
import { useConfig } from '../../state/store.ts'
import { useAnswer } from '../../state/use-answer.ts'
import { announce } from '../../ui/announcer.tsx'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { SectionBox } from '../section.tsx'
import { useModelFacts, type ModelFacts } from './model-facts.ts'
import { PromptRow, RoleBody } from './role-body.tsx'
import { presetOf } from './roles.ts'
import { Unanswered } from '../../ui/unanswered.tsx'

const HEAD = 'py-1.5 pr-3 text-left font-[550] whitespace-nowrap'
const CELL = 'py-1.5 pr-3'
/** Classes for a narrow window: the state and its test stay in sight; the rest is under the name. */
const ROOMY = '@max-[640px]:hidden'
const WIDE = '@max-[480px]:hidden'

export function ToolsEditor({ title }: { title: string }) {
  const { t } = useTranslation()
  return (
    <SectionBox title={title} text={t('settings.tools.about')}>
      <ToolsTable />
    </SectionBox>
  )
}

function ToolsTable() {
  const { t } = useTranslation()
  const { facts } = useModelFacts()
  const answer = useAnswer('list_tools', {})
  const { value, error, again } = answer
  const [open, setOpen] = useState<string | null>(null)
  const config = useConfig()
  const { models, prompt_path, web_search } = config?.values ?? {}
  // The list changes with the configuration, also when another window changes it.
  const setUp = JSON.stringify([models, prompt_path, web_search])
  useEffect(again, [again, setUp])
  if (error !== null || value === null) return <Unanswered answer={answer} loading={t('settings.loading')} />
  return (
    <div className="@container overflow-x-auto">
      <table className="w-full border-collapse">
        <thead className="text-s text-ink-3">
          <tr>
            <th className={HEAD}>{t('settings.tools.tool')}</th>
            <th className={cx(HEAD, WIDE)}>{t('settings.tools.model')}</th>
            <th className={cx(HEAD, ROOMY, 'w-full')}>{t('settings.tools.prompt')}</th>
            <th className={HEAD}>{t('settings.tools.state')}</th>
            <th className="py-1.5">
              <span className="sr-only">{t('settings.test.button')}</span>
            </th>
          </tr>
        </thead>
        {value.tools.map((tool) => (
          <ToolRows
            key={tool.tool_name}
            tool={tool}
            facts={facts}
            open={open === tool.tool_name}
            onToggle={() => setOpen(open === tool.tool_name ? null : tool.tool_name)}
          />
        ))}
      </table>
    </div>
  )
}

interface ToolRowsProps {
  tool: ToolSetUp
  facts: ModelFacts
  open: boolean
  onToggle: () => void
}

function ToolRows({ tool, facts, open, onToggle }: ToolRowsProps) {
  const { t } = useTranslation()
  const id = useId()
  const { result, going, test } = useToolTest(tool)
  const { tool_name, prompt_path, own_prompt, without } = tool
  const file = prompt_path?.split(/[/\\]/).at(-1) ?? '–'
  const said = result?.said ?? (without === null ? null : t(`settings.tools.without.${tool_name}`, without))
  return (
    <tbody className="border-t border-line">
      <tr>
        <th scope="row" className={cx(CELL, 'text-left font-normal')}>
          <button
            type="button"
            aria-expanded={open}
            aria-controls={id}
            onClick={onToggle}
            className="flex items-center gap-1.5 rounded-s font-mono text-s hover:underline"
          >
            <ChevronRight aria-hidden size={14} className={cx('shrink-0 text-ink-3', open && 'rotate-90')} />
            {tool_name}
          </button>
        </th>
        <td className={cx(CELL, WIDE, 'whitespace-nowrap', without !== null && 'text-ink-3')}>
          {useModelWords(tool, facts)}
        </td>
        <td
          className={cx(CELL, ROOMY, 'max-w-0 truncate font-mono text-xs text-ink-2')}
          title={prompt_path ?? ''}
        >
          {own_prompt ? prompt_path : file}
        </td>
        <td className={cx(CELL, 'whitespace-nowrap', stateColour(tool, result))}>
          {useStateWords(tool, result)}
        </td>
        <td className="py-1 text-right">
          <Button
            size="s"
            disabled={without !== null}
            busy={going}
            aria-label={t('settings.tools.test_of', { tool: tool_name })}
            onClick={() => void test()}
          >
            {t(
              going
                ? 'settings.tools.going'
                : result === null
                  ? 'settings.test.button'
                  : 'settings.test.again',
            )}
          </Button>
        </td>
      </tr>
      {said !== null && (open || result !== null) && (
        <tr>
          <td colSpan={5} className="pb-2 pl-5">
            <p
              className={cx(
                'line-clamp-4 text-s break-words select-text',
                result?.state === 'failed' ? 'text-bad' : 'text-ink-2',
              )}
            >
              {said}
            </p>
          </td>
        </tr>
      )}
      {open && (
        <tr>
          <td id={id} colSpan={5} className="pb-4 pl-5">
            <ToolBody tool={tool} facts={facts} />
          </td>
        </tr>
      )}
    </tbody>
  )
}

function ToolBody({ tool, facts }: { tool: ToolSetUp; facts: ModelFacts }) {
  const { t } = useTranslation()
  const { tool_name, from, own_prompt, prompt_path } = tool
  if (tool_name === 'websearch') {
    return (
      <Button onClick={() => navigate('settings', null, 'memory')}>{t('settings.tools.web_search')}</Button>
    )
  }
  return (
    <>
      <RoleBody role={tool_name} facts={facts} own={from === tool_name} />
      {tool_name !== 'embedding' && <PromptRow role={tool_name} standard={own_prompt ? null : prompt_path} />}
    </>
  )
}

interface Tested {
  /** The tested setup; another setup does not show this result. */
  of: string
  result: Pick<ToolTest, 'state' | 'said' | 'ms'>
}

function useToolTest(tool: ToolSetUp) {
  const { tool_name } = tool
  const [tested, setTested] = useState<Tested | null>(null)
  const [going, setGoing] = useState(false)
  const of = JSON.stringify(tool)
  const test = async () => {
    setGoing(true)
    try {
      const { tests } = await bridge.call('test_tool', { tool_name })
      for (const result of tests) {
        setTested({ of, result })
        announce(`${tool_name}: ${result.said}`)
      }
    } catch (error) {
      setTested({ of, result: { state: 'failed', said: faultWords(error), ms: 0 } })
    } finally {
      setGoing(false)
    }
  }
  return { result: tested?.of === of ? tested.result : null, going, test }
}

/** Names the model: `OpenAI · gpt-4o`, and says whether it is that of `default`. */
function useModelWords({ provider, model_name, from, without }: ToolSetUp, facts: ModelFacts): string {
  const { t } = useTranslation()
  if (without !== null) return t('settings.empty_value')
  const label = presetOf(facts.presets, provider)?.label ?? provider
  const words = model_name === '' ? label : `${label} · ${model_name}`
  return from === 'default' ? `${words} (default)` : words
}

function useStateWords({ without }: ToolSetUp, result: Pick<ToolTest, 'state' | 'ms'> | null): string {
  const { t } = useTranslation()
  if (result?.state === 'works') return `${t('settings.tools.works')} · ${durationWords(result.ms)}`
  if (result?.state === 'failed') return t('settings.tools.failed')
  return t(without === null ? 'settings.tools.set_up' : 'settings.tools.not_set_up')
}

const stateColour = ({ without }: ToolSetUp, result: Pick<ToolTest, 'state'> | null): string =>
  result?.state === 'works'
    ? 'text-good'
    : result?.state === 'failed'
      ? 'text-bad'
      : without === null
        ? ''
        : 'text-ink-3'
