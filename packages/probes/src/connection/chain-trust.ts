import { X509Certificate } from 'node:crypto'
import { certificateDates } from './certificate-dates.ts'
import { trustedAuthorities } from './trusted-authorities.ts'

/** Longer chains exist nowhere but in attacks. */
const longestPath = 10
/** A server may send many certificates of the same name: looking at all combinations would never end. */
const mostComparisons = 50
const serverAuthentication = '1.3.6.1.5.5.7.3.1'

/** From the leaf to the authority that is trusted. */
export type TrustedPath = readonly X509Certificate[]

/**
 * A path from what a server sent to an authority that we trust, by names, signatures and rights, and without
 * regard to dates unless `validAt` names one, on which all but the leaf must be valid. Null where there is none.
 */
export function findTrustedPath(
  sent: readonly X509Certificate[],
  anchors: Anchors,
  validAt: number | null = null,
): TrustedPath | null {
  const [leaf, ...others] = sent
  if (leaf === undefined || !isForServers(leaf)) return null
  const isUsable = (certificate: X509Certificate): boolean =>
    validAt === null || dateProblem(certificate, validAt) === null
  let comparisons = 0

  const extend = (path: readonly X509Certificate[]): TrustedPath | null => {
    const last = path.at(-1)
    if (last === undefined || (last !== leaf && !isUsable(last))) return null
    if (anchors.holds(last)) return path
    if (path.length >= longestPath) return null
    for (const anchor of anchors.named(last.issuer)) {
      if (isUsable(anchor) && isIssuedBy(last, anchor)) return [...path, anchor]
    }
    for (const issuer of others) {
      if (issuer.subject !== last.issuer || !issuer.ca || path.includes(issuer)) continue
      comparisons += 1
      if (comparisons > mostComparisons) return null
      const chain = isIssuedBy(last, issuer) ? extend([...path, issuer]) : null
      if (chain !== null) return chain
    }
    return null
  }
  return extend([leaf])
}

function isForServers({ keyUsage }: X509Certificate): boolean {
  // Node's name for it: these are the extended usages. Its types know nothing of certificates without any.
  const usages: readonly string[] | undefined = keyUsage
  return usages === undefined || usages.length === 0 || usages.includes(serverAuthentication)
}

export function isIssuedBy(certificate: X509Certificate, issuer: X509Certificate): boolean {
  return certificate.checkIssued(issuer) && isSignedBy(certificate, issuer)
}

/** A key of a kind that does not fit the signature makes OpenSSL fail rather than say no. */
function isSignedBy(certificate: X509Certificate, issuer: X509Certificate): boolean {
  try {
    return certificate.verify(issuer.publicKey)
  } catch (error) {
    if (error instanceof Error) return false
    throw error
  }
}

export type DateProblem = 'CERT_HAS_EXPIRED' | 'CERT_NOT_YET_VALID'

/** A date that cannot be read is no date on which a certificate is valid. */
export function dateProblem(certificate: X509Certificate, nowAt: number): DateProblem | null {
  const { from, to } = certificateDates(certificate)
  const isBeforeEnd = to.getTime() >= nowAt
  if (!isBeforeEnd) return 'CERT_HAS_EXPIRED'
  const isAfterStart = from.getTime() <= nowAt
  return isAfterStart ? null : 'CERT_NOT_YET_VALID'
}

export type Anchors = {
  holds(certificate: X509Certificate): boolean
  named(subject: string): readonly X509Certificate[]
}

const known = new WeakMap<readonly string[], Anchors>()

/** What is trusted, ready for looking up. Reading it takes a moment: once for each list. */
export function trustAnchors(authorities: readonly string[], ownCa: string | null = null): Anchors {
  const remembered = known.get(authorities) ?? readAnchors(trustedAuthorities(authorities))
  known.set(authorities, remembered)
  return ownCa === null ? remembered : joinAnchors(readAnchors(splitPem(ownCa)), remembered)
}

function readAnchors(pems: readonly string[]): Anchors {
  const bySubject = new Map<string, X509Certificate[]>()
  for (const certificate of pems.flatMap(splitPem).flatMap(readCertificate)) {
    const same = bySubject.get(certificate.subject)
    if (same) same.push(certificate)
    else bySubject.set(certificate.subject, [certificate])
  }
  const named = (subject: string): readonly X509Certificate[] => bySubject.get(subject) ?? []
  return {
    named,
    holds: (certificate) => named(certificate.subject).some((anchor) => anchor.raw.equals(certificate.raw)),
  }
}

function joinAnchors(first: Anchors, second: Anchors): Anchors {
  return {
    named: (subject) => [...first.named(subject), ...second.named(subject)],
    holds: (certificate) => first.holds(certificate) || second.holds(certificate),
  }
}

function splitPem(bundle: string): string[] {
  return bundle.match(/-----BEGIN (?:TRUSTED |X509 )?CERTIFICATE-----[\s\S]*?-----END[^\n]*-----/g) ?? []
}

/** The system's list may hold what OpenSSL cannot read: it trusts the others all the same. */
function readCertificate(pem: string): X509Certificate[] {
  try {
    return [new X509Certificate(pem)]
  } catch (error) {
    if (error instanceof Error) return []
    throw error
  }
}
