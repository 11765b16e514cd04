// Says what the person has allowed Deskhand in System Settings. It asks the system only, never the person.
import { messageOf } from '../../core/errors.ts'
import { bad, good, type Finding } from '../../core/finding.ts'
import { mendOf, PERMISSIONS, type Permission } from './native/permissions.ts'

export function checkMacos(): Promise<Finding[]> {
  const { accessibility, pictures, hand } = PERMISSIONS
  return Promise.resolve([check(accessibility), check(pictures), checkHand(hand)])
}

function check(permission: Permission): Finding {
  const granted = grantedOf(permission)
  if (granted === true) return good(permission.title, 'allowed')
  if (granted === false) return bad(permission.title, `not allowed: ${permission.needed}`, mendOf(permission))
  return bad(permission.title, granted, 'See the message.')
}

/** Nothing of Deskhand listens to the keyboard today, so it is no fault that it may not. */
function checkHand(permission: Permission): Finding {
  return good(permission.title, grantedOf(permission) === true ? 'allowed, and not needed' : 'not needed')
}

/** Gives what is wrong where the system can't be asked. */
function grantedOf({ granted }: Permission): boolean | string {
  try {
    return granted()
  } catch (error) {
    return messageOf(error)
  }
}
