// Answers the calls that list and revoke what people have allowed.
import type { Engine } from '../../engine.ts'
import type { Handlers } from '../handler.ts'

interface RulesHandlersOptions {
  engine: Pick<Engine, 'rules'>
}

export const rulesHandlers = ({ engine }: RulesHandlersOptions): Handlers<'list_rules' | 'revoke_rule'> => ({
  list_rules: async () => ({
    rules: (await engine.rules()).list().toSorted((a, b) => b.since - a.since),
  }),
  revoke_rule: async ({ id }) => ({ revoked: await (await engine.rules()).revoke(id) }),
})
