// What can be done with a run: replay, open, export, delete; continue or close one that was interrupted.
import { Ellipsis, FileCode, FileText, FolderOpen, MessageSquare, PlayCircle, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { RunSummary } from '../../src-preload/contract/run-view.ts'
import { ask } from '../state/commands.ts'
import { navigate } from '../state/place.ts'
import { goesOn } from '../state/status.ts'
import { announce } from '../ui/announcer.tsx'
import { Button, IconButton } from '../ui/button.tsx'
import { Confirm } from '../ui/dialog.tsx'
import { Menu } from '../ui/menu.tsx'
import { saveFile } from './save-file.ts'

type Asked = 'delete' | 'close' | null

export function RunActions({ run }: { run: RunSummary }) {
  const { t } = useTranslation()
  const [asked, setAsked] = useState<Asked>(null)
  const { run: name } = run
  const going = goesOn(run.status)

  const exportAs = async (format: 'html' | 'markdown') => {
    const file = await ask('export_run', { run: name, format })
    if (file === null) return
    saveFile(file)
    announce(t('history.exported', { name: file.name }))
  }
  const goOn = async () => {
    const begun = await ask('continue_run', { run: name })
    if (begun) navigate('run', begun.run)
  }
  const confirm = async () => {
    const what = asked
    setAsked(null)
    if (what === 'close') await ask('close_run', { run: name })
    else if (await ask('delete_run', { run: name })) announce(t('history.deleted'))
  }

  const entry = (label: string, Icon: typeof FileText, onSelect: () => void) => ({
    label,
    icon: <Icon aria-hidden size={14} />,
    onSelect,
  })
  return (
    <span className="inline-flex items-center gap-1">
      {run.status === 'interrupted' && (
        <>
          <Button size="s" onClick={() => void goOn()}>
            {t('history.continue')}
          </Button>
          <Button size="s" look="quiet" onClick={() => setAsked('close')}>
            {t('history.close')}
          </Button>
        </>
      )}
      <IconButton label={`${t('history.replay')}: ${run.request}`} onClick={() => navigate('history', name)}>
        <PlayCircle aria-hidden size={16} />
      </IconButton>
      <Menu
        align="end"
        trigger={
          <button
            type="button"
            aria-label={t('history.more', { request: run.request })}
            className="inline-grid size-7 place-items-center rounded-s text-ink-2 hover:bg-sunken hover:text-ink"
          >
            <Ellipsis aria-hidden size={16} />
          </button>
        }
        groups={[
          [
            entry(t('history.open'), MessageSquare, () => navigate('run', name)),
            entry(t('history.replay'), PlayCircle, () => navigate('history', name)),
          ],
          [
            entry(t('history.export_html'), FileCode, () => void exportAs('html')),
            entry(t('history.export_markdown'), FileText, () => void exportAs('markdown')),
            entry(t('history.show_folder'), FolderOpen, () => void ask('show_folder', { run: name })),
          ],
          // What goes on can't be deleted: it is terminated first.
          going ? [] : [{ ...entry(t('history.delete'), Trash2, () => setAsked('delete')), danger: true }],
        ]}
      />
      <Confirm
        open={asked !== null}
        title={t(asked === 'close' ? 'history.close_title' : 'history.delete_title')}
        text={
          <>
            <span className="mb-1 block truncate font-[550] text-ink">{run.request}</span>
            {t(asked === 'close' ? 'history.close_text' : 'history.delete_text')}
          </>
        }
        cancel={t('history.keep')}
        confirm={t(asked === 'close' ? 'history.close' : 'history.delete_confirm')}
        onCancel={() => setAsked(null)}
        onConfirm={() => void confirm()}
      />
    </span>
  )
}
