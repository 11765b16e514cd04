import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { UserError } from '../../core/errors.ts'
import { silentLogger } from '../../core/logger.ts'
import { ResultFiles } from './result-files.ts'

test('a server that can keep no results says where and what to do', async () => {
  const home = await mkdtemp(join(tmpdir(), 'results-'))
  try {
    await writeFile(join(home, 'aip'), 'a file')
    const taking = new ResultFiles(home, () => silentLogger).own()
    await expect(taking).rejects.toThrow(UserError)
    await expect(taking).rejects.toThrow(/Results can't be kept in .*aip.results: .* Set DESKHAND_HOME/)
  } finally {
    await rm(home, { recursive: true })
  }
})
