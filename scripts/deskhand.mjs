#!/usr/bin/env node
// `npx deskhand`: sets up what is missing, then is the `deskhand` command.
import { join } from 'node:path'
import { launch } from './launch.mjs'
import { environmentFor, root, setUp } from './setup.mjs'

const node = setUp('start')
const program = join(root, 'out/main/deskhand.mjs')
const { code } = await launch(node, [program, ...process.argv.slice(2)], environmentFor(node))
process.exit(code)
