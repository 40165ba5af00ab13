import { randomUUIDv7 } from 'node:crypto'
import { ClientCertificate, ClientCertificateCreate } from '@sonde/schema/variables/client-certificate.ts'
import {
  countCertificatesToAdd,
  insertClientCertificate,
  sealCertificateKey,
  type ClientCertificateRow,
} from '@sonde/store/variables/client-certificates.ts'
import { bumpRunContext } from '@sonde/store/runs/run-context-revision.ts'
import type { ApiDeps } from '../api-deps.ts'
import { actorOf } from '../http/actor-of.ts'
import { recordChange } from '@sonde/actions/audit/record-change.ts'
import { accountOf } from '../http/access.ts'
import type { App } from '../http/app-type.ts'
import { answers } from '../http/operation.ts'
import { type Refusal, invalidInput, limitReached } from '@sonde/actions/refusal.ts'
import { certificateAnswer } from '@sonde/actions/client-certificates/certificate-answer.ts'
import { validateCertificate } from '@sonde/actions/client-certificates/validate-certificate.ts'

/** Agents are told all of them. */
export const mostCertificates = 100

/** How much work it is to open an encrypted key, its owner chooses; everybody waits for it. */
const limit = { max: 10, windowSeconds: 60 }

export function createClientCertificate(app: App, deps: ApiDeps): void {
  app.post(
    '/v1/client-certificates',
    {
      schema: {
        summary: 'Store a client certificate',
        description:
          'For servers with this name that ask for one. The key is stored encrypted and never comes back. There is no update: delete it and add another. An account has at most 100.',
        tags: ['Client certificates'],
        body: ClientCertificateCreate,
        response: answers({ 201: ClientCertificate }, 402),
      },
      config: { access: { kind: 'account', role: 'READ_WRITE' }, limit },
    },
    async (request, reply) => {
      const { host, cert } = request.body
      // Clients send empty texts for what they do not have.
      const ca = request.body.ca || null
      const judged = validateCertificate({
        cert,
        ca,
        key: request.body.key || null,
        passphrase: request.body.passphrase || null,
      })
      if (judged.kind === 'unusable') throw invalidInput(judged.violations)
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
        const count = await countCertificatesToAdd(db, row.accountId)
        if (count >= mostCertificates) throw tooMany(count)
        await insertClientCertificate(db, row)
        await bumpRunContext(db)
        await recordChange(db, actorOf(request, deps), {
          entityType: 'CLIENT_CERTIFICATE',
          entityId: id,
          entityName: host,
          before: null,
          after: certificateAnswer(row),
        })
      })
      return reply.code(201).send(certificateAnswer(row))
    },
  )
}

function tooMany(count: number): Refusal {
  const message = `The account has ${count} client certificates, and may have no more`
  return limitReached(message)
}
