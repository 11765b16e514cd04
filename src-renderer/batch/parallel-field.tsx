// Asks how many tasks are carried out at the same time.
import { useTranslation } from 'react-i18next'
import { TextField } from '../ui/field.tsx'

/** Most desktops at the same time, because each needs memory. */
const MAX_PARALLEL = 16

/** Returns a whole number from 1 on for what was typed. */
export const parallelOf = (typed: string): number =>
  Math.min(MAX_PARALLEL, Math.max(1, Math.trunc(Number(typed)) || 1))

interface ParallelFieldProps {
  /** As it was typed. */
  value: string
  onChange: (typed: string) => void
}

export function ParallelField({ value, onChange }: ParallelFieldProps) {
  const { t } = useTranslation()
  return (
    <TextField
      label={t('batch.parallel')}
      className="w-36"
      type="number"
      min={1}
      max={MAX_PARALLEL}
      value={value}
      onText={onChange}
    />
  )
}
