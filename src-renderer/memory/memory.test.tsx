// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { Memory } from '../../src-preload/contract/memory.ts'
import { usePlace } from '../state/place.ts'
import type { Answers } from '../testing/memory-wire.ts'
import { openWindow } from '../testing/open-window.tsx'
import { MemoryView } from './memory-view.tsx'

const memory = (values: Partial<Memory> = {}): Memory => ({
  id: 1,
  kind: 'experience',
  title: 'Export as PDF',
  helped: 2,
  failed: 0,
  outcome: 'worked',
  applications: ['writer'],
  pinned: false,
  made: 0,
  used: 2,
  last_used: null,
  key: 'export',
  text: 'Choose File > Export.',
  tips: '',
  source: { run: null, step: null, file: null },
  edited: false,
  data: {},
  ...values,
})

function opened(part: string | null, answers: Answers = {}) {
  let known = [memory(), memory({ id: 2, title: 'Rename a sheet' })]
  return openWindow(<MemoryView place={{ view: 'memory', run: null, part }} />, {
    answers: {
      list_memories: ({ search }) => {
        const memories = known.filter(({ title }) => title.toLowerCase().includes(search.toLowerCase()))
        return { memories, total: memories.length, applications: ['writer'] }
      },
      read_memory: ({ id }) => known.find((one) => one.id === id) ?? memory(),
      forget_memory: ({ ids }) => {
        known = known.filter(({ id }) => !ids.includes(id))
        return { forgotten: ids.length }
      },
      pin_memory: ({ id, pinned }) => {
        known = known.map((one) => (one.id === id ? { ...one, pinned } : one))
        return memory({ id, pinned })
      },
      ...answers,
    },
  })
}

const titles = () =>
  [...document.querySelectorAll<HTMLElement>('[data-memory]')].map((button) => button.textContent)

describe('the list of memories', () => {
  it('is searched by the program for what is typed', async () => {
    const { user, wire } = await opened(null)
    expect(titles()).toEqual(['Export as PDF', 'Rename a sheet'])
    await user.type(screen.getByRole('searchbox'), ' sheet ')
    await expect.poll(titles).toEqual(['Rename a sheet'])
    expect(wire.sent('list_memories').at(-1)).toEqual({
      search: 'sheet',
      kind: null,
      application: null,
      page: 0,
    })
  })

  it('says when nothing fits, and shows all again', async () => {
    const { user } = await opened(null)
    await user.type(screen.getByRole('searchbox'), 'nothing of the kind')
    await user.click(await screen.findByRole('button', { name: 'Show all' }))
    await expect.poll(titles).toHaveLength(2)
  })

  it('forgets one only after a question whose safe answer has the focus, by keyboard alone', async () => {
    const { user, wire } = await opened(null)
    const ask = async () => {
      screen.getByRole('button', { name: 'More for “Export as PDF”' }).focus()
      await user.keyboard('{Enter}')
      await screen.findByRole('menu')
      await user.keyboard('{End}{Enter}')
      return within(await screen.findByRole('alertdialog'))
    }
    const asked = await ask()
    await expect.poll(() => document.activeElement).toBe(asked.getByRole('button', { name: 'Keep it' }))
    await user.keyboard('{Escape}')
    expect(wire.sent('forget_memory')).toEqual([])
    await ask()
    await user.keyboard('{Tab}{Enter}')
    expect(wire.sent('forget_memory')).toEqual([{ ids: [1] }])
    await expect.poll(titles).toEqual(['Rename a sheet'])
  })

  it('that could not be read says why, and is asked for again', async () => {
    let broken = true
    const { user } = await opened(null, {
      list_memories: () => {
        if (broken) throw new Error('The memory does not answer.')
        return { memories: [memory()], total: 1, applications: [] }
      },
    })
    expect(screen.getByText('The memory does not answer.')).toBeTruthy()
    broken = false
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await expect.poll(titles).toEqual(['Export as PDF'])
  })

  it('is read again when another window has changed it', async () => {
    const { push, wire } = await opened(null)
    const before = wire.sent('list_memories').length
    await push({ push: 'memories' })
    expect(wire.sent('list_memories')).toHaveLength(before + 1)
  })
})

describe('one memory', () => {
  it('is changed as far as something was typed', async () => {
    const { user, wire } = await opened('1', { edit_memory: () => memory() })
    await user.click(screen.getByRole('button', { name: 'Edit' }))
    const form = within(screen.getByRole('form', { name: 'Edit' }))
    expect(document.activeElement).toBe(form.getByRole('textbox', { name: 'About' }))
    expect(form.getByRole<HTMLButtonElement>('button', { name: /Save/ }).disabled).toBe(true)
    await user.keyboard(' in Writer{Enter}')
    expect(wire.sent('edit_memory')).toEqual([{ id: 1, title: 'Export as PDF in Writer' }])
    expect(screen.queryByRole('form', { name: 'Edit' })).toBeNull()
  })

  it('that could not be saved says why, and nothing typed is lost', async () => {
    const { user } = await opened('1', {
      edit_memory: () => {
        throw new Error('The disk is full.')
      },
    })
    await user.click(screen.getByRole('button', { name: 'Edit' }))
    const text = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'What it says' })
    await user.type(text, ' Then choose PDF.')
    await user.click(screen.getByRole('button', { name: /Save/ }))
    expect(await screen.findByText('The disk is full.')).toBeTruthy()
    expect(text.value).toBe('Choose File > Export. Then choose PDF.')
    expect(screen.getByRole<HTMLButtonElement>('button', { name: /Save/ }).disabled).toBe(false)
  })

  it('is pinned, which the program confirms', async () => {
    const { user, wire } = await opened('2')
    const pin = screen.getByRole('button', { name: 'Pin' })
    expect(pin.getAttribute('aria-pressed')).toBe('false')
    await user.click(pin)
    expect(wire.sent('pin_memory')).toEqual([{ id: 2, pinned: true }])
    expect((await screen.findByRole('button', { name: 'Unpin' })).getAttribute('aria-pressed')).toBe('true')
  })

  it('that is forgotten leads back to the list', async () => {
    const { user, wire } = await opened('2')
    await user.click(screen.getByRole('button', { name: 'Forget…' }))
    await user.click(await screen.findByRole('button', { name: 'Forget' }))
    expect(wire.sent('forget_memory')).toEqual([{ ids: [2] }])
    expect(usePlace.getState()).toMatchObject({ view: 'memory', part: null })
  })
})
