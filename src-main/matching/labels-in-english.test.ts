import { expect, test } from 'vitest'
import { LabelsInEnglish } from './labels-in-english.ts'

test('labels are known of an application whose window was seen, and its catalogues are read once', async () => {
  const read: string[] = []
  const labels = new LabelsInEnglish({
    language: 'sv_SE',
    wordsOf: (program) => {
      if (program) read.push(program.process_name)
      return Promise.resolve({
        isOwn: true,
        translate: () => [],
        english: (label) => (label === 'Exportera' ? ['export'] : []),
      })
    },
  })
  expect(labels.of('pen', 'Exportera')).toEqual([])
  await labels.see({ process_name: 'pen' })
  await labels.see({ process_name: 'pen' })
  expect(labels.of('pen', 'Exportera')).toEqual(['export'])
  expect(labels.of('other', 'Exportera')).toEqual([])
  expect(read).toEqual(['pen'])
})

test('who asks while the catalogues are being read waits for them, too', async () => {
  const labels = new LabelsInEnglish({
    language: 'sv_SE',
    wordsOf: async () => {
      await Promise.resolve()
      return { isOwn: true, translate: () => [], english: () => ['delete'] }
    },
  })
  const first = labels.see({ process_name: 'pen' })
  await labels.see({ process_name: 'pen' })
  expect(labels.of('pen', 'Ta bort')).toEqual(['delete'])
  await first
})

test('what only a toolkit tells may mean another thing in the application, but for the answers to dialogs', async () => {
  const meant: Record<string, string[]> = { Avsluta: ['quit'], Spara: ['save'] }
  const labels = new LabelsInEnglish({
    language: 'sv_SE',
    wordsOf: (program) =>
      Promise.resolve({
        isOwn: program?.process_name === 'pen',
        translate: () => [],
        english: (label) => meant[label] ?? [],
      }),
  })
  for (const process_name of ['pen', 'other']) await labels.see({ process_name })
  expect(labels.of('other', 'Avsluta')).toEqual(['quit', 'avsluta'])
  expect(labels.of('other', 'Spara')).toEqual(['save'])
  expect(labels.of('other', 'Fönster')).toEqual([])
  expect(labels.of('pen', 'Avsluta')).toEqual(['quit'])
})
