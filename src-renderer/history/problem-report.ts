// Hands what belongs into a bug report to the person as a file. Nothing is sent.
import type { TFunction } from 'i18next'
import { ask } from '../state/commands.ts'
import { toast } from '../ui/toast.tsx'
import { saveFile } from './save-file.ts'

/** `run`: the run that it is about; null for none. */
export async function saveProblemReport(run: string | null, t: TFunction): Promise<void> {
  const file = await ask('report_problem', { run })
  if (file === null) return
  saveFile(file)
  toast(t('problem_report.saved', { name: file.name }))
}
