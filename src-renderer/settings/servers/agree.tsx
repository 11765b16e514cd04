// Asks before a program is started or added: shows the whole command, so that the person can read it and agree.
import { useTranslation } from 'react-i18next'
import type { MCPServerConfig } from '../../../src-preload/contract/config.ts'
import { commandOf } from '../../../src-preload/contract/mcp-command.ts'
import { Confirm } from '../../ui/dialog.tsx'

/** Shows `command` as the program would start it, if the program has reported it. */
export const CommandBox = ({ server, command }: { server: MCPServerConfig; command: string | null }) => (
  <code className="mt-2 block rounded-s border border-line-strong bg-sunken p-2 font-mono text-s break-all whitespace-pre-wrap text-ink select-text">
    {command ?? commandOf(server)}
  </code>
)

interface AgreeProps {
  /** Null while no question is open. */
  server: MCPServerConfig | null
  /** The command as the program would start it, if it has reported it. */
  command: string | null
  /** The action to which the person agrees, as a verb. */
  verb: string
  onCancel: () => void
  onAgree: () => void
}

export function Agree({ server, command, verb, onCancel, onAgree }: AgreeProps) {
  const { t } = useTranslation()
  return (
    <Confirm
      open={server !== null}
      title={t('settings.servers.agree_title')}
      text={
        server !== null && (
          <>
            {t(server.type === 'http' ? 'settings.servers.agree_http' : 'settings.servers.agree_text')}
            <CommandBox server={server} command={command} />
          </>
        )
      }
      cancel={t('settings.cancel')}
      confirm={verb}
      onCancel={onCancel}
      onConfirm={onAgree}
    />
  )
}
