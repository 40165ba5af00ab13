import type { CheckType } from '@sonde/schema/check-types/check-type.ts'
import { type SelectQueryBuilder, sql } from 'kysely'
import type { TargetVerdict } from '@sonde/schema/runs/verdict.ts'
import type { Database, Db } from '../engine/database.ts'
import { containsPattern } from '../engine/text-search.ts'
import { storedStatus } from '../results/stored-verdicts.ts'

export type CheckFilter = {
  accountId: string
  checkType?: CheckType
  /** Checks that have any of these. Empty: no filter. */
  tags?: readonly string[]
  /** Part of the name, in any case. Empty: no filter. */
  search?: string
  /** Part of what the check looks at, in any case. Empty: no filter. */
  target?: string
  status?: TargetVerdict
}

type MatchingChecks = {
  /** The ids of one page, newest check first. */
  pickPage(
    limit: number,
    offset: number,
  ): SelectQueryBuilder<Database, 'checks' | 'check_tags', { id: string }>
  count(): Promise<number>
}

/** Finds checks by index alone, whatever the filter. */
export function selectMatchingChecks(db: Db, filter: CheckFilter): MatchingChecks {
  const { checkType, tags = [], search = '', target = '', status } = filter
  const isOtherwiseFiltered =
    checkType !== undefined || search !== '' || target !== '' || status !== undefined
  const isByTagAlone = tags.length > 0 && !isOtherwiseFiltered
  return isByTagAlone ? selectByTag(db, filter.accountId, tags) : selectByFilter(db, filter)
}

function selectByFilter(
  db: Db,
  { accountId, checkType, tags = [], search = '', target = '', status }: CheckFilter,
): MatchingChecks {
  let query = db.selectFrom('checks').where('account_id', '=', accountId)
  if (checkType !== undefined) query = query.where('check_type', '=', checkType)
  if (status !== undefined) query = query.where('status', '=', storedStatus(status))
  if (search !== '') {
    query = query.where(sql<boolean>`name_folded like ${containsPattern(search)} escape '\\'`)
  }
  if (target !== '') {
    query = query.where(sql<boolean>`target_folded like ${containsPattern(target)} escape '\\'`)
  }
  // Asked for each check that passed the other filters: a popular tag has far more checks than those.
  if (tags.length > 0) {
    query = query.where(({ exists, selectFrom }) =>
      exists(
        selectFrom('check_tags')
          .select('check_tags.tag')
          .whereRef('check_tags.check_id', '=', 'checks.id')
          .where('check_tags.tag', 'in', tags),
      ),
    )
  }
  return {
    pickPage: (limit, offset) =>
      query.select('id').orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).offset(offset),
    async count() {
      const { total } = await query
        .select((builder) => builder.fn.countAll<number>().as('total'))
        .executeTakeFirstOrThrow()
      return total
    },
  }
}

function selectByTag(db: Db, accountId: string, tags: readonly string[]): MatchingChecks {
  const tagged = selectTagged(db, accountId, tags)
  // One tag has each check once, in order; grouping would only make the database sort them again.
  const checks = tags.length === 1 ? tagged : tagged.groupBy(['check_created_at', 'check_id'])
  return {
    pickPage: (limit, offset) =>
      checks
        .select('check_id as id')
        .orderBy('check_created_at', 'desc')
        .orderBy('check_id', 'desc')
        .limit(limit)
        .offset(offset),
    async count() {
      const { total } = await tagged
        .select(({ fn }) =>
          (tags.length === 1 ? fn.countAll<number>() : fn.count<number>('check_id').distinct()).as('total'),
        )
        .executeTakeFirstOrThrow()
      return total
    },
  }
}

function selectTagged(db: Db, accountId: string, tags: readonly string[]) {
  return db.selectFrom('check_tags').where('account_id', '=', accountId).where('tag', 'in', tags)
}
