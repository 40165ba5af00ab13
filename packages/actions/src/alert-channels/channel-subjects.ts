import { keepSubjects, type SubscriptionRow } from '@sonde/store/alerts/alert-subscriptions.ts'
import type { Db } from '@sonde/store/engine/store.ts'
import { invalidInput } from '../refusal.ts'

/** A subscription as a request states it; its schema has seen to it that it names one of the two. */
export type SentSubscription = {
  checkId?: string | null | undefined
  groupId?: number | null | undefined
  activated: boolean
}

export type Subject = Pick<SubscriptionRow, 'checkId' | 'groupId' | 'activated'>

/** Naming every one of ten thousand wrong entries would help nobody. */
const mostEntriesNamed = 50

/**
 * The checks and groups that subscriptions name must exist in the account, each once. Inside `write`: they stay
 * until it ends. `pathOf` says where in the body an entry stands; the name of its field follows unless the path is whole.
 */
export async function requireSubjects(
  db: Db,
  accountId: string,
  list: readonly SentSubscription[],
  pathOf: (index: number) => string,
  { pathIsWhole = false }: { pathIsWhole?: boolean } = {},
): Promise<Subject[]> {
  const subjects = list.map(({ checkId, groupId, activated }) => ({
    checkId: checkId?.toLowerCase() ?? null,
    groupId: groupId ?? null,
    activated,
  }))
  const existing = await keepSubjects(db, {
    accountId,
    checkIds: subjects.flatMap(({ checkId }) => checkId ?? []),
    groupIds: subjects.flatMap(({ groupId }) => groupId ?? []),
  })
  const ids = new Set<string | number>()
  const mistakes = subjects.flatMap(({ checkId, groupId }, index) => {
    const path = pathIsWhole ? pathOf(index) : `${pathOf(index)}${checkId === null ? 'groupId' : 'checkId'}`
    const id = checkId ?? groupId ?? 0
    if (ids.has(id)) return [{ path, message: 'is listed twice' }]
    ids.add(id)
    if (checkId !== null && !existing.checkIds.has(checkId)) {
      return [{ path, message: 'is not a check of this account' }]
    }
    if (groupId !== null && !existing.groupIds.has(groupId)) {
      return [{ path, message: 'is not a check group of this account' }]
    }
    return []
  })
  if (mistakes.length > 0) throw invalidInput(mistakes.slice(0, mostEntriesNamed))
  return subjects
}
