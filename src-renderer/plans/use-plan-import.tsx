// Imports a plan from a file under its name. Where there is such a plan already, another name is offered.
import { Upload } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { MAX_PLAN_LENGTH, PLAN_NAME, type PlanSummary } from '../../src-preload/contract/calls/plans.ts'
import { bridge, faultWords } from '../state/bridge.ts'
import { chosenText } from '../state/chosen-text.ts'
import { ask, clearFault, useFault } from '../state/commands.ts'
import { navigate } from '../state/place.ts'
import { announce } from '../ui/announcer.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { TextField } from '../ui/field.tsx'
import { useFileChooser } from '../ui/file-chooser.tsx'
import { Form } from '../ui/form.tsx'

interface Unnamed {
  content: string
  /** The file's name without its ending. */
  name: string
}

interface PlanImport {
  /** The button, with the dialog that may follow. */
  button: ReactNode
  /** Takes dropped files. */
  onFiles: (files: File[]) => Promise<void>
}

export function usePlanImport(plans: readonly PlanSummary[]): PlanImport {
  const { t } = useTranslation()
  const [unnamed, setUnnamed] = useState<Unnamed | null>(null)
  const [isReading, setReading] = useState(false)
  const opened = (name: string) => {
    announce(t('plans.imported', { name }))
    navigate('plans', null, name)
  }
  const take = async (file: File) => {
    const tooLarge = t('plans.too_large', { name: file.name })
    const content = await chosenText(file, { most: MAX_PLAN_LENGTH, tooLarge })
    if (content === null) return
    const name = file.name.replace(/\.(ya?ml|json)$/i, '')
    if (freeName(name, plans) !== name) {
      clearFault()
      setUnnamed({ content, name })
      return
    }
    const plan = await ask('import_plan', { name, content })
    if (plan) opened(plan.name)
  }
  const onFiles = async ([file, ...more]: File[]) => {
    if (!file || isReading) return
    if (more.length > 0) {
      useFault.setState({ words: t('plans.import_single') })
      return
    }
    setReading(true)
    await take(file)
    setReading(false)
  }
  const { input, choose } = useFileChooser({
    label: t('plans.import'),
    accept: '.yaml,.yml,.json',
    onFiles,
  })
  const button = (
    <>
      {input}
      <Button icon={<Upload aria-hidden size={14} />} onClick={choose} busy={isReading}>
        {t(isReading ? 'plans.importing' : 'plans.import')}
      </Button>
      <Dialog
        open={unnamed !== null}
        onClose={() => setUnnamed(null)}
        title={t('plans.import_title')}
        closeLabel={t('common.close')}
      >
        {unnamed && (
          <NameForm unnamed={unnamed} plans={plans} onClose={() => setUnnamed(null)} onImported={opened} />
        )}
      </Dialog>
    </>
  )
  return { button, onFiles }
}

interface NameFormProps {
  unnamed: Unnamed
  plans: readonly PlanSummary[]
  onClose: () => void
  onImported: (name: string) => void
}

function NameForm({ unnamed, plans, onClose, onImported }: NameFormProps) {
  const { t } = useTranslation()
  const [name, setName] = useState(() => freeName(unnamed.name, plans))
  const take = async () => {
    const plan = await bridge.call('import_plan', { name, content: unnamed.content })
    onClose()
    onImported(plan.name)
  }
  const isTaken = plans.some((plan) => plan.name === unnamed.name)
  return (
    <Form
      label={t('plans.import_title')}
      onSend={take}
      ready={name.trim() !== ''}
      focusFirst
      wordsOf={faultWords}
      submit={t('plans.import_it')}
      primary
      onCancel={onClose}
    >
      <p className="text-ink-2">
        {t(isTaken ? 'plans.import_taken' : 'plans.import_no_name', { name: unnamed.name })}
      </p>
      <TextField label={t('plans.name')} value={name} maxLength={120} onText={setName} />
    </Form>
  )
}

/** Returns the name itself where a new plan can have it, else one like it. */
function freeName(name: string, plans: readonly PlanSummary[]): string {
  const cleaned = name
    .replace(/[^\p{L}\p{N}._-]+/gu, ' ')
    .replace(/^[ .-]+/, '')
    .trim()
    .slice(0, 110)
  const base = PLAN_NAME.test(name) && name.length <= 120 ? name : cleaned || 'plan'
  const taken = new Set(plans.map((plan) => plan.name))
  let free = base
  for (let number = 2; taken.has(free); number++) free = `${base} ${number}`
  return free
}
