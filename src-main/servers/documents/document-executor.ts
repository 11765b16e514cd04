// Implements DocumentExecutor: the tools of the reference's office and PDF servers, with their names, on the documents of LibreOffice.
import { homedir } from 'node:os'
import type { Server } from '@modelcontextprotocol/sdk/server/index.js'
import { Places } from '../../safety/places.ts'
import { childEnvironment } from '../child-environment.ts'
import type { ServerOptions, ThreadHost } from '../server-module.ts'
import { serveTools } from '../tool-table.ts'
import { DocumentTools } from './tools/document-tools.ts'
import { readingTools } from './tools/reading-tools.ts'
import { savingTools } from './tools/saving-tools.ts'
import { sheetTools } from './tools/sheet-tools.ts'
import { slideTools } from './tools/slide-tools.ts'
import { textTools } from './tools/text-tools.ts'

/** The thread pool builds modules by this name. */
export function build(options: ServerOptions, host: ThreadHost | null = null): Server {
  const env = childEnvironment(options.env)
  const home = env['HOME'] ?? homedir()
  const places = new Places({ homes: [home, homedir()], own: options.own === undefined ? [] : [options.own] })
  const tools = new DocumentTools(env, home, places, host)
  return serveTools(
    'DocumentExecutor',
    'action',
    [readingTools, sheetTools, textTools, slideTools, savingTools].flatMap((of) => of(tools)),
  )
}
