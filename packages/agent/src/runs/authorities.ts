import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { getCACertificates } from 'node:tls'

export type ReadAuthorities = { ok: true; certificates: string[] } | { ok: false; mistake: string }

/** Every authority to believe: Node's own list, the system's store, and those in the file, if there is one. */
export function readAuthorities(extraFile: string | null): ReadAuthorities {
  const known = [...getCACertificates('bundled'), ...getCACertificates('system')]
  if (extraFile === null) return { ok: true, certificates: known }
  const read = readCertificates(extraFile)
  return read.ok ? { ok: true, certificates: [...known, ...read.certificates] } : read
}

/** Those in the file alone. */
export function readCertificates(extraFile: string): ReadAuthorities {
  let text: string
  try {
    text = readFileSync(extraFile, 'utf8')
  } catch (error) {
    const why = error instanceof Error && 'code' in error ? String(error.code) : String(error)
    return { ok: false, mistake: `NODE_EXTRA_CA_CERTS: ${extraFile} cannot be read (${why})` }
  }
  const certificates = text.match(/-----BEGIN CERTIFICATE-----[\s\S]*?-----END CERTIFICATE-----/g) ?? []
  if (certificates.length === 0 || !certificates.every(isCertificate)) {
    return { ok: false, mistake: `NODE_EXTRA_CA_CERTS: ${extraFile} is not a PEM file with certificates` }
  }
  return { ok: true, certificates }
}

function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).serialNumber !== ''
  } catch (error) {
    if (error instanceof Error) return false
    throw error
  }
}
