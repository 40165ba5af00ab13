import { sql } from 'kysely'
import type { Db } from '../engine/database.ts'
import { canonicalUuid } from '../engine/uuid.ts'
import { isDecidedByGroup } from './unnotified-checks.ts'

/** Every check of the account, and whether its group uses its own channels only. */
export async function checksOfAccount(
  db: Db,
  accountId: string,
): Promise<{ id: string; groupId: number | null; isDecidedByGroup: boolean }[]> {
  const account = canonicalUuid(accountId)
  if (account === null) return []
  const { rows } = await sql<{ id: string; group_id: number | null; decided: unknown }>`
    select checks.id, checks.group_id, ${isDecidedByGroup(db)} as decided
    from checks left join check_groups on check_groups.id = checks.group_id
    where checks.account_id = ${account}
    order by checks.id`.execute(db)
  return rows.map(({ id, group_id: groupId, decided }) => ({
    id,
    groupId,
    isDecidedByGroup: groupId !== null && Boolean(decided),
  }))
}

/** Checks that have one of these tags, themselves or by their group. */
export async function checksTagged(
  db: Db,
  { accountId, tags }: { accountId: string; tags: readonly string[] },
): Promise<string[]> {
  const account = canonicalUuid(accountId)
  if (account === null || tags.length === 0) return []
  const { rows } = await sql<{ id: string }>`
    select id from checks where account_id = ${account} and (
      id in (select check_id from check_tags where account_id = ${account} and tag in (${sql.join(tags)}))
      or group_id in (select group_id from group_tags where account_id = ${account} and tag in (${sql.join(tags)})))
    order by id`.execute(db)
  return rows.map(({ id }) => id)
}
