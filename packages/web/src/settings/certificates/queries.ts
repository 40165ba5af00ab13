import type { ClientCertificate } from '@sonde/schema/variables/client-certificate.ts'
import { queryOptions } from '@tanstack/react-query'
import type { Api } from '../../api/api.ts'

export function certificatesQuery(api: Api) {
  return queryOptions({
    queryKey: [api.accountId, 'client-certificates'],
    queryFn: ({ signal }) => api.get<ClientCertificate[]>('/v1/client-certificates', {}, signal),
  })
}

export type NewCertificate = { host: string; cert: string; key: string; passphrase: string; ca: string }

/** What is empty is left out: an empty passphrase is not the same as none. */
export function storeCertificate(
  api: Api,
  { host, cert, key, passphrase, ca }: NewCertificate,
): Promise<ClientCertificate> {
  return api.post('/v1/client-certificates', {
    host: host.trim(),
    cert,
    ...(key === '' ? {} : { key }),
    ...(passphrase === '' ? {} : { passphrase }),
    ...(ca === '' ? {} : { ca }),
  })
}

export function deleteCertificate(api: Api, id: string): Promise<void> {
  return api.delete(`/v1/client-certificates/${id}`)
}
