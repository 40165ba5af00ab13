import type { CheckType } from '@sonde/schema/check-type.ts'
import type { Db } from './database.ts'
import { canonicalUuid } from './uuid.ts'

export type NumberedCheck = { checkId: string; checkNo: number; checkType: CheckType }

/** Those of the named checks that the account has, by id in lower case, with the numbers of their results. */
export async function findNumberedChecks(
  db: Db,
  { accountId, checkIds }: { accountId: string; checkIds: readonly string[] },
): Promise<Map<string, NumberedCheck>> {
  const account = canonicalUuid(accountId)
  const ids = [...new Set(checkIds.flatMap((id) => canonicalUuid(id) ?? []))]
  if (account === null || ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('checks')
    .innerJoin('check_states', 'check_states.check_id', 'checks.id')
    .select(['checks.id', 'checks.check_type', 'check_states.no'])
    .where('checks.id', 'in', ids)
    .where('checks.account_id', '=', account)
    .execute()
  return new Map(
    rows.map(({ id, check_type: checkType, no: checkNo }) => [id, { checkId: id, checkNo, checkType }]),
  )
}
