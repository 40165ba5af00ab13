import type { CheckRow } from '@sonde/store/checks/checks.ts'
import { attemptsAt, type ResultRow } from '@sonde/store/results/results.ts'
import { decodeResultId, resultIdOf } from '@sonde/store/runs/run-identity.ts'
import type { Db } from '@sonde/store/engine/store.ts'
import { notFound } from '@sonde/actions/refusal.ts'
import { knownCheck } from './known-check.ts'

/** The check and one of its results; refused when the account has no such check or result. */
export async function findResult(
  db: Db,
  key: { accountId: string; checkId: string; resultId: string },
): Promise<{ check: CheckRow; row: ResultRow }> {
  const { check, checkNo } = await knownCheck(db, key)
  const identity = decodeResultId(key.resultId)
  if (identity === null) throw notFound('check result')
  const resultId = key.resultId.toLowerCase()
  const attempts = await attemptsAt(db, {
    checkNo,
    checkType: check.checkType,
    scheduledAt: identity.scheduledAt,
  })
  const row = attempts.find(
    ({ scheduledAt, origin, attempt }) =>
      resultIdOf({ checkId: check.id, scheduledAt, origin }, attempt) === resultId,
  )
  if (row === undefined) throw notFound('check result')
  return { check, row }
}
