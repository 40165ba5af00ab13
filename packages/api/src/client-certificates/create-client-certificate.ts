import { ClientCertificate, ClientCertificateCreate } from '@sonde/schema/variables/client-certificate.ts'
import type { ApiDeps } from '../api-deps.ts'
import { actorOf } from '../http/actor-of.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { createClientCertificate } from '@sonde/actions/client-certificates/create-client-certificate.ts'

/** How much work it is to open an encrypted key, its owner chooses; everybody waits for it. */
const limit = { max: 10, windowSeconds: 60 }

export function createClientCertificateRoute(app: App, deps: ApiDeps): void {
  app.post(
    '/v1/client-certificates',
    {
      schema: {
        summary: 'Store a client certificate',
        description:
          'Used for servers with this name that request one. The key is stored encrypted and never returned. There is no update: delete it and add another. An account has at most 100.',
        tags: ['Client certificates'],
        body: ClientCertificateCreate,
        response: answers({ 201: ClientCertificate }, 402),
      },
      config: { access: { kind: 'account', role: 'READ_WRITE' }, limit },
    },
    async (request, reply) =>
      reply
        .code(201)
        .send(await createClientCertificate(deps, actorOf(request, deps), { input: request.body })),
  )
}
