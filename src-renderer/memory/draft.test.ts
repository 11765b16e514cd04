import { describe, expect, it } from 'vitest'
import type { Memory } from '../../src-preload/contract/memory.ts'
import { applicationsOf, changeOf, draftOf } from './draft.ts'

const MEMORY: Memory = {
  id: 1,
  kind: 'experience',
  title: 'Export',
  helped: 0,
  failed: 0,
  outcome: 'worked',
  applications: ['calc', 'soffice'],
  pinned: false,
  made: 0,
  used: 0,
  last_used: null,
  key: 'Export as PDF',
  text: '1. click',
  tips: '',
  source: { run: null, step: null, file: null },
  edited: false,
  data: {},
}

describe('a memory that is edited', () => {
  it('sends what was changed alone', () => {
    const draft = { ...draftOf(MEMORY), text: ' 1. click File ', applications: 'calc, soffice' }
    expect(changeOf(MEMORY, draft)).toEqual({ text: '1. click File' })
  })

  it('that is as it was sends nothing', () => {
    expect(changeOf(MEMORY, { ...draftOf(MEMORY), tips: '  ', applications: 'calc,soffice,' })).toBeNull()
  })

  it('takes applications in any commas, each once', () => {
    expect(applicationsOf('calc，Calc、 soffice;\n, mousepad')).toEqual(['Calc', 'soffice', 'mousepad'])
    expect(changeOf(MEMORY, { ...draftOf(MEMORY), applications: '' })).toEqual({ applications: [] })
  })
})
