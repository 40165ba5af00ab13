import { isIP } from 'node:net'
import { addressForms } from '@sonde/ground/address-forms.ts'
import { isInAnyRange, readRanges } from '@sonde/ground/ip-address.ts'
import { isMetadataName, metadataRanges } from '@sonde/ground/metadata-services.ts'
import type { ResolveName } from './resolve-name.ts'

/** What no check of an agent may look at. */
export type DeniedTargets = {
  /** `10.0.0.0/8`, `192.0.2.1`. */
  ranges: readonly string[]
  /**
   * The services of clouds that tell any process of a machine its credentials. No check of a data center has any
   * business there; on a network of their own, people may look at what they like, their router by its link-local
   * address among it.
   */
  metadata: boolean
}

/** Resolves names, and refuses targets that are denied, however they are written. */
export function denyTargets(resolve: ResolveName, { ranges, metadata }: DeniedTargets): ResolveName {
  const denied = readRanges(metadata ? [...metadataRanges, ...ranges] : ranges)
  if (denied.length === 0) return resolve
  return async (hostname, family) => {
    if (metadata && isMetadataName(hostname)) return refusal(hostname, hostname)
    const resolution = await resolve(hostname, family)
    if (resolution.kind === 'failed') return resolution
    const { address } = resolution
    const isDenied = meaningsOf(address).some((bytes) => isInAnyRange(bytes, denied))
    return isDenied ? refusal(hostname, address) : resolution
  }
}

function refusal(hostname: string, target: string): Awaited<ReturnType<ResolveName>> {
  const message = `Target ${target} is not allowed at this location`
  const address = isIP(target.split('%')[0] ?? '') === 0 ? {} : { address: target }
  return { kind: 'failed', error: { code: 'EACCES', message, hostname, ...address } }
}

const ownAddresses = ['0.0.0.0', '127.0.0.1', '::1'].flatMap((address) => addressForms(address))

/** Every address that a connection to this one may end at: the unspecified one is this machine. */
function meaningsOf(address: string): (readonly number[])[] {
  const forms = addressForms(address)
  const isUnspecified = forms.some((form) => form.every((byte) => byte === 0))
  return isUnspecified ? [...forms, ...ownAddresses] : forms
}

/** Null for a range that can be denied, else what is wrong with it. */
export function deniedRangeMistake(range: string): string | null {
  const { address, prefix } = splitRange(range)
  const family = isIP(address)
  if (family === 0) return 'is not an IP address or a CIDR range'
  const longest = family === 6 ? 128 : 32
  return Number.isInteger(prefix) && prefix >= 0 && prefix <= longest
    ? null
    : `has a prefix length that is not from 0 to ${longest}`
}

function splitRange(range: string): { address: string; prefix: number } {
  const [address = '', prefix, ...more] = range.split('/')
  if (prefix === undefined) return { address, prefix: isIP(address) === 6 ? 128 : 32 }
  return { address, prefix: more.length === 0 && /^\d{1,3}$/.test(prefix) ? Number(prefix) : Number.NaN }
}
