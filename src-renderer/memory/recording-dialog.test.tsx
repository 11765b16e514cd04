// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { openWindow } from '../testing/open-window.tsx'
import { RecordingDialog } from './recording-dialog.tsx'

const noWork = () => {}

it('a recording is learned with what it shows; a file that can’t be read is told in the form', async () => {
  let isThere = false
  const { user, wire } = await openWindow(<RecordingDialog open onClose={noWork} onLearned={noWork} />, {
    answers: {
      learn_recording: ({ path }) => {
        if (!isThere) throw new Error(`${path} is no recording.`)
        return { title: 'Put the figures into the sheet' }
      },
    },
  })
  await user.keyboard('~/steps.zip{Tab}Put the figures into the sheet{Enter}')
  expect(await screen.findByText('~/steps.zip is no recording.')).toBeTruthy()
  isThere = true
  await user.click(screen.getByRole('button', { name: 'Learn' }))
  const asked = { path: '~/steps.zip', request: 'Put the figures into the sheet' }
  expect(wire.sent('learn_recording')).toEqual([asked, asked])
})
