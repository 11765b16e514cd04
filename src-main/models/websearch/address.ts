// Decides where a search may go. It checks the very address that is connected to, so that no name can lead elsewhere between the
// check and the call.
import { lookup, type LookupAddress, type LookupOptions } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/** Never called: link-local (cloud machines keep their credentials there), unspecified, multicast, reserved addresses. */
const NEVER = blocks(
  ['0.0.0.0', 8], ['169.254.0.0', 16], ['224.0.0.0', 4], ['240.0.0.0', 4], ['fe80::', 10], ['ff00::', 8], ['::', 128],
  ['fd00:ec2::', 32],
) // prettier-ignore

/** Loopback, private and shared networks: called only if the person allows it. */
const INSIDE = blocks(
  ['127.0.0.0', 8], ['10.0.0.0', 8], ['172.16.0.0', 12], ['192.168.0.0', 16], ['100.64.0.0', 10], ['::1', 128],
  ['fc00::', 7],
) // prettier-ignore

function blocks(...nets: [string, number][]): BlockList {
  const list = new BlockList()
  for (const [net, prefix] of nets) list.addSubnet(net, prefix, net.includes(':') ? 'ipv6' : 'ipv4')
  return list
}

/** Says why nothing is sent to this IP address; null where it is allowed. */
export function addressFault(address: string, inside: boolean): string | null {
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
  if (isIP(address) === 0 || NEVER.check(address, family)) return `${address} is never searched`
  if (!inside && INSIDE.check(address, family)) {
    return `${address} is on this machine or in its own network (allow it with web_search.private_address)`
  }
  return null
}

/** Says why nothing is sent to this URL, as far as its text shows it; names are checked when they are resolved. */
export function urlFault(url: URL, inside: boolean): string | null {
  if (url.username !== '' || url.password !== '') return 'an address must not hold a name or a password'
  if (url.protocol !== 'https:' && !(inside && url.protocol === 'http:')) {
    return 'only https is used, http only with web_search.private_address'
  }
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  return isIP(host) === 0 ? null : addressFault(host, inside)
}

/** Resolves as usual, and fails when one of the addresses must not be called. */
export function checkedLookup(inside: boolean, resolve: typeof lookup = lookup): LookupFunction {
  return (hostname, options: LookupOptions, callback) => {
    resolve(hostname, { ...options, all: true }, (error, found: LookupAddress[]) => {
      const fault = error
        ? null
        : found.map(({ address }) => addressFault(address, inside)).find((one) => one)
      if (error || fault || found.length === 0) {
        callback(error ?? new Error(fault ?? `${hostname} has no address`), [])
        return
      }
      if (options.all) callback(null, found)
      else callback(null, found[0]?.address ?? '', found[0]?.family)
    })
  }
}
