// Work with files by a model over HTTP: what is ordinary is done and verified on the disk without a question, the trash asks,
// and a secret is not read where nobody can be asked.
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { OpenAIServer } from '../src-main/models/testing/openai-server.ts'
import { deskhand, place, story } from './support/deskhand.ts'

test('an inbox is sorted in one reply, with a permission for the trash alone', async () => {
  await using where = await place()
  const inbox = join(where.home, 'Inbox')
  await mkdir(join(where.home, '.ssh'))
  await writeFile(join(where.home, '.ssh', 'id_rsa'), 'key')
  await mkdir(inbox)
  for (const name of ['a.pdf', 'b.pdf', 'x.tmp', '1.jpg', '2.jpg']) await writeFile(join(inbox, name), name)
  const acts = [
    ['list_folder', { path: 'Inbox' }],
    ['make_folder', { path: '~/Inbox/Papers' }],
    ['move_files', { files: ['Inbox/a.pdf', 'Inbox/b.pdf'], to: 'Inbox/Papers' }],
    ['rename_files', { folder: inbox, names: [{ from: '1.jpg', to: 'sea.jpg' }, { from: '2.jpg', to: '1.jpg' }] }],
    ['trash_files', { files: [join(inbox, 'x.tmp')] }],
    ['copy_files', { files: ['~/.ssh/id_rsa'], to: 'Inbox' }],
  ] // prettier-ignore
  let calls = 0
  await using server = await OpenAIServer.start({
    reply: () => {
      calls += 1
      const action = acts.map(([name, parameters]) => ({
        function: name,
        arguments: parameters,
        status: 'CONTINUE',
      }))
      return JSON.stringify({
        observation: 'o',
        thought: 't',
        plan: [],
        result: null,
        status: 'CONTINUE',
        action,
      })
    },
  })
  const model = `{provider: custom, model_name: scripted, base_url: "${server.baseUrl}", visual_mode: false, max_retry: 0}`
  await where.config(`models:\n  linux: ${model}\ndisplay: {kind: virtual}\n`)
  const { code, events, last } = await deskhand(where, [
    'run',
    'sort my inbox',
    '--strategy',
    'single',
    '--yes-to',
    'delete',
    '--json',
  ])
  expect(code, story(events)).not.toBe(0)
  expect(last?.error, story(events)).toMatch(
    /^Copy “~\/\.ssh\/id_rsa” to “Inbox”: nobody is there to allow it /,
  )
  expect((await readdir(inbox)).toSorted()).toEqual(['1.jpg', 'Papers', 'sea.jpg'])
  expect(await readdir(join(inbox, 'Papers'))).toEqual(['a.pdf', 'b.pdf'])
  expect(await readdir(join(where.home, '.local/share/Trash/files'))).toHaveLength(1)
  const effects = events.flatMap((event) => (event.type === 'effect_verified' ? [event.effect] : []))
  expect(effects).toEqual(['confirmed', 'confirmed', 'confirmed', 'confirmed'])
  expect(calls).toBe(1)
})
