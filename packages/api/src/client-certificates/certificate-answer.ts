import type { ClientCertificate } from '@sonde/schema/client-certificate.ts'
import type { ClientCertificateRow } from '@sonde/store/client-certificates.ts'
import type { Static } from 'typebox'

/** Without its key. */
export function certificateAnswer(row: ClientCertificateRow): Static<typeof ClientCertificate> {
  const { id, host, cert, ca, createdAt } = row
  return { id, host, cert, ca, created_at: new Date(createdAt).toISOString() }
}
