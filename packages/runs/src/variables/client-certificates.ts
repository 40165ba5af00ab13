import { isRecord } from '@sonde/ground/is-record.ts'
import type { RunCertificate } from '@sonde/schema/agents/agent-protocol.ts'

/**
 * The certificates of an account that a run may have to show: the one that it names, and those for its host. A
 * run that follows redirects also gets those for other hosts of the same domain. Keys for anybody else's host
 * stay where they are.
 */
export function certificatesFor(config: unknown, certificates: readonly RunCertificate[]): RunCertificate[] {
  if (certificates.length === 0) return []
  const request = recordIn(config, 'request')
  const certificateId = request['sslClientCertificateId']
  const host = hostOf(request)
  const follows = request['followRedirects'] === true
  return certificates.filter(
    (certificate) =>
      (typeof certificateId === 'string' && certificate.id === certificateId.toLowerCase()) ||
      (host !== null && covers(certificate.host, host, follows)),
  )
}

/** Where a type keeps it: an address, a host, or the name in its TLS settings. */
function hostOf(request: Readonly<Record<string, unknown>>): string | null {
  const { url } = request
  const tls = recordIn(request, 'sslConfig')
  const address = typeof url === 'string' ? url : tls['hostname']
  if (typeof address !== 'string') return null
  const host = URL.canParse(address) ? new URL(address).hostname : address
  return plainName(host.replaceAll(/^\[|\]$/g, ''))
}

function covers(pattern: string, host: string, includesDomain: boolean): boolean {
  const name = plainName(pattern)
  if (name === host) return true
  const firstDot = host.indexOf('.')
  if (name.startsWith('*.') && firstDot > 0 && host.slice(firstDot) === name.slice(1)) return true
  return includesDomain && domainOf(name) === domainOf(host)
}

/** The last two labels: `www` and `login` of one site are of one domain. */
function domainOf(name: string): string {
  return name.replace(/^\*\./, '').split('.').slice(-2).join('.')
}

function plainName(host: string): string {
  return host.toLowerCase().replace(/\.$/, '')
}

function recordIn(value: unknown, field: string): Readonly<Record<string, unknown>> {
  const inner = isRecord(value) ? value[field] : null
  return isRecord(inner) ? inner : {}
}
