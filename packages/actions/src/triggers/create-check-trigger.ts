import { kindOf } from '@sonde/schema/check-types/check-kinds.ts'
import type { CheckTrigger, CreateTrigger } from '@sonde/schema/checks/check-trigger.ts'
import { checkTriggers } from '@sonde/store/checks/triggers.ts'
import { findCheckForUpdate } from '@sonde/store/checks/checks.ts'
import type { ActionDeps } from '../action-deps.ts'
import type { Actor } from '../actor.ts'
import { recordChange } from '../audit/record-change.ts'
import { changeAllowedHosts } from './change-allowed-hosts.ts'
import { invalidInput, notFound } from '../refusal.ts'
import { triggerAnswer } from './trigger-answer.ts'
import { newTriggerToken } from './trigger-token.ts'

/** A check has one at most: asked again, this returns the same, with other hosts if it brings any. */
export async function createCheckTrigger(
  deps: Pick<ActionDeps, 'store' | 'clock' | 'publicUrl'>,
  actor: Actor,
  { checkId, input }: { checkId: string; input: CreateTrigger },
): Promise<CheckTrigger> {
  const { accountId } = actor
  const { token, tokenHash } = newTriggerToken()
  const createdAt = deps.clock.now()
  const trigger = await deps.store.write(async (db) => {
    const check = await findCheckForUpdate(db, { accountId, id: checkId })
    if (check === null) throw notFound('check')
    if (kindOf(check.checkType).run === null) {
      const message = 'is a heartbeat monitor, which waits for pings and never runs'
      throw invalidInput([{ path: 'checkId', message }])
    }
    const sealedToken = deps.store.sealer.seal(token, checkTriggers.contextOf(check.id))
    const row = await checkTriggers.ensure(db, {
      subjectId: check.id,
      accountId,
      sealedToken,
      tokenHash,
      createdAt,
      allowedHosts: input?.allowedHosts ?? [],
    })
    if (row.sealedToken === sealedToken) {
      await recordChange(db, actor, {
        entityType: 'CHECK_TRIGGER',
        entityId: row.id,
        entityName: check.name,
        before: null,
        after: { checkId: check.id, allowedHosts: row.allowedHosts },
      })
      return row
    }
    return await changeAllowedHosts(db, actor, {
      triggers: checkTriggers,
      trigger: row,
      allowedHosts: input?.allowedHosts,
      entity: { entityType: 'CHECK_TRIGGER', entityName: check.name },
    })
  })
  return triggerAnswer(trigger, deps)
}
