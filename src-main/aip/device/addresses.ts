// Checks to which servers a device may connect: never to addresses of a cloud's own services, to private ones only where that is
// allowed.
import { lookup, promises, type LookupAddress } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'
import { messageOf, UserError } from '../../core/errors.ts'
import type { RunControl } from '../../core/run-control.ts'

export interface AddressRules {
  /** Allows addresses of networks that are not public. */
  allowPrivate: boolean
}

type Kind = 'loopback' | 'public' | 'private' | 'never'

/** Maps ranges of addresses: public ones are `unicast`; what is not named here is refused. */
const KINDS: Record<string, Kind> = {
  unicast: 'public',
  loopback: 'loopback',
  private: 'private',
  uniqueLocal: 'private',
  carrierGradeNat: 'private',
}

/** Addresses of cloud services that give out a machine's keys and are not link-local. */
const METADATA = new Set(['168.63.129.16', '100.100.100.200', 'fd00:ec2::254', '192.0.0.192'])

/** Returns the kind of an IP address; an IPv4 address that is written as IPv6 counts as IPv4. */
export function kindOfAddress(address: string): Kind {
  const parsed = ipaddr.process(address.replace(/%.*$/, ''))
  if (METADATA.has(parsed.toString())) return 'never'
  // This is ::a.b.c.d, which a system may still take for the IPv4 address in it.
  if (parsed.range() === 'unicast' && /^(0:){6}/.test(parsed.toNormalizedString())) return 'never'
  return KINDS[parsed.range()] ?? 'never'
}

/** Throws UserError where the device must not connect to this address. */
export function checkAddress(address: string, { allowPrivate }: AddressRules): void {
  const kind = kindOfAddress(address)
  if (kind === 'never') throw new UserError(`${address} is an address that Deskhand never connects to.`)
  if (kind === 'private' && !allowPrivate) {
    throw new UserError(
      `${address} is an address of a private network. If the server is yours: deskhand config set aip.private_address true`,
    )
  }
}

export interface CheckedServer {
  /** The address to connect to, with the path `/ws` where it had none. It may hold a token, so it must never get into a log. */
  url: URL
  /** The same for people and logs. */
  shown: string
  /** Whether the connection leaves this machine without encryption. */
  inClear: boolean
  /**
   * Resolves the name for the connection and checks what it resolved to, so that a name can't mean another machine between
   * the check and the connection.
   */
  lookup: LookupFunction
}

/**
 * Throws UserError for an address that is none, that is not `ws:` or `wss:`, that has a user in it, or that Deskhand must not
 * connect to.
 */
export async function checkServerAddress(
  text: string,
  rules: AddressRules,
  run: RunControl,
): Promise<CheckedServer> {
  const url = URL.parse(text)
  if (!url || (url.protocol !== 'ws:' && url.protocol !== 'wss:')) {
    throw new UserError('Give the address of a server like this: ws://127.0.0.1:5000/ws')
  }
  if (url.username !== '' || url.password !== '') {
    throw new UserError(
      'An address with a user name and a password in it is not used. Give the key by itself.',
    )
  }
  if (url.pathname === '/') url.pathname = '/ws'
  url.hash = ''
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const found = await run.race(resolve(host, rules))
  return {
    url,
    shown: `${url.protocol}//${url.host}${url.pathname}`,
    inClear: url.protocol === 'ws:' && found.some((address) => kindOfAddress(address) !== 'loopback'),
    lookup: checkedLookup(rules),
  }
}

/**
 * Tells whether the stored key may be sent to this server. The key opens all of a server, and an address may be anybody's. A name other
 * than `localhost` can lead elsewhere at any time, so only IP addresses count as this machine.
 */
export function isKeptFor(url: URL, server: string): boolean {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (host === 'localhost' || (isIP(host) > 0 && kindOfAddress(host) === 'loopback')) return true
  const known = URL.parse(server)
  return known !== null && known.protocol === url.protocol && known.host === url.host
}

/** Resolves a name and checks all its addresses, because we don't choose which one is taken. */
async function resolve(host: string, rules: AddressRules): Promise<string[]> {
  const found = isIP(host) > 0 ? [host] : await addressesOf(host)
  for (const address of found) checkAddress(address, rules)
  return found
}

async function addressesOf(host: string): Promise<string[]> {
  try {
    return (await promises.lookup(host, { all: true })).map(({ address }) => address)
  } catch (error) {
    throw new UserError(`There is no machine “${host}”: ${messageOf(error)}`)
  }
}

const checkedLookup =
  (rules: AddressRules): LookupFunction =>
  (host, options, callback) => {
    lookup(host, { ...options, all: true }, (error, found: LookupAddress[]) => {
      const fault = error ?? faultOf(found, rules)
      const [first] = found
      if (fault || !first) callback(fault ?? new Error(`${host} has no address`), [])
      else if (options.all) callback(null, found)
      else callback(null, first.address, first.family)
    })
  }

function faultOf(found: readonly LookupAddress[], rules: AddressRules): Error | null {
  try {
    for (const { address } of found) checkAddress(address, rules)
    return null
  } catch (error) {
    return error as Error
  }
}
