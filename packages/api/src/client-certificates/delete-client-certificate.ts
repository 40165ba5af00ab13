import { ClientCertificateParams } from '@sonde/schema/variables/client-certificate.ts'
import {
  deleteClientCertificate as removeCertificate,
  findClientCertificate,
} from '@sonde/store/variables/client-certificates.ts'
import { bumpRunContext } from '@sonde/store/runs/run-context-revision.ts'
import type { ApiDeps } from '../api-deps.ts'
import { actorOf } from '../http/actor-of.ts'
import { recordChange } from '@sonde/actions/audit/record-change.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { noContent } from '../http/no-content.ts'
import { answers } from '../http/operation.ts'
import { notFound, conflict } from '@sonde/actions/refusal.ts'
import { certificateAnswer } from '@sonde/actions/client-certificates/certificate-answer.ts'

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
        const before = await findClientCertificate(db, key)
        const ended = await removeCertificate(db, key)
        if (before === null || ended !== 'deleted') return ended
        await bumpRunContext(db)
        await recordChange(db, actorOf(request, deps), {
          entityType: 'CLIENT_CERTIFICATE',
          entityId: before.id,
          entityName: before.host,
          before: certificateAnswer(before),
          after: null,
        })
        return ended
      })
      if (outcome === 'unknown') throw notFound('client certificate')
      if (outcome === 'used') {
        throw conflict('An SSL monitor names this certificate: give it another one first')
      }
      return reply.code(204).send()
    },
  )
}
