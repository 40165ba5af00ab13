import type { X509Certificate } from 'node:crypto'
import {
  type DerValue,
  derTags,
  objectIdOf,
  objectIds,
  readInside,
  readOnly,
  readValues,
} from './der-value.ts'

/** What OpenSSL does not tell about a certificate. */
export type CertificateExtras = {
  /** It demands a stapled OCSP answer (RFC 7633). */
  mustStaple: boolean
  /** It holds signed certificate timestamps (RFC 6962). */
  hasTimestamps: boolean
  /** Of an RSASSA-PSS signature. */
  pssHash: 'SHA256' | 'SHA384' | 'SHA512' | null
}

const nothing: CertificateExtras = { mustStaple: false, hasTimestamps: false, pssHash: null }

/** OpenSSL has read the certificate before, but forgives more than we do: what we cannot read is not there. */
export function readExtras({ raw }: X509Certificate): CertificateExtras {
  const [signed, algorithm] = readInside(raw, derTags.sequence) ?? []
  if (signed === undefined || algorithm === undefined) return nothing
  const extensions = readExtensions(signed)
  const feature = extensions.get(objectIds.tlsFeature)
  return {
    mustStaple: feature !== undefined && demandsStaple(feature),
    hasTimestamps: extensions.has(objectIds.timestampsInCertificate),
    pssHash: readPssHash(algorithm),
  }
}

const extensionsTag = 0xa3

function readExtensions({ content }: DerValue): ReadonlyMap<string, Buffer> {
  const wrapped = readValues(content)?.find(({ tag }) => tag === extensionsTag)
  const list = wrapped === undefined ? null : readInside(wrapped.content, derTags.sequence)
  const found = new Map<string, Buffer>()
  for (const extension of list ?? []) {
    const parts = readValues(extension.content) ?? []
    const [first] = parts
    const id = first === undefined ? null : objectIdOf(first)
    const value = parts.at(-1)
    if (id !== null && value?.tag === derTags.octetString) found.set(id, value.content)
  }
  return found
}

/** The extension of TLS that asks for a stapled answer. */
const statusRequest = 5

function demandsStaple(feature: Buffer): boolean {
  const numbers = readInside(feature, derTags.sequence) ?? []
  return numbers.some(
    ({ tag, content }) => tag === derTags.integer && content.length === 1 && content[0] === statusRequest,
  )
}

function readPssHash({ content }: DerValue): CertificateExtras['pssHash'] {
  const [id, parameters] = readValues(content) ?? []
  if (id === undefined || objectIdOf(id) !== objectIds.rsaPss || parameters === undefined) return null
  const wrapped = readValues(parameters.content)?.find(({ tag }) => tag === 0xa0)
  const algorithm = wrapped === undefined ? null : readOnly(wrapped.content, derTags.sequence)
  const [hash] = algorithm === null ? [] : (readValues(algorithm) ?? [])
  switch (hash === undefined ? null : objectIdOf(hash)) {
    case objectIds.sha256:
      return 'SHA256'
    case objectIds.sha384:
      return 'SHA384'
    case objectIds.sha512:
      return 'SHA512'
    default:
      return null
  }
}
