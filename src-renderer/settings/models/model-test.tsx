// Makes real calls to a model, and shows what it can do.
import { Check, Minus, X } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ModelTest } from '../../../src-preload/contract/calls/settings.ts'
import type { ModelConfig } from '../../../src-preload/contract/config.ts'
import { durationWords } from '../../../src-preload/contract/words.ts'
import { bridge, faultWords } from '../../state/bridge.ts'
import { announce } from '../../ui/announcer.tsx'
import { Button } from '../../ui/button.tsx'

const ABILITIES = ['reachable', 'text', 'picture', 'json_schema'] as const

interface Tested {
  /** The tested model; another model does not show this result. */
  of: string
  result: ModelTest
}

interface ModelTestPanelProps {
  model: ModelConfig
  /** A key that is not stored yet; empty means the stored one. */
  apiKey?: string
}

export function ModelTestPanel({ model, apiKey = '' }: ModelTestPanelProps) {
  const { t } = useTranslation()
  const [tested, setTested] = useState<Tested | null>(null)
  const [going, setGoing] = useState(false)
  const { provider, model_name, base_url, api_key_name } = model
  const of = JSON.stringify([provider, model_name, base_url, api_key_name, apiKey])
  const result = tested?.of === of ? tested.result : null

  const test = async () => {
    setGoing(true)
    try {
      const found = await bridge.call('test_model', {
        provider,
        model_name,
        base_url,
        api_key_name,
        api_key: apiKey === '' ? null : apiKey,
      })
      setTested({ of, result: found })
      announce(found.error ?? t(`settings.test.${adviceOf(found)}`))
    } catch (error) {
      const none = { text: null, picture: null, json_schema: null, ms: null }
      setTested({ of, result: { reachable: false, ...none, error: faultWords(error) } })
    } finally {
      setGoing(false)
    }
  }

  return (
    <div className="flex flex-col gap-2 py-1">
      <div className="flex min-h-7.5 flex-wrap items-center gap-3">
        <Button busy={going} onClick={() => void test()}>
          {t(
            going ? 'settings.test.going' : result === null ? 'settings.test.button' : 'settings.test.again',
          )}
        </Button>
        {result === null ? (
          <span className="text-s text-ink-3">{t('settings.test.costs')}</span>
        ) : (
          <ul className="flex flex-wrap gap-x-4 gap-y-1">
            {ABILITIES.map((ability) => (
              <Ability key={ability} name={t(`settings.test.${ability}`)} can={result[ability]} />
            ))}
          </ul>
        )}
      </div>
      {result !== null && (
        <p className={result.error === null ? 'text-s text-ink-2' : 'text-s text-bad'}>
          {result.error ?? t(`settings.test.${adviceOf(result)}`)}
          {result.ms !== null && ` ${t('settings.test.ms', { time: durationWords(result.ms) })}.`}
        </p>
      )}
    </div>
  )
}

function Ability({ name, can }: { name: string; can: boolean | null }) {
  const { t } = useTranslation()
  const Icon = can === null ? Minus : can ? Check : X
  const colour = can === null ? 'text-ink-3' : can ? 'text-good' : 'text-bad'
  return (
    <li className="inline-flex items-center gap-1.5">
      <Icon aria-hidden size={14} className={colour} />
      {name}
      <span className="sr-only">
        : {t(can === null ? 'settings.test.untried' : can ? 'settings.test.yes' : 'settings.test.no')}
      </span>
    </li>
  )
}

/** Chooses the advice, by what the model can do. */
function adviceOf(result: ModelTest): 'no_picture' | 'no_schema' | 'good' {
  if (result.picture === false) return 'no_picture'
  return result.json_schema === false ? 'no_schema' : 'good'
}
