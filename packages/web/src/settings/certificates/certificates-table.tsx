import { DataTable } from '../../parts/lists/data-table.tsx'
import { Moment } from '../../parts/moment.tsx'
import { DeleteAction, RowActions } from '../../parts/lists/row-actions.tsx'
import { useNow } from '../../parts/use-now.ts'
import type { ClientCertificate } from '../../resources/client-certificates.ts'
import { expiryOf, type Expiry } from './expiry.ts'

const looks: Readonly<Record<Expiry['state'], string>> = {
  over: 'text-bad font-semibold',
  soon: 'text-warn font-semibold',
  later: 'text-soft',
  unknown: 'text-soft',
}

export function CertificatesTable({
  certificates,
  mayWrite,
  onDelete,
}: {
  certificates: readonly ClientCertificate[]
  mayWrite: boolean
  onDelete: (certificate: ClientCertificate) => void
}) {
  const now = useNow()
  return (
    <DataTable columns={['Host', 'Certificate', 'Valid until', 'Authorities', 'Added']} hasActions={mayWrite}>
      {certificates.map((certificate) => {
        const expiry = expiryOf(certificate.expiresAt, now)
        return (
          <tr key={certificate.id}>
            <td className="font-medium">{certificate.host}</td>
            <td className="max-w-56">{certificate.subject ?? '–'}</td>
            <td>
              <Moment at={certificate.expiresAt} />
              <span className={`block text-xs ${looks[expiry.state]}`}>
                {expiry.state === 'over' || expiry.state === 'soon' ? (
                  <span aria-hidden="true">⚠ </span>
                ) : null}
                {expiry.words}
              </span>
            </td>
            <td>{certificate.ca === null ? 'System default' : 'Own CA'}</td>
            <td>
              <Moment at={certificate.created_at} form="short" />
            </td>
            {mayWrite ? (
              <td>
                <RowActions>
                  <DeleteAction
                    label={`Delete the certificate for ${certificate.host}`}
                    onClick={() => onDelete(certificate)}
                  />
                </RowActions>
              </td>
            ) : null}
          </tr>
        )
      })}
    </DataTable>
  )
}
