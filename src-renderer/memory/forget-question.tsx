// Asks before a memory is forgotten for good.
import { useTranslation } from 'react-i18next'
import type { MemorySummary } from '../../src-preload/contract/memory.ts'
import { ask } from '../state/commands.ts'
import { announce } from '../ui/announcer.tsx'
import { Confirm } from '../ui/dialog.tsx'

interface ForgetQuestionProps {
  /** Null asks nothing. */
  memory: Pick<MemorySummary, 'id' | 'title'> | null
  onClose: () => void
  onForgotten: (id: number) => void
}

export function ForgetQuestion({ memory, onClose, onForgotten }: ForgetQuestionProps) {
  const { t } = useTranslation()
  const forget = async () => {
    onClose()
    if (memory === null || (await ask('forget_memory', { ids: [memory.id] })) === null) return
    announce(t('memory.forgotten'))
    onForgotten(memory.id)
  }
  return (
    <Confirm
      open={memory !== null}
      title={t('memory.forget_title')}
      text={
        <>
          <span className="mb-1 block truncate font-[550] text-ink">{memory?.title}</span>
          {t('memory.forget_text')}
        </>
      }
      cancel={t('memory.keep')}
      confirm={t('memory.forget_confirm')}
      onCancel={onClose}
      onConfirm={() => void forget()}
    />
  )
}
