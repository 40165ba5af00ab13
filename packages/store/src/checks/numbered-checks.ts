import { chunks } from '@sonde/ground/chunks.ts'
import type { CheckType } from '@sonde/schema/check-types/check-type.ts'
import type { Db } from '../engine/database.ts'
import { canonicalUuid } from '../engine/uuid.ts'
import { keysPerStatement } from '../engine/statement-limits.ts'

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

/** Whose the checks with these numbers are; those that are gone are missing. */
export async function ownersOfNumbers(
  db: Db,
  numbers: readonly number[],
): Promise<Map<number, { checkId: string; accountId: string }>> {
  const owners = new Map<number, { checkId: string; accountId: string }>()
  const distinct = [...new Set(numbers)]
  for (const chunk of chunks(distinct, keysPerStatement)) {
    const rows = await db
      .selectFrom('check_states')
      .select(['no', 'check_id', 'account_id'])
      .where('no', 'in', chunk)
      .execute()
    for (const { no, check_id: checkId, account_id: accountId } of rows) {
      owners.set(Number(no), { checkId, accountId })
    }
  }
  return owners
}
