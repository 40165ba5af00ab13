import { X509Certificate } from 'node:crypto'
import type { ClientCertificate } from '@sonde/schema/variables/client-certificate.ts'
import type { ClientCertificateRow } from '@sonde/store/variables/client-certificates.ts'

/** Without its key. */
export function certificateAnswer(row: ClientCertificateRow): ClientCertificate {
  const { id, host, cert, ca, createdAt } = row
  return { id, host, cert, ca, created_at: new Date(createdAt).toISOString(), ...factsOf(cert) }
}

/** Of the first certificate of the chain, which is the one that is shown to servers. */
function factsOf(pem: string): Pick<ClientCertificate, 'subject' | 'expiresAt'> {
  try {
    const { subject, validToDate } = new X509Certificate(pem)
    return { subject: subject.replaceAll('\n', ', ').slice(0, 500), expiresAt: validToDate.toISOString() }
  } catch {
    // It was judged when it was stored; what another version of OpenSSL cannot read is still shown as it is.
    return { subject: null, expiresAt: null }
  }
}
