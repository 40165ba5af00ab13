import type { X509Certificate } from 'node:crypto'
import { isIP, isIPv6 } from 'node:net'
import { domainToASCII } from 'node:url'

/** Only the alternative names count: browsers have ignored the common name for years, and so do we. */
export function coversHost(leaf: X509Certificate, host: string): boolean {
  if (isIP(host) !== 0) return leaf.checkIP(host) !== undefined
  const name = toCertificateName(host)
  if (name === '') return false
  return leaf.checkHost(name, { subject: 'never', partialWildcards: false }) !== undefined
}

/** As names are written in certificates and in SNI; empty for what cannot be a name. */
export function toCertificateName(host: string): string {
  const name = host.toLowerCase().replace(/\.$/, '')
  if (name.includes('\0')) return ''
  return /^[\x20-\x7e]*$/.test(name) ? name : domainToASCII(name)
}

/** Of a certificate whose owner we do not trust: whatever it names, as text. */
export function alternativeNames(leaf: X509Certificate): string[] {
  const listed = leaf.subjectAltName
  if (listed === undefined) return []
  // Node writes a name that holds a separator as a JSON string.
  const entries = listed.match(/(?:[^,"]|"(?:[^"\\]|\\.)*")+/g) ?? []
  return entries.flatMap((entry) => {
    const parts = /^ ?(?<kind>DNS|IP Address):(?<name>.*)$/s.exec(entry)?.groups
    if (parts?.['name'] === undefined) return []
    return [parts['kind'] === 'DNS' ? withoutQuotes(parts['name']) : shortAddress(parts['name'])]
  })
}

function withoutQuotes(name: string): string {
  if (!name.startsWith('"')) return name
  try {
    return String(JSON.parse(name))
  } catch (error) {
    if (error instanceof SyntaxError) return name.slice(1, -1)
    throw error
  }
}

/** OpenSSL writes out all zeros of an IPv6 address. */
function shortAddress(address: string): string {
  if (!isIPv6(address)) return address
  return new URL(`http://[${address}]`).hostname.slice(1, -1)
}
