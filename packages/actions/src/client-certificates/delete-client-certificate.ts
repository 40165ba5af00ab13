import {
  deleteClientCertificate as removeCertificate,
  findClientCertificate,
} from '@sonde/store/variables/client-certificates.ts'
import { bumpRunContext } from '@sonde/store/runs/run-context-revision.ts'
import { recordChange } from '../audit/record-change.ts'
import { conflict, notFound } from '../refusal.ts'
import { certificateAnswer } from './certificate-answer.ts'
import type { Actor } from '../actor.ts'
import type { ActionDeps } from '../action-deps.ts'

export async function deleteClientCertificate(
  deps: ActionDeps,
  actor: Actor,
  { id }: { id: string },
): Promise<void> {
  const key = { accountId: actor.accountId, id }
  const outcome = await deps.store.write(async (db) => {
    const before = await findClientCertificate(db, key)
    const ended = await removeCertificate(db, key)
    if (before === null || ended !== 'deleted') return ended
    await bumpRunContext(db)
    await recordChange(db, actor, {
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
    throw conflict('An SSL monitor uses this certificate: choose another one there first')
  }
}
