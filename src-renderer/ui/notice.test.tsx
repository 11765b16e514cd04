// @vitest-environment happy-dom
import { act, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { setLanguage } from '../state/i18n.ts'
import { useSentence } from '../state/sentences.ts'
import { openWindow } from '../testing/open-window.tsx'
import { Notice } from './notice.tsx'

const Told = ({ text }: { text: string }) => <Notice>{useSentence()(text)}</Notice>

it('a notice folds what is only to be looked up, under its own heading, in both languages', async () => {
  const commands = 'open APP. Join them by commas, “and”, “then” or new lines; quotes protect text.'
  await openWindow(
    <Told text={`Not understood: “dance”.\n\nWithout a model, these commands are known: ${commands}`} />,
  )
  expect(screen.getByText('Not understood: “dance”.')).toBeTruthy()
  const summary = screen.getByText('Without a model, these commands are known')
  expect(summary.tagName).toBe('SUMMARY')
  expect(screen.getByText(commands).closest('details')?.open).toBe(false)
  await act(() => setLanguage('zh'))
  expect(screen.getByText('没有模型时可用的命令').tagName).toBe('SUMMARY')
})

it('a notice of several faults shows each on its line', async () => {
  const faults = 'app.language: use one of en, zh.\napp.theme: use one of light, dark.'
  await openWindow(<Notice>{faults}</Notice>)
  const lines = document.querySelector('.whitespace-pre-line')
  expect(lines?.textContent).toBe(faults)
})
