import { expect, test } from 'vitest'
import { LabelsInEnglish } from '../../../matching/labels-in-english.ts'
import { scriptedElement, scriptedWindow } from '../../../platform/testing/scripted.ts'
import { saveDialog } from './window-traits.ts'

const SWEDISH: Record<string, string[]> = { _Spara: ['save'], 'Namn:': ['name'], Sök: ['search'] }

test('a dialog that saves a file is known in any language whose catalogue the application has', async () => {
  const labels = new LabelsInEnglish({
    language: 'sv_SE',
    wordsOf: () =>
      Promise.resolve({ isOwn: true, translate: () => [], english: (label) => SWEDISH[label] ?? [] }),
  })
  const window = scriptedWindow({ title: 'Filval', processName: 'pen', kind: 'dialog' })
  const part = (role: 'edit' | 'button', name: string) =>
    scriptedElement(role, name, { window: window.handle })
  const elements = [part('edit', 'Sök'), part('edit', 'Namn:'), part('button', '_Spara')]
  expect(saveDialog(window, elements, labels)).toBeNull()
  await labels.see({ process_name: 'pen' })
  expect(saveDialog(window, elements, labels)).toMatchObject({
    name: { name: 'Namn:' },
    button: { name: '_Spara' },
  })
})
