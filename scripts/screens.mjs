// `node scripts/screens.mjs [NAME …]`: makes the pictures of docs/screens anew, all of them or those that are named, with the
// built program and real runs.
import { join } from 'node:path'
import { launch } from './launch.mjs'
import { environmentFor, root, setUp } from './setup.mjs'

const node = setUp('test')
const program = join(root, 'e2e/support/take-screens.ts')
const { code } = await launch(
  node,
  [program, join(root, 'docs/screens'), ...process.argv.slice(2)],
  environmentFor(node),
)
process.exit(code)
