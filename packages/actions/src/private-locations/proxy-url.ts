import { passwordMask } from '@sonde/schema/agents/private-location.ts'
import { proxySealContext } from '@sonde/store/locations/private-locations.ts'
import type { Sealer } from '@sonde/store/installation/sealer.ts'
import { invalidInput } from '../refusal.ts'

/** A proxy's address may hold a password, so that all of it is sealed. */
export function sealProxyUrl(id: string, proxyUrl: string | null, sealer: Sealer): string | null {
  return proxyUrl === null ? null : sealer.seal(proxyUrl, proxySealContext(id))
}

/** The address with its password hidden: the only form that leaves the service. */
export function showProxyUrl(
  { id, proxyUrlSealed }: { id: string; proxyUrlSealed: string | null },
  sealer: Sealer,
): string | null {
  return proxyUrlSealed === null ? null : maskPassword(sealer.open(proxyUrlSealed, proxySealContext(id)))
}

/**
 * Hides everything from the first colon after the scheme to the last at-sign. That can be more than the
 * password where the address is odd, and is never less: with variables in it, it need not follow any syntax.
 */
export function maskPassword(proxyUrl: string): string {
  const [, scheme = '', rest = ''] = /^([a-z][a-z0-9+.-]*:\/\/)?(.*)$/is.exec(proxyUrl) ?? []
  const [colon, at] = [rest.indexOf(':'), rest.lastIndexOf('@')]
  if (colon === -1 || at < colon) return proxyUrl
  return `${scheme}${rest.slice(0, colon)}:${passwordMask}${rest.slice(at)}`
}

/** Filling the stored password in for the mask would let it be sent to any other proxy. */
export function refuseMask(proxyUrl: string | null): void {
  if (proxyUrl?.includes(passwordMask) === true) {
    throw invalidInput([
      {
        path: 'proxyUrl',
        message: 'contains a masked password: send the password, or the whole value as it was shown',
      },
    ])
  }
}
