// Lists the models that a request can use: those that are set up for any role, and plain commands.
import { useTranslation } from 'react-i18next'
import type { ModelConfig } from '../../src-preload/contract/config.ts'
import { useConfig } from '../state/store.ts'

export const OFFLINE = 'offline'

export const modelName = ({ provider, model_name }: Pick<ModelConfig, 'provider' | 'model_name'>): string =>
  provider === OFFLINE ? OFFLINE : `${provider}/${model_name}`

/** Roles whose models answer no chat. */
const OTHER_KINDS: ReadonlySet<string> = new Set(['embedding', 'operator', 'grounding'])

export function useModelNames(): {
  names: string[]
  /** The default model. */
  usual: string
  /** Returns the short name for a chip. */
  shortOf: (name: string) => string
} {
  const { t } = useTranslation()
  const models = useConfig()?.values.models ?? {}
  const main = models.app ?? models.default
  const chat = Object.entries(models).filter(([role]) => !OTHER_KINDS.has(role))
  const names = [...new Set([OFFLINE, ...chat.map(([, model]) => modelName(model))])]
  return {
    names: names.filter((name) => name === OFFLINE || !name.endsWith('/')),
    usual: main === undefined ? OFFLINE : modelName(main),
    shortOf: (name) => (name === OFFLINE ? t('composer.offline') : name.slice(name.indexOf('/') + 1) || name),
  }
}
