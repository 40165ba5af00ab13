import type { X509Certificate } from 'node:crypto'

/** What OpenSSL writes for a date that no calendar has. */
const unreadable = 'Bad time value'

/**
 * From when to when a certificate is valid; an invalid `Date` for what cannot be read. Node's own dates are no help
 * there: for such a certificate they are whatever was in memory.
 */
export function certificateDates(certificate: X509Certificate): { from: Date; to: Date } {
  return {
    from: certificate.validFrom.startsWith(unreadable) ? new Date(Number.NaN) : certificate.validFromDate,
    to: certificate.validTo.startsWith(unreadable) ? new Date(Number.NaN) : certificate.validToDate,
  }
}
