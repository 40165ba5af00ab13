import type {
  ServiceFollows,
  StatusPageServiceWrite,
} from '@sonde/schema/status-pages/status-page-service.ts'
import { keepSubjects } from '@sonde/store/alerts/alert-subscriptions.ts'
import type { Db } from '@sonde/store/engine/store.ts'
import { invalidInput } from '../refusal.ts'

/**
 * What a service is to follow, complete. Inside `write`: the checks that it names stay until the write ends. Throws the
 * refusal that names every unknown one.
 */
export async function requireFollows(
  db: Db,
  accountId: string,
  follows: NonNullable<StatusPageServiceWrite['follows']> | null,
): Promise<ServiceFollows | null> {
  if (follows === null) return null
  const sent = (follows.checkIds ?? []).map((id) => id.toLowerCase())
  const checkIds = [...new Set(sent)]
  const existing = await keepSubjects(db, { accountId, checkIds, groupIds: [] })
  const mistakes = sent.flatMap((id, index) =>
    existing.checkIds.has(id)
      ? []
      : [{ path: `follows.checkIds.${index}`, message: 'is not a check of this account' }],
  )
  if (mistakes.length > 0) throw invalidInput(mistakes.slice(0, 50))
  return { checkIds, tags: [...new Set(follows.tags)], delayMinutes: follows.delayMinutes ?? 0 }
}
