// Says what of Windows is missing or not allowed: a desktop for this process, UI Automation, the rights for other windows.
import { bad, good, type Finding } from '../../core/finding.ts'
import { enterApartment } from './native/com.ts'
import { isElevated, sessionOf } from './native/kernel32.ts'
import { Automation } from './uia/automation.ts'

/** Services run in this session, and nobody sees what they show. */
const SERVICES = 0

export const checkWindows = (): Finding[] => [checkSession(), checkAutomation(), checkRights()]

function checkSession(): Finding {
  const session = sessionOf(process.pid)
  return session === SERVICES
    ? bad(
        'session',
        'runs among the services, which have no desktop',
        'Start Deskhand in the session of the person who is logged in, not as a service or over SSH.',
      )
    : good('session', 'has a desktop')
}

function checkAutomation(): Finding {
  enterApartment()
  const automation = Automation.connect()
  automation?.dispose()
  return automation
    ? good('UI Automation', 'there')
    : bad(
        'UI Automation',
        'gives no trees: only controls of standard kinds can be seen',
        'Windows 8 and newer have it; Wine has not.',
      )
}

function checkRights(): Finding {
  return isElevated(process.pid)
    ? good('rights', 'those of an administrator: all windows can be touched')
    : good('rights', 'those of a person: windows that run as administrator can’t be touched')
}
