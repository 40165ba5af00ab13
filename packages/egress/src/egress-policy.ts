import type { EgressSettings } from './egress-settings.ts'
import { addressForms } from '@sonde/ground/address-forms.ts'
import { isInAnyRange, readRanges } from '@sonde/ground/ip-address.ts'
import { metadataRanges } from '@sonde/ground/metadata-services.ts'

/** Whether the service may connect to an address for what its users have set: alerts, traces. */
export type EgressPolicy = (address: string) => boolean

/** Cloud metadata, and what no receiver can have: refused whatever the settings. */
const neverRanges = readRanges([
  ...metadataRanges,
  '0.0.0.0/8',
  '224.0.0.0/4',
  '255.255.255.255',
  '::',
  'ff00::/8',
])

/** Loopback, private, carrier-grade NAT, unique-local, documentation, tunnels: not of the public internet. */
const internalRanges = readRanges([
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '240.0.0.0/4',
  '::1',
  '64:ff9b:1::/48',
  '100::/64',
  '100:0:0:1::/64',
  '2001::/23',
  '2001:db8::/32',
  '3fff::/20',
  '5f00::/16',
  'fc00::/7',
  'fec0::/10',
])

/** Every IPv4 address within an IPv6 address is checked as well, so that no other way of writing it leads there. */
export function createEgressPolicy({ reach, allow }: EgressSettings): EgressPolicy {
  const allowed = readRanges(allow)
  return (address) => {
    const forms = addressForms(address)
    if (forms.length === 0) return false
    if (forms.some((form) => isInAnyRange(form, neverRanges))) return false
    if (reach === 'all' || forms.some((form) => isInAnyRange(form, allowed))) return true
    return !forms.some((form) => isInAnyRange(form, internalRanges))
  }
}
