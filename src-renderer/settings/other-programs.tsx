// Shows how other programs use Deskhand: the configuration to copy, and the server for those that start no programs.
import { useTranslation } from 'react-i18next'
import { ask } from '../state/commands.ts'
import { useAnswer } from '../state/use-answer.ts'
import { Button } from '../ui/button.tsx'
import { CopyRow } from './copy-row.tsx'
import { SectionBox } from './section.tsx'
import { Unanswered } from '../ui/unanswered.tsx'

/** Writes the configuration in the form of common clients. */
const configuration = (server: unknown): string =>
  JSON.stringify({ mcpServers: { deskhand: server } }, null, 2)

interface Served {
  address: string
  token: string
}

export function OtherPrograms() {
  const { t } = useTranslation()
  const answer = useAnswer('programs_setup', {})
  const { value, again } = answer
  if (!value) return <Unanswered answer={answer} loading={t('settings.loading')} />
  const { command, args, served } = value
  const change = async () => {
    if (
      served
        ? await ask('stop_serving_programs', {})
        : await ask('serve_programs', { port: 0, display: null })
    )
      again()
  }
  return (
    <>
      <SectionBox title={t('settings.programs.title')} text={t('settings.programs.text')}>
        <CopyRow label={t('settings.programs.stdio')} text={configuration({ command, args })} />
      </SectionBox>
      <SectionBox
        title={t('settings.programs.http')}
        text={t('settings.programs.http_text')}
        aside={
          <Button onClick={() => void change()}>
            {served ? t('settings.programs.stop') : t('settings.programs.start')}
          </Button>
        }
      >
        {served ? (
          <HttpRows served={served} />
        ) : (
          <p className="flex min-h-11 items-center text-ink-2">{t('settings.programs.off')}</p>
        )}
      </SectionBox>
    </>
  )
}

function HttpRows({ served: { address, token } }: { served: Served }) {
  const { t } = useTranslation()
  const headers = { Authorization: `Bearer ${token}` }
  return (
    <>
      <CopyRow label={t('settings.programs.address')} text={address} />
      <CopyRow label={t('settings.programs.token')} text={token} shown="••••••••" />
      <CopyRow
        label={t('settings.programs.stdio')}
        text={configuration({ url: address, headers })}
        shown={configuration({ url: address, headers: { Authorization: 'Bearer ••••••••' } })}
      />
    </>
  )
}
