import { randomUUIDv7 } from 'node:crypto'
import { ClientCertificate, ClientCertificateCreate } from '@sonde/schema/client-certificate.ts'
import {
  insertClientCertificate,
  sealCertificateKey,
  type ClientCertificateRow,
} from '@sonde/store/client-certificates.ts'
import { bumpRunContext } from '@sonde/store/run-context-revision.ts'
import type { ApiDeps } from '../api-deps.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { invalid } from '../http/refusal.ts'
import { certificateAnswer } from './certificate-answer.ts'
import { judgeCertificate } from './judge-certificate.ts'

export function createClientCertificate(app: App, deps: ApiDeps): void {
  app.post(
    '/v1/client-certificates',
    {
      schema: {
        summary: 'Store a client certificate',
        description:
          'For servers with this name that ask for one. The key is stored encrypted and never comes back. There is no update: delete it and add another.',
        tags: ['Client certificates'],
        body: ClientCertificateCreate,
        response: answers({ 201: ClientCertificate }),
      },
      config: { access: { kind: 'account', role: 'READ_WRITE' } },
    },
    async (request, reply) => {
      const { host, cert } = request.body
      // Clients send empty texts for what they do not have.
      const ca = request.body.ca || null
      const judged = judgeCertificate({
        cert,
        ca,
        key: request.body.key || null,
        passphrase: request.body.passphrase || null,
      })
      if (judged.kind === 'unusable') throw invalid('payload', judged.violations)
      const id = randomUUIDv7()
      const row: ClientCertificateRow = {
        id,
        accountId: accountOf(request).id,
        host,
        cert,
        ca,
        keySealed: sealCertificateKey(id, { key: judged.key, passphrase: null }, deps.store.sealer),
        createdAt: deps.clock.now(),
      }
      await deps.store.write(async (db) => {
        await insertClientCertificate(db, row)
        await bumpRunContext(db)
      })
      return reply.code(201).send(certificateAnswer(row))
    },
  )
}
