#!/usr/bin/env node
// `npx deskhand`: sets up what is missing, then is the `deskhand` command.
import { join } from 'node:path'
import { become } from './launch.mjs'
import { environmentFor, root, setUp } from './setup.mjs'

const node = setUp('start')
await become(node, join(root, 'out/main/deskhand.mjs'), process.argv.slice(2), environmentFor(node))
