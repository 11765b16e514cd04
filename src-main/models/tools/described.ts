// Describes the seed's fifteen tools as they are set up: the one table of provider, model and prompt for settings and terminal.
import { existsSync } from 'node:fs'
import type { Config } from '../../../src-preload/contract/config.ts'
import type { ToolSetUp } from '../../../src-preload/contract/calls/settings.ts'
import { ownPromptPath } from '../render/own-prompts.ts'
import { configKeyOf, toolOf } from '../roles.ts'
import { TOOL_NAMES, WITHOUT, type ToolName } from './test-tools.ts'

export const describeTools = (config: Config, home: string): ToolSetUp[] =>
  TOOL_NAMES.map((name) => (name === 'websearch' ? describeSearch(config) : describeTool(name, config, home)))

function describeTool(name: ToolName, config: Config, home: string): ToolSetUp {
  const own = config.prompt_path[name]?.trim() ?? ''
  const { tool_name, provider, model_name, prompt_path } = toolOf(name, config.models)
  const path = own === '' ? prompt_path : ownPromptPath(own, home)
  return {
    tool_name,
    provider,
    model_name,
    from: configKeyOf(name, config.models),
    // The embedding model gets only the text, so it has no prompt file.
    prompt_path: own === '' && !existsSync(path) ? null : path,
    own_prompt: own !== '',
    without: provider === 'offline' ? WITHOUT[name] : null,
  }
}

function describeSearch({ web_search }: Config): ToolSetUp {
  const off = web_search.provider === 'off'
  return {
    tool_name: 'websearch',
    provider: web_search.provider,
    model_name: '',
    from: off ? null : 'web_search',
    prompt_path: null,
    own_prompt: false,
    without: off ? WITHOUT.websearch : null,
  }
}
