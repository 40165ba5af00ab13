import { constants } from 'node:crypto'
import { createSecureContext, DEFAULT_CIPHERS, type SecureContext } from 'node:tls'
import type { RunCertificate } from '@sonde/schema/agents/agent-protocol.ts'
import { trustedAuthorities } from './trusted-authorities.ts'

/** The stored certificate cannot be shown to anybody: what its owner set up is wrong, not the target. */
export class UnusableClientCertificate extends Error {
  override name = 'UnusableClientCertificate'
}

type Wanted = { clientCertificate: RunCertificate | null; offersOldVersions: boolean }
type Entry = { certificate: RunCertificate | null; context: SecureContext }

/** An account's own certificates are few; an agent that serves many accounts must not keep them all. */
const mostContexts = 100

/** Making one reads all authorities, which takes longer than the whole handshake: they are kept, the last used longest. */
const kept = new WeakMap<readonly string[], Map<string, Entry>>()

export function secureContext(authorities: readonly string[], wanted: Wanted): SecureContext {
  const entries = kept.get(authorities) ?? new Map<string, Entry>()
  kept.set(authorities, entries)
  const { clientCertificate, offersOldVersions } = wanted
  const key = `${offersOldVersions ? 'old' : 'new'} ${clientCertificate?.id ?? ''}`
  const entry = entries.get(key)
  if (entry !== undefined && isSame(entry.certificate, clientCertificate)) {
    if (entries.size > 1) {
      entries.delete(key)
      entries.set(key, entry)
    }
    return entry.context
  }
  const context = makeContext(authorities, wanted)
  entries.delete(key)
  entries.set(key, { certificate: clientCertificate, context })
  const [oldest] = entries.keys()
  if (entries.size > mostContexts && oldest !== undefined) entries.delete(oldest)
  return context
}

function isSame(one: RunCertificate | null, other: RunCertificate | null): boolean {
  if (one === null || other === null) return one === other
  return (
    one.cert === other.cert &&
    one.key === other.key &&
    one.passphrase === other.passphrase &&
    one.ca === other.ca
  )
}

function makeContext(
  authorities: readonly string[],
  { clientCertificate, offersOldVersions }: Wanted,
): SecureContext {
  const ca = trustedAuthorities(authorities)
  const versions = offersOldVersions ? oldVersions : {}
  if (clientCertificate === null) return createSecureContext({ ca, ...versions })
  const { cert, key, passphrase, ca: ownCa } = clientCertificate
  try {
    return createSecureContext({
      ca: ownCa === null ? ca : [...ca, ownCa],
      cert,
      ...(key === null ? {} : { key }),
      ...(passphrase === null ? {} : { passphrase }),
      ...versions,
    })
  } catch (error) {
    throw new UnusableClientCertificate(
      `The client certificate for ${clientCertificate.host} cannot be used: ${reasonOf(error)}`,
    )
  }
}

/** OpenSSL names the failed operation and never shows the key or its passphrase. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'it cannot be read'
  if (/bad decrypt|bad password|interrupted or cancelled/i.test(error.message)) {
    return 'its passphrase is missing or wrong'
  }
  if (/key values mismatch/i.test(error.message)) return 'its key does not match it'
  return error.message
}

/**
 * For looking at weak servers rather than for talking to them: everything that OpenSSL still speaks, the good
 * first. Suites without a certificate are left out, since there would be nothing to look at.
 */
const oldVersions = {
  minVersion: 'TLSv1' as const,
  maxVersion: 'TLSv1.3' as const,
  ciphers: `${modernSuites()}:ALL:eNULL:!aNULL:!PSK:!SRP:@SECLEVEL=0`,
  secureOptions: constants.SSL_OP_LEGACY_SERVER_CONNECT,
}

function modernSuites(): string {
  return DEFAULT_CIPHERS.split(':')
    .filter((suite) => /^[A-Z]/.test(suite) && suite !== 'HIGH')
    .join(':')
}
