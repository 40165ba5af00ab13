import type { Violation } from '../validation/violation.ts'

/**
 * A name or an IP address, nothing around it. Length and label rules of DNS are left to the resolver: a
 * placeholder such as `{{HOST}}` is only filled in before the run.
 */
export function hostnameMistake(hostname: string): string | null {
  const text = hostname.replaceAll(/\{\{[^{}]*\}\}/g, 'x')
  if (/\s/.test(text)) return 'must not contain white space'
  if (text.includes('://')) return 'must be a name or an IP address, without a scheme'
  if (/[/\\?#]/.test(text)) return 'must be a name or an IP address, without a path'
  if (text.includes('@')) return 'must be a name or an IP address, without user information'
  if (/[[\]]/.test(text)) return 'must be an IP address without brackets'
  const colons = text.split(':').length - 1
  if (colons === 1) return 'must be a name or an IP address, without a port'
  if (colons > 1 && !isIpv6(text)) return 'is not an IPv6 address'
  return null
}

/** The address parser of URLs knows IPv6, and is there in browsers too; only a zone is beyond it. */
function isIpv6(text: string): boolean {
  return URL.canParse(`http://[${text.replace(/%[\w.-]+$/, '')}]/`)
}

export function hostnameRule({ hostname }: Readonly<Record<string, unknown>>): Violation[] {
  if (typeof hostname !== 'string' || hostname === '') return []
  const message = hostnameMistake(hostname)
  return message === null ? [] : [{ path: 'hostname', message }]
}
