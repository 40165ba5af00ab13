import { type KeyObject, X509Certificate, createPrivateKey } from 'node:crypto'
import { createSecureContext } from 'node:tls'
import type { Violation } from '@sonde/schema/validation/violation.ts'
import { isCostlyToOpen } from './opening-cost.ts'
import { pemBlocks, type PemBlock } from './pem-blocks.ts'

export type SentCertificate = {
  cert: string
  ca: string | null
  key: string | null
  passphrase: string | null
}

/** What is kept: the key is opened here and now, so that no run can stumble over it. */
export type CertificateValidation =
  | { kind: 'usable'; key: string | null }
  | { kind: 'unusable'; violations: Violation[] }

const mostBlocks = 100

/** Whether this can be shown to a server. No message repeats anything of the key. */
export function validateCertificate({ cert, ca, key, passphrase }: SentCertificate): CertificateValidation {
  const chain = readChain('cert', cert)
  const authorities = ca === null ? { certificates: [], violations: [] } : readChain('ca', ca)
  const keyOutcome = key === null ? null : openKey(key, passphrase)
  const violations = [
    ...chain.violations,
    ...authorities.violations,
    ...(keyOutcome?.kind === 'refused' ? [keyOutcome.violation] : []),
  ]
  if (violations.length > 0) return { kind: 'unusable', violations }
  const keyObject = keyOutcome?.kind === 'opened' ? keyOutcome.key : null
  const [leaf] = chain.certificates
  if (keyObject !== null && leaf?.checkPrivateKey(keyObject) !== true) {
    return unusable('key', 'does not match the certificate (the first one in cert)')
  }
  const pem = keyObject === null ? null : String(keyObject.export({ type: 'pkcs8', format: 'pem' }))
  const problem = tlsProblem(cert, ca, pem)
  return problem === null ? { kind: 'usable', key: pem } : unusable('cert', `cannot be used: ${problem}`)
}

function unusable(path: string, message: string): CertificateValidation {
  return { kind: 'unusable', violations: [{ path, message }] }
}

type Chain = { certificates: X509Certificate[]; violations: Violation[] }

function readChain(path: 'cert' | 'ca', pem: string): Chain {
  const refuse = (message: string): Chain => ({ certificates: [], violations: [{ path, message }] })
  // Certificates are shown to everybody who may read.
  if (pem.includes('PRIVATE KEY')) return refuse('must not contain a private key: send it as key')
  const blocks = pemBlocks(pem)
  if (blocks === null || blocks.length === 0) return refuse('must be a certificate in PEM form')
  if (blocks.length > mostBlocks) return refuse(`must have at most ${mostBlocks} certificates`)
  const certificates = blocks.map(readCertificate)
  const unreadable = certificates.indexOf(null)
  return unreadable === -1
    ? { certificates: certificates.filter((certificate) => certificate !== null), violations: [] }
    : refuse(`must be a certificate in PEM form (number ${unreadable + 1} cannot be read)`)
}

function readCertificate({ label, bytes }: PemBlock): X509Certificate | null {
  if (label !== 'CERTIFICATE') return null
  try {
    return new X509Certificate(bytes)
  } catch {
    // Whatever OpenSSL says about it, the user needs to know which one it is.
    return null
  }
}

type OpenedKey = { kind: 'opened'; key: KeyObject } | { kind: 'refused'; violation: Violation }

function refusedKey(path: string, message: string): OpenedKey {
  return { kind: 'refused', violation: { path, message } }
}

function openKey(pem: string, passphrase: string | null): OpenedKey {
  const blocks = pemBlocks(pem)?.filter(({ label }) => label !== 'EC PARAMETERS') ?? []
  const [block, ...more] = blocks
  if (block === undefined || more.length > 0 || !block.label.endsWith('PRIVATE KEY')) {
    return refusedKey('key', 'must be one private key in PEM form')
  }
  const isEncrypted = block.label === 'ENCRYPTED PRIVATE KEY' || /ENCRYPTED/.test(headersOf(block))
  if (!isEncrypted) return read(block, null)
  if (passphrase === null) return refusedKey('passphrase', 'is required: the key is encrypted')
  if (!block.hasHeaders) {
    const isCostly = isCostlyToOpen(block.bytes)
    if (isCostly === null) return refusedKey('key', 'cannot be read')
    if (isCostly) return refusedKey('key', 'takes too long to decrypt: encrypt it with fewer iterations')
  }
  return read(block, passphrase)
}

function headersOf({ text, hasHeaders }: PemBlock): string {
  return hasHeaders ? text : ''
}

function read(block: PemBlock, passphrase: string | null): OpenedKey {
  const secret = passphrase === null ? {} : { passphrase }
  try {
    // From the bytes that were judged, not from the text: nobody else's reading of it counts.
    const key =
      block.label === 'ENCRYPTED PRIVATE KEY'
        ? createPrivateKey({ key: block.bytes, format: 'der', type: 'pkcs8', ...secret })
        : createPrivateKey({ key: block.text, ...secret })
    return { kind: 'opened', key }
  } catch {
    // The words of OpenSSL depend on which byte it stumbled over.
    return passphrase === null
      ? refusedKey('key', 'cannot be read')
      : refusedKey('passphrase', 'is not the passphrase of the key')
  }
}

/** What TLS itself has against it, such as a key that is too short; null when it would use it. */
function tlsProblem(cert: string, ca: string | null, key: string | null): string | null {
  try {
    createSecureContext({ cert, ...(key === null ? {} : { key }), ...(ca === null ? {} : { ca }) })
    return null
  } catch (error) {
    const message = error instanceof Error ? error.message : ''
    // `error:0A00018F:SSL routines::ee key too small`: what stands last is a fixed text of OpenSSL.
    return (
      /^error:[^:]*:[^:]*:[^:]*:(?<reason>[\w .-]+)$/.exec(message)?.groups?.['reason'] ?? 'TLS refuses it'
    )
  }
}
