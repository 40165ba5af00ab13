import { findCheckNumber } from '@sonde/store/checks/check-states.ts'
import { findCheck, type CheckRow } from '@sonde/store/checks/checks.ts'
import type { Db } from '@sonde/store/engine/store.ts'
import { notFound } from '@sonde/actions/refusal.ts'

/** The check and the number under which its results are stored; refused when the account has none such. */
export async function knownCheck(
  db: Db,
  { accountId, checkId }: { accountId: string; checkId: string },
): Promise<{ check: CheckRow; checkNo: number }> {
  const [check, checkNo] = await Promise.all([
    findCheck(db, { accountId, id: checkId }),
    findCheckNumber(db, { accountId, checkId }),
  ])
  if (check === null || checkNo === null) throw notFound('check')
  return { check, checkNo }
}
