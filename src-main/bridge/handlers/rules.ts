// Answers the calls that list and revoke what people have allowed.
import type { DataFolder } from '../../engine/data-folder.ts'
import type { Handlers } from '../handler.ts'

interface RulesHandlersOptions {
  data: Pick<DataFolder, 'rules'>
}

export const rulesHandlers = ({ data }: RulesHandlersOptions): Handlers<'list_rules' | 'revoke_rule'> => ({
  list_rules: async () => ({
    rules: (await data.rules()).list().toSorted((a, b) => b.since - a.since),
  }),
  revoke_rule: async ({ id }) => ({ revoked: await (await data.rules()).revoke(id) }),
})
