// Pins and unpins a memory: in the list, and on its page.
import { Pin, PinOff } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { MemorySummary } from '../../src-preload/contract/memory.ts'
import { ask } from '../state/commands.ts'
import { announce } from '../ui/announcer.tsx'

/** Returns the possible action, pin or unpin: its name, its icon, and its function. */
export function usePin({ id, pinned }: Pick<MemorySummary, 'id' | 'pinned'>, onChanged: () => void) {
  const { t } = useTranslation()
  const pin = async () => {
    if ((await ask('pin_memory', { id, pinned: !pinned })) === null) return
    announce(t(pinned ? 'memory.unpinned' : 'memory.pinned'))
    onChanged()
  }
  return {
    label: t(pinned ? 'memory.unpin' : 'memory.pin'),
    Icon: pinned ? PinOff : Pin,
    onSelect: () => void pin(),
  }
}
