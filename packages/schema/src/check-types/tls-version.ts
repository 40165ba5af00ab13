/** The weakest first. */
export const tlsVersions = ['TLS1.0', 'TLS1.1', 'TLS1.2', 'TLS1.3'] as const
export type TlsVersion = (typeof tlsVersions)[number]

/** However it is written: `TLS1.3`, `TLSv1.3`, `tls 1.3`; null for anything else. */
export function readTlsVersion(text: string): TlsVersion | null {
  const digits = /^\s*tls\s*v?\s*(?<digits>1(?:\.[0-3])?)\s*$/i.exec(text)?.groups?.['digits']
  if (digits === undefined) return null
  const name = `TLS${digits === '1' ? '1.0' : digits}`
  return tlsVersions.find((version) => version === name) ?? null
}
