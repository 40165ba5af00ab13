import { ClientCertificateParams } from '@sonde/schema/client-certificate.ts'
import { deleteClientCertificate as removeCertificate } from '@sonde/store/client-certificates.ts'
import { bumpRunContext } from '@sonde/store/run-context-revision.ts'
import type { ApiDeps } from '../api-deps.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { noContent } from '../http/no-content.ts'
import { answers } from '../http/operation.ts'
import { Refusal, notFound } from '../http/refusal.ts'

export function deleteClientCertificate(app: App, deps: ApiDeps): void {
  app.delete(
    '/v1/client-certificates/:id',
    {
      schema: {
        summary: 'Delete a client certificate',
        description: 'Only when no SSL monitor names it by its id.',
        tags: ['Client certificates'],
        params: ClientCertificateParams,
        response: answers({ 204: noContent }, 409),
      },
      config: { access: { kind: 'account', role: 'READ_WRITE' } },
    },
    async (request, reply) => {
      const key = { accountId: accountOf(request).id, id: request.params.id }
      const outcome = await deps.store.write(async (db) => {
        const ended = await removeCertificate(db, key)
        if (ended === 'deleted') await bumpRunContext(db)
        return ended
      })
      if (outcome === 'unknown') throw notFound('client certificate')
      if (outcome === 'used') {
        throw new Refusal(409, 'An SSL monitor names this certificate: give it another one first')
      }
      return reply.code(204).send()
    },
  )
}
