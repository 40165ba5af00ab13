import type { X509Certificate } from 'node:crypto'
import type { TLSSocket } from 'node:tls'
import type { HttpTlsInfo } from '@sonde/schema/check-types/api-check-result.ts'
import { certificateDates } from '../connection/certificate-dates.ts'

/** What a connection was secured with, in a few words. */
export function describeTls(socket: TLSSocket, certificate: X509Certificate | null): HttpTlsInfo {
  const dates = certificate === null ? null : certificateDates(certificate)
  return {
    protocol: socket.getProtocol(),
    cipher: socket.getCipher()?.standardName ?? null,
    subject: shorten(certificate?.subject),
    issuer: shorten(certificate?.issuer),
    validFrom: showDate(dates?.from),
    validTo: showDate(dates?.to),
    fingerprint: certificate?.fingerprint256.replaceAll(':', '').toLowerCase() ?? null,
  }
}

/** Servers can send dates that no calendar has. */
function showDate(date: Date | undefined): string | null {
  return date === undefined || Number.isNaN(date.getTime()) ? null : date.toISOString()
}

/** OpenSSL writes one attribute a line. */
function shorten(name: string | undefined): string | null {
  return name === undefined ? null : name.replaceAll('\n', ', ').slice(0, 500)
}
