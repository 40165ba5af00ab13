import { randomUUIDv7 } from 'node:crypto'
import type {
  ClientCertificate,
  ClientCertificateCreate,
} from '@sonde/schema/variables/client-certificate.ts'
import {
  type ClientCertificateRow,
  countCertificatesToAdd,
  insertClientCertificate,
  sealCertificateKey,
} from '@sonde/store/variables/client-certificates.ts'
import { bumpRunContext } from '@sonde/store/runs/run-context-revision.ts'
import { recordChange } from '../audit/record-change.ts'
import { type Refusal, invalidInput, limitReached } from '../refusal.ts'
import { certificateAnswer } from './certificate-answer.ts'
import { validateCertificate } from './validate-certificate.ts'
import type { Actor } from '../actor.ts'
import type { ActionDeps } from '../action-deps.ts'

/** Agents are told all of them. */
export const mostCertificates = 100

export async function createClientCertificate(
  deps: ActionDeps,
  actor: Actor,
  { input }: { input: ClientCertificateCreate },
): Promise<ClientCertificate> {
  const { host, cert } = input
  // Clients send empty texts for what they do not have.
  const ca = input.ca || null
  const validation = validateCertificate({
    cert,
    ca,
    key: input.key || null,
    passphrase: input.passphrase || null,
  })
  if (validation.kind === 'unusable') throw invalidInput(validation.violations)
  const id = randomUUIDv7()
  const row: ClientCertificateRow = {
    id,
    accountId: actor.accountId,
    host,
    cert,
    ca,
    keySealed: sealCertificateKey(id, { key: validation.key, passphrase: null }, deps.store.sealer),
    createdAt: deps.clock.now(),
  }
  await deps.store.write(async (db) => {
    const count = await countCertificatesToAdd(db, row.accountId)
    if (count >= mostCertificates) throw tooMany(count)
    await insertClientCertificate(db, row)
    await bumpRunContext(db)
    await recordChange(db, actor, {
      entityType: 'CLIENT_CERTIFICATE',
      entityId: id,
      entityName: host,
      before: null,
      after: certificateAnswer(row),
    })
  })
  return certificateAnswer(row)
}

function tooMany(count: number): Refusal {
  const message = `The account has reached its limit of ${count} client certificates: delete one first`
  return limitReached(message)
}
