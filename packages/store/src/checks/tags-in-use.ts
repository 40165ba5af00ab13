import { sql } from 'kysely'
import type { Db } from '../engine/database.ts'
import { foldForSearch } from '../engine/text-search.ts'
import { canonicalUuid } from '../engine/uuid.ts'

export type TagInUse = { tag: string; checks: number }

/** The tags of the checks of an account, those of most checks first. `search`: part of the tag, in any case. */
export async function tagsInUse(
  db: Db,
  { accountId, search, limit }: { accountId: string; search: string; limit: number },
): Promise<TagInUse[]> {
  const account = canonicalUuid(accountId)
  if (account === null) return []
  const { rows } = await sql<{ tag: string; checks: number }>`
    select tag, count(*) as checks from check_tags where account_id = ${account} group by tag`.execute(db)
  // Here, because the two engines fold other letters than the ASCII ones differently.
  const wanted = foldForSearch(search)
  return rows
    .filter(({ tag }) => foldForSearch(tag).includes(wanted))
    .map(({ tag, checks }) => ({ tag, checks: Number(checks) }))
    .toSorted((left, right) => right.checks - left.checks || (left.tag < right.tag ? -1 : 1))
    .slice(0, limit)
}
