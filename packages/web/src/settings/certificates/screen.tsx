import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useApi, useMay } from '../../api/account-context.ts'
import { Button } from '../../parts/button.tsx'
import { Card } from '../../parts/card.tsx'
import { ConfirmDelete } from '../../parts/dialogs/confirm-delete.tsx'
import { PageHead } from '../../parts/page.tsx'
import { Empty, Loaded } from '../../parts/states.tsx'
import {
  certificatesQuery,
  deleteCertificate,
  certificatesKey,
  type ClientCertificate,
} from '../../resources/client-certificates.ts'
import { CertificateDialog } from './certificate-dialog.tsx'
import { CertificatesTable } from './certificates-table.tsx'

export function CertificatesScreen() {
  const api = useApi()
  const query = useQuery(certificatesQuery(api))
  const mayWrite = useMay('READ_WRITE')
  const [isAdding, setIsAdding] = useState(false)
  const [certificateToDelete, setCertificateToDelete] = useState<ClientCertificate | null>(null)
  const add = mayWrite ? (
    <Button look="primary" onClick={() => setIsAdding(true)}>
      Add a certificate
    </Button>
  ) : undefined
  return (
    <>
      <PageHead title="Client certificates" help="client-certificates" actions={add}>
        <p className="text-soft mt-1 max-w-prose">
          Checks present these certificates to servers that require one. The certificate whose host matches is
          used: an exact name before a <code>*.</code> one, the newer before the older.
        </p>
      </PageHead>
      <Card isFlush>
        <Loaded query={query} what="the certificates">
          {(certificates) =>
            certificates.length === 0 ? (
              <Empty title="No client certificates yet" action={add} help="client-certificates">
                <p>You need one only if a server requires it (mutual TLS).</p>
              </Empty>
            ) : (
              <CertificatesTable
                certificates={certificates}
                mayWrite={mayWrite}
                onDelete={setCertificateToDelete}
              />
            )
          }
        </Loaded>
      </Card>
      {isAdding ? <CertificateDialog onClose={() => setIsAdding(false)} /> : null}
      {certificateToDelete === null ? null : (
        <ConfirmDelete
          what="client certificate"
          name={certificateToDelete.host}
          consequences="Checks of this host no longer present a certificate, and fail if the server requires one. The key cannot be restored."
          onDelete={() => deleteCertificate(api, certificateToDelete.id)}
          stale={certificatesKey}
          onClose={() => setCertificateToDelete(null)}
        />
      )}
    </>
  )
}
