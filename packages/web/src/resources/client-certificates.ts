import { queryOptions } from '@tanstack/react-query'
import type { Api } from '../api/api.ts'
import type { Answer } from '../api/operation.ts'

export type ClientCertificate = Answer<'GET /v1/client-certificates'>[number]

/** Begins the keys of all that is read here, behind the account. */
export const certificatesKey = ['client-certificates'] as const

export function certificatesQuery(api: Api) {
  return queryOptions({
    queryKey: [api.accountId, ...certificatesKey],
    queryFn: ({ signal }) => api.call('GET /v1/client-certificates', { signal }),
  })
}

export type NewCertificate = { host: string; cert: string; key: string; passphrase: string; ca: string }

/** What is empty is left out: an empty passphrase is not the same as none. */
export function createCertificate(
  api: Api,
  { host, cert, key, passphrase, ca }: NewCertificate,
): Promise<ClientCertificate> {
  return api.call('POST /v1/client-certificates', {
    body: {
      host: host.trim(),
      cert,
      ...(key === '' ? {} : { key }),
      ...(passphrase === '' ? {} : { passphrase }),
      ...(ca === '' ? {} : { ca }),
    },
  })
}

export async function deleteCertificate(api: Api, id: string): Promise<void> {
  await api.call('DELETE /v1/client-certificates/{id}', { params: { id } })
}
