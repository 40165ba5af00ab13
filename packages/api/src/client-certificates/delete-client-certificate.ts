import { ClientCertificateParams } from '@sonde/schema/variables/client-certificate.ts'
import type { ApiDeps } from '../api-deps.ts'
import { actorOf } from '../http/actor-of.ts'
import type { App } from '../http/app-type.ts'
import { noContent } from '../http/no-content.ts'
import { answers } from '../http/operation.ts'
import { deleteClientCertificate } from '@sonde/actions/client-certificates/delete-client-certificate.ts'

export function deleteClientCertificateRoute(app: App, deps: ApiDeps): void {
  app.delete(
    '/v1/client-certificates/:id',
    {
      schema: {
        summary: 'Delete a client certificate',
        description: 'Only possible if no SSL monitor refers to it by its id.',
        tags: ['Client certificates'],
        params: ClientCertificateParams,
        response: answers({ 204: noContent }, 409),
      },
      config: { access: { kind: 'account', role: 'READ_WRITE' } },
    },
    async (request, reply) => {
      await deleteClientCertificate(deps, actorOf(request, deps), { id: request.params.id })
      return reply.code(204).send()
    },
  )
}
