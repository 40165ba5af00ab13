import type { ChannelScope } from '@sonde/schema/alerts/alert-channel.ts'
import { checksOfAccount, checksTagged } from '@sonde/store/alerts/scope-checks.ts'
import type { SubscriptionRow } from '@sonde/store/alerts/alert-subscriptions.ts'
import type { Db } from '@sonde/store/engine/store.ts'
import { requireSubjects, type Subject } from './channel-subjects.ts'

type NewSubject = Pick<SubscriptionRow, 'checkId' | 'groupId'>

/**
 * The checks and groups that a scope means at this moment. A check whose group uses its own channels only would not
 * be heard by a subscription of its own: among all checks its group stands for it.
 */
export async function subjectsInScope(
  db: Db,
  accountId: string,
  { all, tags = [], groupIds = [], checkIds = [] }: ChannelScope,
): Promise<Subject[]> {
  if (all === true) {
    const checks = await checksOfAccount(db, accountId)
    return distinct(
      checks.map(({ id, groupId, isDecidedByGroup }) =>
        isDecidedByGroup ? { checkId: null, groupId } : { checkId: id, groupId: null },
      ),
    )
  }
  const groups = await requireSubjects(
    db,
    accountId,
    groupIds.map((groupId) => ({ groupId, activated: true })),
    (index) => `subscribe.groupIds.${index}`,
    { pathIsWhole: true },
  )
  const chosen = await requireSubjects(
    db,
    accountId,
    checkIds.map((checkId) => ({ checkId, activated: true })),
    (index) => `subscribe.checkIds.${index}`,
    { pathIsWhole: true },
  )
  const tagged = tags.length === 0 ? [] : await checksTagged(db, { accountId, tags })
  return distinct([...groups, ...chosen, ...tagged.map((checkId) => ({ checkId, groupId: null }))])
}

function distinct(subjects: readonly NewSubject[]): Subject[] {
  const byId = new Map(subjects.map(({ checkId, groupId }) => [checkId ?? groupId, { checkId, groupId }]))
  return [...byId.values()].map((subject) => ({ ...subject, activated: true }))
}
