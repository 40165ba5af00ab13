import { setImmediate } from 'node:timers/promises'
import { typesNotRun } from '@sonde/schema/check-types/check-kinds.ts'
import { chunks } from '@sonde/ground/chunks.ts'
import type { CheckType } from '@sonde/schema/check-types/check-type.ts'
import type { Db } from '../engine/database.ts'
import { canonicalUuid } from '../engine/uuid.ts'

export type SessionTarget = { id: string; name: string; checkType: CheckType }

export type TargetFilter = {
  accountId: string
  /** Any of these. */
  ids?: readonly string[] | undefined
  /** All tags of any of these lists; one with `!` in front must be missing. */
  matchTags?: readonly (readonly string[])[] | undefined
  /** Also those that are deactivated, or whose group is. */
  allowDeactivated?: boolean | undefined
}

type Candidate = {
  id: string
  name: string
  check_type: CheckType
  created_at: number
  group_id: number | null
}

/** Checks that are looked at in one turn of the event loop. */
const sliceSize = 1_000
/** Checks with a wanted tag that are looked at one by one; beyond, reading all checks in order is cheaper. */
const mostNamed = 5_000

/**
 * The activated checks that a session can run, newest first, `limit` at most. Heartbeats are not among them:
 * nothing of theirs can be run. The tags of a group are tags of its checks, and a deactivated group has none
 * that is activated.
 */
export async function listSessionTargets(
  db: Db,
  filter: TargetFilter,
  limit: number,
): Promise<SessionTarget[]> {
  const accountId = canonicalUuid(filter.accountId)
  if (accountId === null) return []
  const { matchTags } = filter
  const ids =
    filter.ids === undefined
      ? await idsByTags(db, accountId, matchTags)
      : [...new Set(filter.ids.flatMap((id) => canonicalUuid(id) ?? []))]
  const candidatesOf = () => selectCandidates(db, accountId, filter.allowDeactivated === true)
  const slices = ids === null ? allInOrder(candidatesOf) : namedOnes(candidatesOf, ids)
  const candidates: Candidate[] = []
  for await (const slice of slices) {
    candidates.push(...(matchTags === undefined ? slice : await withTags(db, slice, matchTags)))
    // Slices of named checks come in no order: all of them have to be seen before the newest are known.
    if (ids === null && candidates.length >= limit) break
    await setImmediate()
  }
  return candidates
    .toSorted((left, right) => right.created_at - left.created_at || (left.id < right.id ? 1 : -1))
    .slice(0, limit)
    .map((row) => ({ id: row.id, name: row.name, checkType: row.check_type }))
}

type Candidates = () => ReturnType<typeof selectCandidates>

function selectCandidates(db: Db, accountId: string, allowDeactivated: boolean) {
  const all = db
    .selectFrom('checks')
    .select(['id', 'name', 'check_type', 'created_at', 'group_id'])
    .where('account_id', '=', accountId)
    .where('check_type', 'not in', typesNotRun)
  if (allowDeactivated) return all
  return all
    .where('activated', '=', true)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('check_groups')
            .select('check_groups.id')
            .whereRef('check_groups.id', '=', 'checks.group_id')
            .where('check_groups.activated', '=', false),
        ),
      ),
    )
}

async function* namedOnes(candidatesOf: Candidates, ids: readonly string[]): AsyncGenerator<Candidate[]> {
  for (const chunk of chunks(ids, sliceSize)) {
    yield await candidatesOf().where('id', 'in', chunk).execute()
  }
}

/** Newest first. */
async function* allInOrder(candidatesOf: Candidates): AsyncGenerator<Candidate[]> {
  let last: Candidate | undefined
  do {
    const after = last
    let query = candidatesOf()
    if (after !== undefined) {
      query = query
        .where('created_at', '<=', after.created_at)
        .where((where) => where.or([where('created_at', '<', after.created_at), where('id', '<', after.id)]))
    }
    const slice = await query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(sliceSize).execute()
    yield slice
    last = slice.length < sliceSize ? undefined : slice.at(-1)
  } while (last !== undefined)
}

/**
 * In memory: as a condition of the query, each tag would be looked up for each check, and a request with many
 * of them would hold up everybody.
 */
async function withTags(
  db: Db,
  slice: readonly Candidate[],
  matchTags: readonly (readonly string[])[],
): Promise<Candidate[]> {
  if (slice.length === 0) return []
  const rows = await db
    .selectFrom('check_tags')
    .select(['check_id', 'tag'])
    .where(
      'check_id',
      'in',
      slice.map(({ id }) => id),
    )
    .execute()
  const tagsById = new Map<string, Set<string>>()
  for (const { check_id: id, tag } of rows) {
    const tags = tagsById.get(id)
    if (tags === undefined) tagsById.set(id, new Set([tag]))
    else tags.add(tag)
  }
  const tagsByGroup = await tagsOfGroups(db, new Set(slice.flatMap(({ group_id: id }) => id ?? [])))
  const none: ReadonlySet<string> = new Set()
  return slice.filter(({ id, group_id: groupId }) => {
    const own = tagsById.get(id) ?? none
    const inherited = groupId === null ? undefined : tagsByGroup.get(groupId)
    const tags = inherited === undefined ? own : own.union(inherited)
    return matchTags.some((list) => list.every((condition) => holds(tags, condition)))
  })
}

async function tagsOfGroups(db: Db, groupIds: ReadonlySet<number>): Promise<Map<number, Set<string>>> {
  if (groupIds.size === 0) return new Map()
  const rows = await db
    .selectFrom('group_tags')
    .select(['group_id', 'tag'])
    .where('group_id', 'in', [...groupIds])
    .execute()
  const byGroup = Map.groupBy(rows, (row) => row.group_id)
  return new Map([...byGroup].map(([id, tagged]) => [id, new Set(tagged.map(({ tag }) => tag))]))
}

function holds(tags: ReadonlySet<string>, condition: string): boolean {
  return condition.startsWith('!') ? !tags.has(condition.slice(1)) : tags.has(condition)
}

/** The few checks that tags lead to; null when all checks of the account have to be looked at. */
async function idsByTags(
  db: Db,
  accountId: string,
  matchTags: TargetFilter['matchTags'],
): Promise<string[] | null> {
  const leading = matchTags === undefined ? null : leadingTags(matchTags)
  if (leading === null) return null
  if (leading.length === 0) return []
  const rows = await db
    .selectFrom('check_tags')
    .select('check_id')
    .where('account_id', '=', accountId)
    .where('tag', 'in', leading)
    .limit(mostNamed + 1)
    .execute()
  const inherited = await db
    .selectFrom('group_tags')
    .innerJoin('checks', 'checks.group_id', 'group_tags.group_id')
    .select('checks.id as check_id')
    .where('group_tags.account_id', '=', accountId)
    .where('group_tags.tag', 'in', leading)
    .limit(mostNamed + 1)
    .execute()
  const ids = new Set([...rows, ...inherited].map((row) => row.check_id))
  return ids.size > mostNamed ? null : [...ids]
}

/** One tag of each list that every match of that list has; null when some list only says what is missing. */
function leadingTags(matchTags: readonly (readonly string[])[]): string[] | null {
  const leading = matchTags.map((tags) => tags.find((tag) => !tag.startsWith('!')))
  const known = leading.filter((tag) => tag !== undefined)
  return known.length === leading.length ? [...new Set(known)] : null
}
