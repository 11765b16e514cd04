// A checklist in a terminal: its lines, and the commands that change it.
import type { ChecklistChange, ChecklistItem } from '../../../src-preload/contract/checklist.ts'
import type { Speech } from '../output/speech.ts'

const SIGNS: Record<ChecklistItem['state'], string> = {
  open: '·',
  current: '▸',
  done: '✓',
  failed: '✗',
  left_out: '–',
}

export const checklistLines = (items: readonly ChecklistItem[], { say }: Pick<Speech, 'say'>): string[] =>
  items.map(({ state, words, ask }, index) => {
    const how = state === 'left_out' ? 'left_out' : ask ? 'asks_first' : null
    return `${SIGNS[state]} ${index + 1}. ${words}${how === null ? '' : ` ${say(`terminal.ask.${how}`)}`}`
  })

const COMMAND = /^(skip|keep|ask|move|words)\s+(\d+)(?:\s+(.+))?$/is

/** Reads the change of such a line; null where it can’t be read. */
export function changeOf(line: string, items: readonly ChecklistItem[]): ChecklistChange | null {
  const [, verb = '', number, rest = ''] = COMMAND.exec(line.trim()) ?? []
  const item = items[Number(number) - 1]
  if (!item) return null
  switch (verb.toLowerCase()) {
    case 'skip':
      return { item: item.id, left_out: true }
    case 'keep':
      return { item: item.id, left_out: false }
    case 'ask':
      return { item: item.id, ask: !item.ask }
    case 'words':
      return rest === '' ? null : { item: item.id, words: rest }
    default:
      return moveOf(item, Number(rest), items)
  }
}

function moveOf(item: ChecklistItem, to: number, items: readonly ChecklistItem[]): ChecklistChange | null {
  if (!Number.isInteger(to) || to < 1 || to > items.length) return null
  const others = items.filter((each) => each !== item)
  return { item: item.id, before: others[to - 1]?.id ?? null }
}
