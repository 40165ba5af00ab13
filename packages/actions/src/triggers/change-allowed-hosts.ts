import type { AuditEntityType } from '@sonde/schema/accounts/audit-log.ts'
import type { Db } from '@sonde/store/engine/store.ts'
import type { Trigger } from '@sonde/store/checks/triggers.ts'
import type { Actor } from '../actor.ts'
import { recordChange } from '../audit/record-change.ts'

/** Other hosts for a trigger that is there already; left out, it keeps those that it has. */
export async function changeAllowedHosts<SubjectId>(
  db: Db,
  actor: Actor,
  order: {
    triggers: {
      replaceAllowedHosts(
        db: Db,
        trigger: Pick<Trigger<SubjectId>, 'id' | 'allowedHosts' | 'updatedAt'>,
      ): Promise<void>
    }
    trigger: Trigger<SubjectId>
    allowedHosts: string[] | undefined
    entity: { entityType: AuditEntityType; entityName: string }
  },
): Promise<Trigger<SubjectId>> {
  const { triggers, trigger, allowedHosts, entity } = order
  if (allowedHosts === undefined || sameTexts(allowedHosts, trigger.allowedHosts)) return trigger
  const changed = { ...trigger, allowedHosts, updatedAt: actor.at }
  await triggers.replaceAllowedHosts(db, changed)
  await recordChange(db, actor, {
    ...entity,
    entityId: trigger.id,
    before: { allowedHosts: trigger.allowedHosts },
    after: { allowedHosts },
  })
  return changed
}

function sameTexts(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((text, index) => text === other[index])
}
