// Stands where an answer of the program will be.
import { useTranslation } from 'react-i18next'
import { Button } from './button.tsx'
import { Loading, Notice } from './notice.tsx'

interface UnansweredProps {
  answer: { value: unknown; error: string | null; again: () => void }
  /** Says what is loading; left out: only that something is. */
  loading?: string
  /** Says what has failed, before the reason. */
  failed?: string
}

/** Says that the answer is on its way, or why there is none, and asks again. Nothing where there is one. */
export function Unanswered({ answer: { value, error, again }, loading, failed }: UnansweredProps) {
  const { t } = useTranslation()
  if (error === null) return value === null ? <Loading label={loading ?? t('common.loading')} /> : null
  return (
    <div className="py-3">
      <Notice
        action={
          <Button size="s" onClick={again}>
            {t('common.retry')}
          </Button>
        }
      >
        {failed === undefined ? error : `${failed} ${error}`}
      </Notice>
    </div>
  )
}
