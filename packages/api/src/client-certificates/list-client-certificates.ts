import { ClientCertificateList } from '@sonde/schema/variables/client-certificate.ts'
import { listClientCertificates as findCertificates } from '@sonde/store/variables/client-certificates.ts'
import type { ApiDeps } from '../api-deps.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { certificateAnswer } from '@sonde/actions/client-certificates/certificate-answer.ts'

export function listClientCertificates(app: App, deps: ApiDeps): void {
  app.get(
    '/v1/client-certificates',
    {
      schema: {
        summary: 'List client certificates',
        description: 'All of them, newest first, without their keys.',
        tags: ['Client certificates'],
        response: answers({ 200: ClientCertificateList }),
      },
      config: { access: { kind: 'account', role: 'READ_ONLY' } },
    },
    async (request) => {
      const rows = await findCertificates(deps.store.read, accountOf(request).id)
      return rows.map(certificateAnswer)
    },
  )
}
