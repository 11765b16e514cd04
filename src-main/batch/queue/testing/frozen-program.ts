// Runs a worker in a process of its own, which a test can freeze: its task waits before its only act. ADDRESS HOME FILE
import { appendFile } from 'node:fs/promises'
import { beforeAct, played, taskWorker } from './task-worker.ts'

const [, , url = '', home = '', file = ''] = process.argv
const tell = (news: unknown) => process.stdout.write(`${JSON.stringify(news)}\n`)
await taskWorker({
  url,
  home,
  name: 'frozen',
  onNews: tell,
  carryOut: played(home, async (task, run) => {
    tell({ type: 'waits' })
    await run.sleep(1000)
    await beforeAct(task)
    await appendFile(file, 'frozen')
  }),
})
