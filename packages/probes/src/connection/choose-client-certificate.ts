import type { RunCertificate } from '@sonde/schema/agents/agent-protocol.ts'

/** The certificate that an account keeps for a host: an exact name beats a wildcard, then the newest wins. */
export function chooseClientCertificate(
  certificates: readonly RunCertificate[],
  host: string,
): RunCertificate | null {
  if (certificates.length === 0) return null
  const name = plainName(host)
  const exact = certificates.findLast((certificate) => plainName(certificate.host) === name)
  return (
    exact ?? certificates.findLast((certificate) => isCoveredBy(name, plainName(certificate.host))) ?? null
  )
}

/** `*.acme.com` stands for one label. */
function isCoveredBy(name: string, pattern: string): boolean {
  if (!pattern.startsWith('*.')) return false
  const firstDot = name.indexOf('.')
  return firstDot > 0 && name.slice(firstDot) === pattern.slice(1)
}

function plainName(host: string): string {
  return host.toLowerCase().replace(/\.$/, '')
}
