// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { useFault } from '../state/commands.ts'
import { openWindow } from '../testing/open-window.tsx'
import { Doctor } from './doctor.tsx'

const FINDING = { name: 'Xvfb', ok: false, detail: 'not found', fix: 'Install it.' }
const opened = (report: () => { name: string; type: string; content: string }) =>
  openWindow(<Doctor />, { answers: { examine: () => ({ findings: [FINDING] }), report_problem: report } })
const button = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save a problem report' })

describe('the doctor', () => {
  it('hands over what belongs into a bug report as a file, and says that it is to be read', async () => {
    const handed: Blob[] = []
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      handed.push(blob as Blob)
      return 'blob:none'
    })
    const { user, wire } = await opened(() => ({ name: 'a.md', type: 'text/markdown', content: '# Report' }))
    await user.click(button())
    expect(await screen.findAllByText('a.md is saved. Read it before you pass it on.')).not.toEqual([])
    expect(wire.sent('report_problem')).toEqual([{ run: null }])
    expect(await Promise.all(handed.map((blob) => blob.text()))).toEqual(['# Report'])
  })

  it('says why there is none, and can be asked again', async () => {
    const { user } = await opened(() => {
      throw new Error('The disk is full.')
    })
    await user.click(button())
    expect(useFault.getState().words).toContain('The disk is full.')
    expect(button().disabled).toBe(false)
  })
})
