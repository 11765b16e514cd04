// Offers memories as files, in the seeds' forms: a file is chosen and imported whole, or exported.
import { Clapperboard, Download, Upload } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { MAX_IMPORT_LENGTH } from '../../src-preload/contract/calls/memory.ts'
import { EXCHANGE_FORMATS } from '../../src-preload/contract/memory.ts'
import { saveTold } from '../history/save-file.ts'
import { chosenText } from '../state/chosen-text.ts'
import { ask, useFault } from '../state/commands.ts'
import { toast } from '../ui/toast.tsx'
import { Button } from '../ui/button.tsx'
import { useFileChooser } from '../ui/file-chooser.tsx'
import { Menu, menuEntry } from '../ui/menu.tsx'
import { RecordingDialog } from './recording-dialog.tsx'

export function ExchangeMenu({ onImported }: { onImported: () => void }) {
  const { t } = useTranslation()
  const [recording, setRecording] = useState(false)
  const importFile = async (file: File) => {
    const tooLarge = t('memory.too_large', { name: file.name })
    const content = await chosenText(file, { most: MAX_IMPORT_LENGTH, tooLarge })
    if (content === null) return
    const imported = await ask('import_memories', { name: file.name, content })
    if (imported === null) return
    const { added, merged, left_out: count } = imported
    toast(t('memory.imported', { added, merged, name: file.name }))
    if (count > 0) useFault.setState({ words: t('memory.left_out', { count }) })
    onImported()
  }
  const exportAs = async (format: (typeof EXCHANGE_FORMATS)[number]) =>
    saveTold(await ask('export_memories', { format }), (file) => t('memory.exported', { name: file }))
  const { input, choose } = useFileChooser({
    label: t('memory.import'),
    accept: '.yaml,.yml,.json,.jsonl',
    onFiles: ([file]) => file && importFile(file),
  })
  return (
    <>
      {input}
      <Menu
        align="end"
        trigger={<Button>{t('memory.exchange')}</Button>}
        groups={[
          [
            menuEntry(t('memory.import'), Upload, choose),
            menuEntry(t('memory.recording.menu'), Clapperboard, () => setRecording(true)),
          ],
          EXCHANGE_FORMATS.map((format) =>
            menuEntry(t(`memory.export.${format}`), Download, () => void exportAs(format)),
          ),
        ]}
      />
      <RecordingDialog open={recording} onClose={() => setRecording(false)} onLearned={onImported} />
    </>
  )
}
