import type { CheckType } from '@sonde/schema/check-type.ts'
import type { ExpressionBuilder } from 'kysely'
import type { Database, Db } from './database.ts'
import { canonicalUuid } from './uuid.ts'

export type SessionTarget = { id: string; name: string; checkType: CheckType }

export type TargetFilter = {
  accountId: string
  /** Any of these. */
  ids?: readonly string[] | undefined
  /** All tags of any of these lists; one with `!` in front must be missing. */
  matchTags?: readonly (readonly string[])[] | undefined
}

type Where = ExpressionBuilder<Database, 'checks'>

/**
 * The activated checks that a session can run, newest first, `limit` at most. Heartbeats are not among them:
 * nothing of theirs can be run.
 */
export async function listSessionTargets(
  db: Db,
  filter: TargetFilter,
  limit: number,
): Promise<SessionTarget[]> {
  const accountId = canonicalUuid(filter.accountId)
  if (accountId === null) return []
  let query = db
    .selectFrom('checks')
    .select(['checks.id', 'checks.name', 'checks.check_type'])
    .where('checks.account_id', '=', accountId)
    .where('checks.activated', '=', true)
    .where('checks.check_type', '!=', 'HEARTBEAT')
  if (filter.ids !== undefined) {
    const ids = filter.ids.flatMap((id) => canonicalUuid(id) ?? [])
    if (ids.length === 0) return []
    query = query.where('checks.id', 'in', ids)
  }
  const { matchTags } = filter
  if (matchTags !== undefined) {
    if (matchTags.length === 0) return []
    query = query.where((where) =>
      where.or(matchTags.map((tags) => where.and(tags.map((tag) => tagCondition(where, tag))))),
    )
    const leading = leadingTags(matchTags)
    // The tags lead to the few checks that have them; otherwise all checks of the account are looked at.
    if (leading !== null) {
      query = query.where('checks.id', 'in', (where) =>
        where
          .selectFrom('check_tags')
          .select('check_tags.check_id')
          .where('check_tags.account_id', '=', accountId)
          .where('check_tags.tag', 'in', leading),
      )
    }
  }
  const rows = await query
    .orderBy('checks.created_at', 'desc')
    .orderBy('checks.id', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => ({ id: row.id, name: row.name, checkType: row.check_type }))
}

function tagCondition(where: Where, condition: string) {
  const isWithout = condition.startsWith('!')
  const tagged = where.exists(
    where
      .selectFrom('check_tags')
      .select('check_tags.tag')
      .whereRef('check_tags.check_id', '=', 'checks.id')
      .where('check_tags.tag', '=', isWithout ? condition.slice(1) : condition),
  )
  return isWithout ? where.not(tagged) : tagged
}

/** One tag of each list that every match of that list has; null when some list only says what is missing. */
function leadingTags(matchTags: readonly (readonly string[])[]): string[] | null {
  const leading = matchTags.map((tags) => tags.find((tag) => !tag.startsWith('!')))
  const known = leading.filter((tag) => tag !== undefined)
  return known.length === leading.length ? [...new Set(known)] : null
}
