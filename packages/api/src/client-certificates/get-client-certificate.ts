import { ClientCertificate, ClientCertificateParams } from '@sonde/schema/variables/client-certificate.ts'
import { findClientCertificate } from '@sonde/store/variables/client-certificates.ts'
import type { ApiDeps } from '../api-deps.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { notFound } from '@sonde/actions/refusal.ts'
import { certificateAnswer } from '@sonde/actions/client-certificates/certificate-answer.ts'

export function getClientCertificate(app: App, deps: ApiDeps): void {
  app.get(
    '/v1/client-certificates/:id',
    {
      schema: {
        summary: 'Show one client certificate',
        description: 'Without its key.',
        tags: ['Client certificates'],
        params: ClientCertificateParams,
        response: answers({ 200: ClientCertificate }),
      },
      config: { access: { kind: 'account', role: 'READ_ONLY' } },
    },
    async (request) => {
      const key = { accountId: accountOf(request).id, id: request.params.id }
      const row = await findClientCertificate(deps.store.read, key)
      if (row === null) throw notFound('client certificate')
      return certificateAnswer(row)
    },
  )
}
